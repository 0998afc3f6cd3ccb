// Any text as cpu_manager_state: what koord_kubelet_repair_cpus makes of it is a file with which
// kubelet starts and in which nothing is wrong, and which a second repair leaves as it is; a file
// in which nothing is wrong stays byte for byte. The first byte of an input chooses the flags.
#include <string>

#include "check.h"
#include "handles.h"

using namespace koord::fuzz;

namespace {

// 4 cores of 2 threads; 0 and 1 are reserved.
constexpr std::string_view kStatic = R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0-1"})";
constexpr std::string_view kStrict =
    R"({"cpuManagerPolicy":"static","reservedSystemCPUs":"0-1",)"
    R"("cpuManagerPolicyOptions":{"strict-cpu-reservation":"true"}})";

struct Setting {
  const koord_topology *topology;
  std::string_view config;
  uint32_t flags;
};

// The pods p and q are there; the container "id" is c of p.
SetupPtr setup_of(const Setting &setting, std::string_view text) {
  SetupPtr setup = make_setup(setting.config, &text, nullptr);
  if (setup == nullptr) return nullptr;
  add_present(setup, "p", "c", "id");
  add_present(setup, "q");
  return setup;
}

BufferPtr repaired(const Setting &setting, std::string_view text) {
  const SetupPtr setup = setup_of(setting, text);
  if (setup == nullptr) return nullptr;
  koord_buffer *made = nullptr;
  BufferPtr out = make<BufferPtr>([&](koord_buffer **buffer, koord_error *err) {
    return koord_kubelet_repair_cpus(setting.topology, setup.get(), setting.flags, buffer, &made,
                                     err);
  });
  const BufferPtr report(made);
  FUZZ_CHECK((out == nullptr) == (report == nullptr));
  return out;
}

// The number of findings, and whether kubelet starts.
size_t findings(const Setting &setting, std::string_view text, bool &starts) {
  const SetupPtr setup = setup_of(setting, text);
  std::vector<koord_kubelet_finding> found;
  starts = setup != nullptr &&
           check_files(setting.topology, setup, setting.flags & KOORD_REPAIR_ONLY_PRESENT, found);
  if (!starts) return SIZE_MAX;
  for (const koord_kubelet_finding &row : found)
    starts = starts && (row.flags & KOORD_KUBELET_FINDING_STOPS) == 0;
  return found.size();
}

bool kubelet_starts(const Setting &setting, std::string_view text) {
  const SetupPtr setup = setup_of(setting, text);
  if (setup == nullptr) return false;
  koord_kubelet *kubelet = nullptr;
  koord_error err{};
  const koord_status status = koord_kubelet_new(setting.topology, setup.get(), &kubelet, &err);
  check_result(status, err);
  koord_kubelet_free(kubelet);
  return status == KOORD_OK;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const TopologyPtr topology = make<TopologyPtr>([](koord_topology **out, koord_error *err) {
    return koord_topology_from_synthetic(nullptr, "pack:2 core:2 pu:2", KOORD_NUL, out, err);
  });
  if (size == 0) return 0;
  const uint8_t choice = data[0];
  const std::string text(reinterpret_cast<const char *>(data) + 1, size - 1);
  const Setting setting{topology.get(), (choice & 16) != 0 ? kStrict : kStatic, choice & 15u};

  bool starts = false;
  const size_t found = findings(setting, text, starts);
  // Of files of version 1 kubelet learns the containers elsewhere.
  if (kubelet_starts(setting, text)) FUZZ_CHECK_WITH(text.empty() || starts, text);
  const BufferPtr once = repaired(setting, text);
  if (once == nullptr) return 0;
  const std::string mended(text_of(once));
  if (found == 0) FUZZ_CHECK_WITH(mended == text, text);
  bool mended_starts = false;
  FUZZ_CHECK_WITH(findings(setting, mended, mended_starts) == 0, mended);
  FUZZ_CHECK_WITH(kubelet_starts(setting, mended), mended);
  const BufferPtr twice = repaired(setting, mended);
  FUZZ_CHECK(twice != nullptr);
  FUZZ_CHECK_WITH(text_of(twice) == mended, mended);
  return 0;
}
