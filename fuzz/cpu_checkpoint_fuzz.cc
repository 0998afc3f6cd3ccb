// kubelet's cpu_manager_state in every version: any file is refused or read, what is read is
// written with a checksum that holds, and written again to the same bytes.
#include <string>

#include "base/error.h"
#include "bytes.h"
#include "check.h"
#include "wire/kubelet/cpu_checkpoint.h"

using namespace koord::fuzz;
namespace wire = koord::wire;
using koord::Error;
using koord::Status;

namespace {

bool same(const wire::CpuManagerState &a, const wire::CpuManagerState &b) {
  return a.policy == b.policy && a.default_cpus == b.default_cpus && a.entries == b.entries &&
         a.pods == b.pods;
}

// A sealed file is never corrupt; what else may be wrong with it is a set that cannot be read.
void check_sealed(const std::string &file, int version) {
  const wire::CpuCheckpoint again = wire::decode_cpu_checkpoint(file, version);
  FUZZ_CHECK_WITH(again.checksum == checksum_of(again), file);
  FUZZ_CHECK_WITH(encode(again) == file, file);
  try {
    const wire::CpuManagerState state = wire::read_cpu_manager_state(file);
    if (version == 1) return;
    const std::string rewritten = encode(to_checkpoint(state, version));
    FUZZ_CHECK_WITH(same(state, wire::read_cpu_manager_state(rewritten)), rewritten);
  } catch (const Error &error) {
    FUZZ_CHECK_WITH(error.status() == Status::kInvalid || error.status() == Status::kLimit,
                    error.what());
    check_line(error.what());
  }
}

void check_version(std::string_view file, int version) {
  std::string sealed;
  try {
    const wire::CpuCheckpoint checkpoint = wire::decode_cpu_checkpoint(file, version);
    (void)hashed_text(checkpoint);
    sealed = encode(checkpoint);
  } catch (const Error &error) {
    FUZZ_CHECK(error.status() == Status::kInvalid || error.status() == Status::kLimit);
    check_line(error.what());
    return;
  }
  check_sealed(sealed, version);
}

void read_as_kubelets(std::string_view file) {
  for (const auto version : {koord::KubeletVersion::k135, koord::KubeletVersion::k136,
                             koord::KubeletVersion::k137, koord::KubeletVersion::k138})
    for (const bool pod_level : {false, true}) {
      wire::KubeletReader reader;
      reader.version = version;
      reader.policy = "static";
      reader.pod_level_resource_managers = pod_level;
      reader.containers["id"] = {"pod", "container"};
      try {
        (void)read_as_kubelet(file, reader);  // its words may quote any byte of the file
      } catch (const Error &error) {
        FUZZ_CHECK(error.status() == Status::kLimit);
        check_line(error.what());
      }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view file(reinterpret_cast<const char *>(data), size);
  reads([](std::string_view text) { wire::read_cpu_manager_state(text); }, file);
  read_as_kubelets(file);
  for (const int version : {1, 2, 3, 4}) check_version(file, version);
  return 0;
}
