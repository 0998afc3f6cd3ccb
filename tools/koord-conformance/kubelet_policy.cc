// Replays kubelet's admission through koord.h, pod by pod: results, messages, CPUs, memory and
// state.

#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "kubelet/setup.h"
#include "kubelet_admission.h"
#include "replay.h"
#include "wire/kubelet/cpu_checkpoint.h"

namespace {

using Json = nlohmann::json;
using Machines = std::map<std::string, Json>;

// Returns `expected` if `message` ends with it, because our messages may start with a field name.
Json in_kubelets_words(const std::string &message, const Json &expected) {
  if (!expected.is_string()) return message;
  const auto &words = expected.get_ref<const std::string &>();
  return message.ends_with(words) ? expected : Json(message);
}

Json field_or(const Json &map, const std::string &key, const Json &fallback) {
  return map.contains(key) ? map.at(key) : fallback;
}

// Returns the expected result of admitting `op`. Parts that are not recorded are copied from `got`.
Json expected_answer(const Json &op, const Json &got) {
  Json out{{"admit", op.at("admit")}};
  if (!op.at("admit").get<bool>()) {
    out["reason"] = op.at("reason");
    out["message"] = op.at("message");
    return out;
  }
  const std::string uid = op.at("pod").at("uid");
  const Json &state = op.at("state");
  out["cpus"] = field_or(state.at("entries"), uid, Json::object());
  out["memory"] = field_or(field_or(state, "memory", Json::object()), uid, Json::object());
  out["affinity"] = field_or(op, "affinity", got.value("affinity", Json()));
  return out;
}

class Scenario {
 public:
  Scenario(const Json &line, const Json &machine)
      : line_(line),
        has_memory_(line.at("config").contains("memory")),
        topology_(recorded_topology(machine, line.at("config"))),
        kubelet_(topology_.get(), kubelet_configuration(line.at("config"), true), "") {}

  Outcome start() const {
    return {{{"reserved", line_.at("effective_reserved")}, {"shared", line_.at("initial_default")}},
            {{"reserved", kubelet_.cpus(KOORD_KUBELET_CPUSET_RESERVED)},
             {"shared", kubelet_.cpus(KOORD_KUBELET_CPUSET_SHARED)}}};
  }

  Outcome play(const Json &op) {
    if (op.at("op") == "remove") {
      kubelet_.remove(op.at("uid"));
      return {{{"state", op.at("state")}}, {{"state", kubelet_.state(has_memory_)}}};
    }
    const Json &pod = op.at("pod");
    const bool leaves = op.contains("state_before_sweep");
    const bool judged = kubelet_.judges_alike(pod);
    Json got{{"answer", kubelet_.admit(pod, leaves)}, {"judged", judged}};
    Json expected{{"answer", expected_answer(op, got["answer"])}, {"judged", true}};
    if (leaves) {
      expected["left"] = op.at("state_before_sweep");
      got["left"] = kubelet_.state(has_memory_);
      kubelet_.remove("");  // sweeps the state left by the refused pod
    }
    expected["state"] = op.at("state");
    got["state"] = kubelet_.state(has_memory_);
    return {expected, got};
  }

