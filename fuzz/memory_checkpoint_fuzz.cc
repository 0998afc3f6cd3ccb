// kubelet's memory_manager_state in every version: any file is refused or read, what is read is
// written with a checksum that holds, and written again to the same bytes.
#include <string>

#include "base/error.h"
#include "bytes.h"
#include "check.h"
#include "wire/kubelet/memory_checkpoint.h"

using namespace koord::fuzz;
namespace wire = koord::wire;
using koord::Error;
using koord::KubeletVersion;
using koord::Status;

namespace {

// kubelet's words may quote any byte of the file.
std::string read_error(std::string_view file, std::string_view policy, bool pod_level,
                       KubeletVersion version) {
  wire::KubeletReader reader;
  reader.version = version;
  reader.policy = policy;
  reader.pod_level_resource_managers = pod_level;
  try {
    return read_memory_as_kubelet(file, reader).error;
  } catch (const Error &error) {
    FUZZ_CHECK(error.status() == Status::kLimit);
    check_line(error.what());
    return error.what();
  }
}

void check_version(std::string_view file, int version) {
  std::string sealed;
  try {
    const wire::MemoryCheckpoint checkpoint = wire::decode_memory_checkpoint(file, version);
    (void)hashed_text(checkpoint);
    sealed = encode(checkpoint);
  } catch (const Error &error) {
    FUZZ_CHECK(error.status() == Status::kInvalid || error.status() == Status::kLimit);
    check_line(error.what());
    return;
  }
  const wire::MemoryCheckpoint again = wire::decode_memory_checkpoint(sealed, version);
  FUZZ_CHECK_WITH(again.checksum == checksum_of(again), sealed);
  FUZZ_CHECK_WITH(encode(again) == sealed, sealed);
  // kubelet reads what is sealed, if it runs the policy that the file is of.
  for (const auto kubelet : {KubeletVersion::k136, KubeletVersion::k137, KubeletVersion::k138})
    FUZZ_CHECK_WITH(read_error(sealed, again.policy, version == 2, kubelet).empty(), sealed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view file(reinterpret_cast<const char *>(data), size);
  for (const auto kubelet :
       {KubeletVersion::k135, KubeletVersion::k136, KubeletVersion::k137, KubeletVersion::k138})
    for (const bool pod_level : {false, true}) read_error(file, "Static", pod_level, kubelet);
  for (const int version : {1, 2, 3}) check_version(file, version);
  return 0;
}
