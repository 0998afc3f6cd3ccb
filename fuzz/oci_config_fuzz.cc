// config.json of a container and the state file of the node, as koord-runtime reads them in root's
// name. The input is config.json. It is refused, or edited in its CPUs, NUMA nodes and environment
// only, and a second edit changes nothing.
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "check.h"
#include "command_line.h"
#include "edit.h"
#include "koord.hpp"

using namespace koord::fuzz;
using namespace koord_runtime;

namespace {

constexpr std::string_view kState =
    R"({"version":1,"node":"n","generation":7,"profile":"spec","cpus":"0-15","memoryNodes":[0],)"
    R"("pools":{"shared":"6-15","exclusive":"0-5","bestEffort":"6-15"},"pods":[)"
    R"({"uid":"a","qos":"LSE","kubeQOS":"Guaranteed","place":"exclusive","cpus":"0-1",)"
    R"("memoryNodes":[0],"unlimited":true,"devices":[{"type":"gpu","minor":3,"id":"GPU-00000001-1111-2222-3333-444444444444",)"
    R"("resources":{"koordinator.sh/gpu-core":100}}]},)"
    R"({"uid":"b","kubeQOS":"Burstable","place":"shared","cpus":"6-15","containers":[)"
    R"({"name":"app","place":"kubelet","cpus":"4-5"}]},)"
    R"({"uid":"c","kubeQOS":"BestEffort","place":"untouched"},)"
    R"({"uid":"d","kubeQOS":"Guaranteed","place":"shared","cpus":"6-15",)"
    R"("refused":{"reason":"CPUTaken","profile":"spec","object":"cpu","needed":2,"best":1}}]})";

// The state file lies in a folder of its own: the library refuses one in which others may write.
const Settings &settings_with_state() {
  static std::string folder = "/tmp/koord-fuzz-XXXXXX";
  static const Settings settings = [] {
    FUZZ_CHECK(mkdtemp(folder.data()) != nullptr);
    Settings out;
    out.state = folder + "/node-state.json";
    out.sysfs_root = "";  // an edit lists RDMA devices each time: the runtime edits only once
    std::ofstream(out.state) << kState;
    std::atexit([] { std::filesystem::remove_all(folder); });
    FUZZ_CHECK(koord::AgentState::load(out.state).get_info().pods == 4);
    return out;
  }();
  return settings;
}

const Settings &settings_without_state() {
  static const Settings settings = [] {
    Settings out;
    out.state = "/nowhere/node-state.json";
    return out;
  }();
  return settings;
}

// Returns the id under which the runtime would create the container, so that is_group_of() is
// reached from both sides.
std::string id_of(const Json &config) {
  if (!config.is_object() || !config.contains("linux")) return "c0ffee";
  const std::string group = text_in(config["linux"], "cgroupsPath");
  return group.substr(group.find_last_of("/:") + 1);
}

// Everything that no edit may touch.
Json untouched(Json config) {
  if (!config.is_object()) return config;
  if (config.contains("process") && config["process"].is_object()) config["process"].erase("env");
  if (config.contains("linux") && config["linux"].is_object()) {
    Json &of_linux = config["linux"];
    if (of_linux.contains("resources") && of_linux["resources"].is_object())
      of_linux["resources"].erase("cpu");
    if (of_linux.contains("resources") && of_linux["resources"].empty())
      of_linux.erase("resources");
  }
  if (config.contains("process") && config["process"].empty()) config.erase("process");
  return config;
}

void check_edit(const Json &config, const Settings &settings) {
  Json edited = config;
  const Edited first = edit(edited, id_of(config), settings);
  if (!first.remark.empty()) check_line(printable(first.remark, 1000));
  if (!first.changed) FUZZ_CHECK(edited == config);
  FUZZ_CHECK(untouched(edited) == untouched(config));
  Json again = Json::parse(edited.dump());
  edit(again, id_of(config), settings);
  FUZZ_CHECK_WITH(again == edited, edited.dump());
}

// Runs `part`: a Failure and the library's errors are answers.
template <typename Part>
void may_refuse(Part part) {
  try {
    part();
  } catch (const Failure &failure) {
    FUZZ_CHECK(failure.code() == kRefused || failure.code() == kEnvironment);
    check_line(printable(failure.what(), 1000));
  } catch (const koord::Error &error) {
    FUZZ_CHECK(error.code() != KOORD_E_INTERNAL);
    check_line(printable(error.what(), 1000));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  may_refuse([&] {
    uint64_t comparisons = 0;
    const Json config = parse_json({reinterpret_cast<const char *>(data), size}, "config.json",
                                   kConfigLimits, &comparisons);
    FUZZ_CHECK(comparisons <= 4 * size * (std::bit_width(size) + 1));
    may_refuse([&] { check_edit(config, settings_with_state()); });
    may_refuse([&] { check_edit(config, settings_without_state()); });
  });
  return 0;
}
