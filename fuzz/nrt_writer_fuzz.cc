// koord_topology_to_nrt with a node name, a kubelet's configuration and its cpu_manager_state of
// any kind: what is written can be read. The input is these three, NUL between them; a state with a
// wrong checksum is also tried with the right one.
#include <string>

#include "base/error.h"
#include "bytes.h"
#include "handles.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/node/nrt_reader.h"

using namespace koord::fuzz;
namespace wire = koord::wire;

namespace {

const koord_topology *machine() {
  static const TopologyPtr made = make<TopologyPtr>([](koord_topology **out, koord_error *err) {
    return koord_topology_from_synthetic(
        nullptr, "pack:2 numa:2(memory=8589934592) l3:2 core:2 pu:2", KOORD_NUL, out, err);
  });
  FUZZ_CHECK(made != nullptr);
  return made.get();
}

std::string_view take(std::string_view &rest) {
  const std::string_view part = rest.substr(0, rest.find('\0'));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

void write(std::string_view name, std::string_view config, std::string_view state) {
  const SetupPtr setup = make_setup(config, &state, nullptr);
  if (setup == nullptr) return;
  const auto nrt = make<BufferPtr>([&](koord_buffer **out, koord_error *err) {
    return koord_topology_to_nrt(machine(), setup.get(), name.data(), name.size(), out, err);
  });
  if (nrt == nullptr) return;
  check_text(text_of(nrt), "\n\x7f");  // JSON has nothing against DEL
  const auto read = make<TopologyPtr>([&](koord_topology **out, koord_error *err) {
    return koord_topology_from_nrt(checked_log(), koord_buffer_get_data(nrt.get()),
                                   koord_buffer_get_length(nrt.get()), out, err);
  });
  FUZZ_CHECK_WITH(read != nullptr, text_of(nrt));
  const wire::NrtReport report = wire::report_from_nrt(text_of(nrt), koord::Log{});
  FUZZ_CHECK(report.name == name);
  FUZZ_CHECK(report.topology_manager.has_value());
}

// The same state as a kubelet would have left it.
std::string sealed(std::string_view state, int version) {
  try {
    return encode(wire::decode_cpu_checkpoint(state, version));
  } catch (const koord::Error &) {
    return {};
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view rest(reinterpret_cast<const char *>(data), size);
  const std::string_view name = take(rest);
  const std::string_view config = take(rest);
  const std::string_view state = take(rest);
  write(name, config, state);
  if (state.empty()) return 0;
  for (const int version : {2, 3})
    if (const std::string file = sealed(state, version); !file.empty()) write(name, config, file);
  return 0;
}
