// Whole admissions recorded from kubelet: the CPUs of every container, for the hint with which it
// was admitted, and the message of every refusal by the CPU manager.
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/refusal.h"
#include "kubelet/cpu/policy.h"
#include "support/machines.h"
#include "support/shared_data.h"
#include "wording/sentence.h"

namespace koord::kubelet {
namespace {

using testing::Json;
using testing::machines_of;
using testing::read_json_lines;

uint32_t options_of(const Json &config) {
  static const std::map<std::string, Option> kNames = {
      {"full-pcpus-only", kFullPcpusOnly},
      {"distribute-cpus-across-numa", kDistributeNuma},
      {"align-by-socket", kAlignBySocket},
      {"distribute-cpus-across-cores", kDistributeCores},
      {"strict-cpu-reservation", kStrictReservation},
      {"prefer-align-cpus-by-uncorecache", kUncoreCache}};
  uint32_t options = 0;
  if (config.contains("cpu_options") && config["cpu_options"].is_object())
    for (const auto &[name, value] : config["cpu_options"].items())
      if (value == "true" || value == "1") options |= kNames.at(name);
  return options;
}

// State of one node while its recorded operations are replayed.
class Player {
 public:
  Player(const Machine &machine, const Json &scenario)
      : machine_(machine), scenario_(scenario), options_(options_of(scenario["config"])) {
    reserved_ = CpuSet::parse(scenario["effective_reserved"].get<std::string>());
    EXPECT_EQ(reserved_physical(machine, reserved_).to_string(), scenario["reserved_physical"]);
  }

  void play() {
    Json before = {{"default", scenario_["initial_default"]}, {"entries", Json::object()}};
    for (const Json &op : scenario_["ops"]) {
      SCOPED_TRACE("scenario " + scenario_["id"].dump() + " " + op.dump());
      if (op["op"] == "admit") op["admit"] ? admitted(op, before) : rejected(op, before);
      before = op["state"];
    }
  }

  int granted = 0;
  int refused = 0;

 private:
  struct Container {
    std::string name;
    int cpus;
    bool keeps_cpus;  // false for ordinary init containers
  };

  static std::vector<Container> exclusive_containers(const Json &op) {
    std::vector<Container> all;
    if (op["qos"] != "Guaranteed") return all;
    for (const char *kind : {"init", "containers"})
      for (const Json &c : op["pod"].value(kind, Json::array())) {
        const int milli = c["cpu_request_milli"];
        const bool sidecar = c.value("restartable", false);
        if (milli >= 1000 && milli % 1000 == 0)
          all.push_back({c["name"], milli / 1000, sidecar || kind[0] == 'c'});
      }
    return all;
  }

  void reuse(const Container &container, const CpuSet &cpus) {
    container.keeps_cpus ? reusable_ -= cpus : reusable_ |= cpus;
  }

  void admitted(const Json &op, const Json &before) {
    const std::string uid = op["pod"]["uid"];
    CpuSet shared = CpuSet::parse(before["default"].get<std::string>());
    reusable_ = CpuSet();
    for (const Container &container : exclusive_containers(op)) {
      std::vector<int32_t> affinity;
      if (op.contains("affinity")) {
        const Json &hint = op["affinity"].value(container.name, Json::object());
        if (hint.contains("numa") && hint["numa"].is_array())
          affinity = hint["numa"].get<std::vector<int32_t>>();
      }
      CpuSet cpus;
      const Refusal refusal =
          pick(machine_, options_, container.cpus, {shared, reserved_, reusable_}, affinity, cpus);
      EXPECT_EQ(to_sentence(refusal), "");
      EXPECT_EQ(cpus.to_string(), op["state"]["entries"][uid][container.name]);
      shared -= cpus;
      reuse(container, cpus);
      ++granted;
    }
    EXPECT_EQ(shared.to_string(), op["state"]["default"]);
  }

  // Hints of rejected pods were not recorded, so only refusals
  // that do not depend on them are compared.
  void rejected(const Json &op, const Json &before) {
    const bool smt = op["reason"] == "SMTAlignmentError";
    const bool shortage =
        op["message"].get<std::string>().find("not enough cpus") != std::string::npos &&
        scenario_["config"]["tm_policy"] == "none";
    if (!smt && !shortage) return;
    const Json &state = op.contains("state_before_sweep") ? op["state_before_sweep"] : before;
    const Json held = state["entries"].value(op["pod"]["uid"].get<std::string>(), Json::object());
    const CpuSet shared = CpuSet::parse(state["default"].get<std::string>());
    reusable_ = CpuSet();
    for (const Container &container : exclusive_containers(op)) {
      if (held.contains(container.name)) {
        reuse(container, CpuSet::parse(held[container.name].get<std::string>()));
        continue;
      }
      CpuSet cpus{0};
      const Refusal refusal =
          pick(machine_, options_, container.cpus, {shared, reserved_, reusable_}, {}, cpus);
      const std::string sentence = to_sentence(refusal);
      EXPECT_EQ(reason_name(refusal.reason, Profile::kKubelet), op["reason"].get<std::string>());
      EXPECT_EQ(smt ? sentence : "Allocate failed due to " + sentence + ", which is unexpected",
                op["message"]);
      EXPECT_TRUE(cpus.empty());
      ++refused;
      return;
    }
    ADD_FAILURE() << "no container was refused";
  }

  const Machine &machine_;
  const Json &scenario_;
  uint32_t options_;
  CpuSet reserved_;
  CpuSet reusable_;
};

TEST(KubeletScenarios, EveryContainer) {
  KOORD_NEED_SHARED(shared);
  const auto lines = read_json_lines(shared + "/vectors/kubelet-static-policy.jsonl");
  const auto machines = machines_of(lines);
  int granted = 0;
  int refused = 0;
  for (const Json &line : lines) {
    if (line["kind"] != "scenario") continue;
    Player player(machines.at(line["topology"]).machine, line);
    player.play();
    granted += player.granted;
    refused += player.refused;
  }
  EXPECT_GE(granted, 1000);
  EXPECT_GE(refused, 150);
}

TEST(KubeletScenarios, OptionsAndReservedCpus) {
  KOORD_NEED_SHARED(shared);
  const auto lines = read_json_lines(shared + "/vectors/kubelet-static-policy.jsonl");
  const auto machines = machines_of(lines);
  int checked = 0;
  for (const Json &line : lines) {
    if (line["kind"] != "new-policy") continue;
    SCOPED_TRACE(line.dump());
    const Machine &machine = machines.at(line["topology"]).machine;
    const Json &error = line["error"];
    if (error.is_string() && error.get<std::string>().rfind("static policy options", 0) != 0 &&
        error.get<std::string>().rfind("Align by socket", 0) != 0)
      continue;  // errors about option texts or sizes belong to other modules
    ++checked;
    const uint32_t options = options_of(line["config"]);
    std::string message;
    try {
      check_options(options, machine);
    } catch (const Error &e) {
      EXPECT_EQ(e.status(), Status::kInvalid);
      message = e.what();
    }
    EXPECT_EQ(message, error.is_null() ? "" : error.get<std::string>());
    if (!error.is_null()) continue;
    CpuSet reserved;
    EXPECT_FALSE(assign(machine, options, machine.topology().all_cpus(),
                        line["config"]["reserved_count"], reserved)
                     .refused());
    EXPECT_EQ(reserved.to_string(), line["effective_reserved"]);
  }
  EXPECT_GE(checked, 10);
}

}  // namespace
}  // namespace koord::kubelet