 private:
  const Json &line_;
  const bool has_memory_;
  const Owned<koord_topology> topology_;
  RecordedKubelet kubelet_;
};

void replay_scenario(const Json &line, const Machines &machines, Report &report) {
  const std::string id = "scenario " + shown(line.at("id"));
  const Json &machine = machines.at(line.at("topology"));
  if (line.contains("start_error")) {
    replay_case(report, id, [&] {
      try {
        const Scenario scenario(line, machine);
        return Outcome{line.at("start_error"), scenario.start().got};
      } catch (const std::invalid_argument &error) {
        return Outcome{line.at("start_error"),
                       in_kubelets_words(error.what(), line.at("start_error"))};
      }
    });
    return;
  }
  Scenario scenario(line, machine);
  replay_case(report, id + " start", [&] { return scenario.start(); });
  size_t step = 0;
  for (const Json &op : line.at("ops"))
    replay_case(report, id + " op " + std::to_string(step++), [&] { return scenario.play(op); });
}

// Returns true if the configuration has a size that contradicts its list. A KubeletConfiguration
// cannot express that.
bool is_contradiction(const Json &config) {
  return config.contains("reserved_cpus") &&
         koord::CpuSet::parse(config.at("reserved_cpus").get<std::string>()).count() !=
             config.at("reserved_count").get<int>();
}

std::string error_of_contradiction(const Json &config, const Json &machine) {
  koord::kubelet::Config given;
  given.static_cpus = true;
  given.reserved_cpus = koord::CpuSet::parse(config.at("reserved_cpus").get<std::string>());
  given.reserved_cpu_count = config.at("reserved_count");
  const Owned<koord_topology> topology = recorded_topology(machine, config);
  try {
    const koord::kubelet::NodeSetup setup(engine_topology(*topology), given);
    return "";
  } catch (const koord::Error &error) {
    return error.what();
  }
}

// The recorded error is that of the static policy alone. A complete kubelet never reaches it,
// because it checks reserved CPUs against the online ones before it creates its managers.
bool is_noticed_at_start(const std::string &message, const Json &expected) {
  return expected.is_string() &&
         expected.get_ref<const std::string &>().find("unknown CPU ID: ") != std::string::npos &&
         message.find("reserved-cpus: ") != std::string::npos &&
         message.find("is not a subset of online-cpus: ") != std::string::npos;
}

Outcome new_policy(const Json &line, const Json &machine) {
  const Json &config = line.at("config");
  const Json &error = line.at("error");
  if (is_contradiction(config))
    return {error, in_kubelets_words(error_of_contradiction(config, machine), error)};
  const Owned<koord_topology> topology = recorded_topology(machine, config);
  const bool alpha = line.at("alpha_options_enabled");
  try {
    const RecordedKubelet kubelet(topology.get(), kubelet_configuration(config, alpha), "");
    const Json got{{"reserved", kubelet.cpus(KOORD_KUBELET_CPUSET_RESERVED)},
                   {"shared", kubelet.cpus(KOORD_KUBELET_CPUSET_SHARED)}};
    if (!error.is_null()) return {error, got};
    return {{{"reserved", line.at("effective_reserved")}, {"shared", line.at("initial_default")}},
            got};
  } catch (const std::invalid_argument &thrown) {
    if (is_noticed_at_start(thrown.what(), error)) return {error, error};
    return {error, in_kubelets_words(thrown.what(), error)};
  }
}

std::string state_file(const Json &line) {
  koord::wire::CpuManagerState state;
  state.policy = "static";
  state.default_cpus = koord::CpuSet::parse(line.at("default").get<std::string>());
  const Json &entries = line.at("entries");
  if (entries.is_object())
    for (const auto &[pod, containers] : entries.items())
      for (const auto &[name, cpus] : containers.items())
        state.entries[pod][name] = koord::CpuSet::parse(cpus.get<std::string>());
  return encode(koord::wire::to_checkpoint(state, 2));
}

Outcome validate_state(const Json &line, const Json &machine) {
  Json config{{"reserved_cpus", line.at("reserved_cpus")}};
  if (line.at("strict").get<bool>()) config["cpu_options"] = {{"strict-cpu-reservation", "true"}};
  const Json &error = line.at("error");
  const Owned<koord_topology> topology = recorded_topology(machine, config);
  try {
    const RecordedKubelet kubelet(topology.get(), kubelet_configuration(config, false),
                                  state_file(line));
    const Json shared = kubelet.cpus(KOORD_KUBELET_CPUSET_SHARED);
    return {error.is_null() ? line.at("default_after") : error, shared};
  } catch (const std::invalid_argument &thrown) {
    return {error, in_kubelets_words(thrown.what(), error)};
  }
}

// Replays a case of the specification. It starts from the state in the case's files, and the
// resulting files are compared byte for byte.
Outcome specified_case(const Json &entry, const Json &machine, const Json &common) {
  Json config = common;
  config["reserved_cpus"] = entry.at("reserved_cpus");
  config["tm_scope"] = entry.at("tm_scope");
  const Owned<koord_topology> topology = recorded_topology(machine, config);
  RecordedKubelet kubelet(topology.get(), kubelet_configuration(config, false),
                          entry.at("checkpoint_before"));
  Json expected{{"admit", entry.at("admit")}, {"after", entry.at("checkpoint_after")}};
  const bool leaves = entry.contains("checkpoint_after_reject_before_sweep");
  const Json answer = kubelet.admit(entry.at("pod"), leaves);
  Json got{{"admit", answer.at("admit")}};
  if (!answer.at("admit").get<bool>()) {
    for (const char *key : {"reason", "message"}) {
      expected[key] = entry.at(key);
      got[key] = answer.at(key);
    }
  }
  if (leaves) {
    expected["left"] = entry.at("checkpoint_after_reject_before_sweep");
    got["left"] = kubelet.cpu_state();
    kubelet.remove("");  // sweeps the state left by the refused pod
  }
  got["after"] = kubelet.cpu_state();
  if (entry.contains("seed_checkpoint") && entry.at("seed_checkpoint").is_string()) {
    expected["quoted"] = entry.at("seed_checkpoint");
    got["quoted"] = got["after"];
  }
  return {expected, got};
}

}  // namespace

void replay_kubelet_policy_lines(const std::vector<Json> &lines, Report &report) {
  Machines machines;
  for (const Json &line : lines)
    if (line.at("kind") == "topology") machines[line.at("id")] = line;
  size_t number = 0;
  for (const Json &line : lines) {
    ++number;
    const std::string kind = line.at("kind");
    if (kind == "topology") continue;
    if (kind == "scenario") {
      replay_scenario(line, machines, report);
      continue;
    }
    replay_case(report, "line " + std::to_string(number) + ' ' + kind, [&] {
      const Json &machine = machines.at(line.at("topology"));
      return kind == "new-policy" ? new_policy(line, machine) : validate_state(line, machine);
    });
  }
}

void replay_kubelet_cases(const Json &document, Report &report) {
  for (const Json &entry : document.at("cases"))
    replay_case(report, entry.at("id"), [&] {
      return specified_case(entry, document.at("topology"), document.at("config_common"));
    });
}
