#include "session/stated_pod.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/errors.h"
#include "cli/options.h"
#include "session/amount.h"
#include "session/pod_spec.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

// Returns the option that states a resource.
std::string option_of(const std::string &resource) {
  return resource == "cpu" || resource == "memory" ? "--" + resource : "--resource " + resource;
}

}  // namespace

std::map<std::string, std::string> StatedPod::amounts() const {
  std::map<std::string, std::string> amounts;
  if (!cpu.empty()) amounts["cpu"] = cpu;
  if (!memory.empty()) amounts["memory"] = memory;
  for (const std::string &text : resources) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw Failure(kUsage, "--resource: found " + quote(text) +
                                ", expected NAME=AMOUNT, as in nvidia.com/gpu=1");
    }
    const std::string name = text.substr(0, equals);
    if (!amounts.emplace(name, text.substr(equals + 1)).second)
      throw Failure(kUsage, "--resource: found " + quote(name) + " twice, expected it once");
  }
  return amounts;
}

std::string StatedPod::description() const {
  std::vector<std::string> parts;
  if (!cpu.empty()) parts.push_back("cpu=" + cpu);
  if (!memory.empty()) parts.push_back("memory=" + memory);
  parts.insert(parts.end(), resources.begin(), resources.end());
  if (!qos.empty()) parts.push_back("qos=" + qos);
  if (!bind.empty()) parts.push_back("bind=" + bind);
  return join(parts, ", ");
}

size_t StatedPod::add_to(SessionInput &input, const Diagnostics &diagnostics) const {
  if (!bind.empty() && qos != "LSE" && qos != "LSR")
    throw Failure(kUsage, "--bind: only with --qos LSE or --qos LSR, which have CPUs of their own");
  std::string name = "default/pod";
  const auto is_used = [&] {
    return std::ranges::any_of(input.pods, [&](const auto &pod) { return pod.name == name; });
  };
  while (is_used()) name += "-1";
  Json pod;
  pod["apiVersion"] = "v1";
  pod["kind"] = "Pod";
  pod["metadata"]["name"] = name.substr(name.find('/') + 1);
  pod["metadata"]["namespace"] = "default";
  pod["metadata"]["uid"] = name;
  if (!qos.empty()) pod["metadata"]["labels"]["koordinator.sh/qosClass"] = qos;
  if (!bind.empty()) {
    pod["metadata"]["annotations"]["scheduling.koordinator.sh/resource-spec"] =
        "{\"requiredCPUBindPolicy\": \"" + bind + "\"}";
  }
  Json container;
  container["name"] = "main";
  for (const auto &[resource, amount] : amounts()) {
    parse_amount(diagnostics, resource, amount, option_of(resource));
    for (const char *kind : {"requests", "limits"}) container["resources"][kind][resource] = amount;
  }
  pod["spec"]["containers"] = Json::array({container});
  const std::string where = "the stated pod";
  with_subject(
      where, [&] { return koord::Pod::from_json(pod.dump(), diagnostics); }, kUsage);
  input.add_wants(pod);
  input.pods.push_back({where, name, pod.dump()});
  return input.pods.size() - 1;
}

void add_stated_pod_options(CLI::App &command, StatedPod &pod) {
  const std::string group = "Pod without a file";
  const auto add_amount = [&](const char *name, std::string &value, const char *text) {
    command.add_option(name, value, text)
        ->type_name("AMOUNT")
        ->group(group)
        ->each([name](const std::string &given) { refuse_empty(name, given, "an amount"); });
  };
  add_amount("--cpu", pod.cpu, "CPUs of the pod, its request and limit: 2, 0.5 or 500m");
  add_amount("--memory", pod.memory, "Memory of the pod, its request and limit: 4Gi");
  command
      .add_option("--resource", pod.resources,
                  "Another resource of the pod, such as nvidia.com/gpu=1; repeat for more")
      ->type_name("NAME=AMOUNT")
      ->allow_extra_args(false)
      ->group(group);
  set_choices(command
                  .add_option("--qos", pod.qos,
                              "Koordinator's QoS class; pods of LSE and LSR have CPUs of their own")
                  ->group(group),
              {"LSE", "LSR", "LS", "BE"});
  set_choices(command
                  .add_option("--bind", pod.bind,
                              "CPU bind policy that must hold for every CPU; only with LSE or LSR")
                  ->group(group),
              bind_policies());
}

}  // namespace koordctl
