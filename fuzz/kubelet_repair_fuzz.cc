// Any text as cpu_manager_state: what koord_kubelet_repair_cpus makes of it is a file with which kubelet starts
// and in which nothing is wrong, and which a second repair leaves as it is; a file in which nothing is
// wrong stays byte for byte. The first byte of an input chooses the flags.
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

// The pods p and q; the container "id" is c of p.
constexpr koord_present_container kPresent[] = {{0, 1, 2, 1, 3, 2}, {1, 1, 0, 0, 0, 0}};
constexpr std::string_view kArena = "pqcid";

struct Setting {
  const koord_topology *topology;
  std::string_view config;
  uint32_t flags;
};

BufferPtr repaired(const Setting &setting, std::string_view text) {
  koord_buffer *made = nullptr;
  BufferPtr out = make<BufferPtr>([&](koord_buffer **buffer, koord_error *err) {
    return koord_kubelet_repair_cpus(checked_log(), setting.topology, setting.config.data(),
                                     setting.config.size(), text.data(), text.size(), kPresent,
                                     sizeof kPresent[0], 2, kArena.data(), kArena.size(),
                                     setting.flags, buffer, &made, err);
  });
  const BufferPtr report(made);
  FUZZ_CHECK((out == nullptr) == (report == nullptr));
  return out;
}

// The number of findings, and whether kubelet starts.
size_t findings(const Setting &setting, std::string_view text, bool &starts) {
  size_t count = 0;
  koord_kubelet_finding rows[64];
  koord_error err{};
  const koord_status status = koord_kubelet_check(
      checked_log(), setting.topology, setting.config.data(), setting.config.size(), text.data(),
      text.size(), nullptr, 0, kPresent, sizeof kPresent[0], 2, kArena.data(), kArena.size(),
      setting.flags & KOORD_REPAIR_ONLY_PRESENT, rows, sizeof rows[0], 64, &count, nullptr, &err);
  check_result(status, err);
  starts = status == KOORD_OK;
  for (size_t i = 0; status == KOORD_OK && i < count; ++i) starts = starts && rows[i].stops == 0;
  return status == KOORD_OK ? count : SIZE_MAX;
}

bool kubelet_starts(const Setting &setting, std::string_view text) {
  koord_kubelet *kubelet = nullptr;
  koord_error err{};
  const koord_status status = koord_kubelet_new(
      checked_log(), setting.topology, setting.config.data(), setting.config.size(), text.data(),
      text.size(), nullptr, 0, &kubelet, &err);
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
