// Any text as memory_manager_state: what koord_kubelet_repair_memory makes of it is a file in which
// nothing is wrong, and which a second repair leaves as it is; a file in which nothing is wrong
// stays byte for byte. The first byte of an input chooses the flags.
#include <string>

#include "check.h"
#include "handles.h"

using namespace koord::fuzz;

namespace {

// 2 NUMA nodes of 8 GiB, 7 of which are for pods.
constexpr std::string_view kStatic =
    R"({"systemReserved":{"memory":"2Gi"},"evictionHard":{"memory.available":"0"},)"
    R"("memoryManagerPolicy":"Static","reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}},)"
    R"({"numaNode":1,"limits":{"memory":"1Gi"}}]})";

struct Setting {
  const koord_topology *topology;
  std::string_view config;
  uint32_t flags;
};

// The pods p and q are there.
SetupPtr setup_of(const Setting &setting, std::string_view text) {
  SetupPtr setup = make_setup(setting.config, nullptr, &text);
  if (setup == nullptr) return nullptr;
  add_present(setup, "p");
  add_present(setup, "q");
  return setup;
}

BufferPtr repaired(const Setting &setting, std::string_view text) {
  const SetupPtr setup = setup_of(setting, text);
  if (setup == nullptr) return nullptr;
  koord_buffer *made = nullptr;
  BufferPtr out = make<BufferPtr>([&](koord_buffer **buffer, koord_error *err) {
    return koord_kubelet_repair_memory(setting.topology, setup.get(), setting.flags, buffer, &made,
                                       err);
  });
  const BufferPtr report(made);
  FUZZ_CHECK((out == nullptr) == (report == nullptr));
  return out;
}

size_t findings(const Setting &setting, std::string_view text) {
  const SetupPtr setup = setup_of(setting, text);
  std::vector<koord_kubelet_finding> found;
  const bool checked =
      setup != nullptr &&
      check_files(setting.topology, setup, setting.flags & KOORD_REPAIR_ONLY_PRESENT, found);
  return checked ? found.size() : SIZE_MAX;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const TopologyPtr topology = make<TopologyPtr>([](koord_topology **out, koord_error *err) {
    return koord_topology_from_synthetic(nullptr, "numa:2(memory=8589934592) core:2 pu:2",
                                         KOORD_NUL, out, err);
  });
  if (size == 0) return 0;
  const uint8_t choice = data[0];
  const std::string text(reinterpret_cast<const char *>(data) + 1, size - 1);
  constexpr uint32_t kFlags =
      KOORD_REPAIR_ONLY_PRESENT | KOORD_REPAIR_MIGRATE | KOORD_REPAIR_START_OVER;
  const Setting setting{topology.get(), (choice & 16) != 0 ? std::string_view() : kStatic,
                        choice & kFlags};
  const size_t found = findings(setting, text);
  const BufferPtr once = repaired(setting, text);
  if (once == nullptr) return 0;
  const std::string mended(text_of(once));
  if (found == 0) FUZZ_CHECK_WITH(mended == text, text);
  FUZZ_CHECK_WITH(findings(setting, mended) == 0, mended);
  const BufferPtr twice = repaired(setting, mended);
  FUZZ_CHECK(twice != nullptr);
  FUZZ_CHECK_WITH(text_of(twice) == mended, mended);
  return 0;
}
