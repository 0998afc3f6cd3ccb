// node-state.json: written states are read back, and inconsistent ones are rejected.
#include "wire/agent/node_state.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "support/expect_error.h"

namespace koord::wire {
namespace {

using agent::Place;
using nlohmann::json;
using object::KubeQos;
using object::Qos;

NodeStateFile everything() {
  NodeStateFile file;
  file.boot_id = "b0075";
  agent::NodeState &state = file.state;
  state.node = "node-1";
  state.generation = UINT64_MAX;
  state.profile = Profile::kUpstream;
  state.cpus = CpuSet::parse("0-15,200");
  state.memory_nodes = {0, 2};
  state.kubelet_static = true;
  state.pools = {CpuSet::parse("6-15,200"), CpuSet::parse("0-5"), CpuSet::parse("2-15")};
  agent::PodState own;
  own.uid = "a";
  own.name_space = "default";
  own.name = "web \"1\"";
  own.qos = Qos::kLse;
  own.kube_qos = KubeQos::kGuaranteed;
  own.place = Place::kOwn;
  own.cpus = CpuSet::parse("0-1");
  own.memory_nodes = {2};
  own.unlimited = true;
  own.devices.push_back({"gpu", 3, "GPU-1", {{"a", 1}, {"b", 2}}, {{1, "0000:1f:00.2"}}, "2c"});
  own.devices.push_back({"rdma", -1, "", {}, {}, ""});
  own.devices.push_back({"gpu", 4, "", {}, {}, "", true});
  agent::PodState shared;
  shared.uid = "b";
  shared.qos = Qos::kLsr;
  shared.kube_qos = KubeQos::kBurstable;
  shared.place = Place::kShared;
  shared.cpus = CpuSet::parse("6-15");
  shared.containers = {{"app", Place::kKubelet, CpuSet::parse("4-5")},
                       {"init", Place::kKubelet, CpuSet::parse("4")}};
  shared.refused.reason = Reason::kCpuTaken;
  shared.refused.profile = Profile::kUpstream;
  shared.refused.object = Object::kCpu;
  shared.refused.where_object = Object::kCpu;
  shared.refused.where = 4;
  shared.refused.needed = -7;
  shared.refused.best = 9;
  shared.refused.resource = 1;
  shared.refused.numa_policy = 4;
  shared.refused.threads_per_core = 2;
  shared.refused.max_nodes = 11;
  agent::PodState alone;
  alone.uid = "c";
  state.pods = {own, shared, alone};
  return file;
}

TEST(NodeState, WrittenAndReadIsTheSame) {
  const std::string text = write_node_state(everything());
  EXPECT_EQ(text.back(), '\n');
  const NodeStateFile file = read_node_state(text);
  EXPECT_EQ(write_node_state(file), text);
  EXPECT_EQ(file.boot_id, "b0075");
  const agent::NodeState &state = file.state;
  EXPECT_EQ(state.node, "node-1");
  EXPECT_EQ(state.generation, UINT64_MAX);
  EXPECT_EQ(state.profile, Profile::kUpstream);
  EXPECT_EQ(state.cpus, CpuSet::parse("0-15,200"));
  EXPECT_EQ(state.memory_nodes, (std::vector<int>{0, 2}));
  EXPECT_TRUE(state.kubelet_static);
  EXPECT_EQ(state.pools.best_effort, CpuSet::parse("2-15"));
  ASSERT_EQ(state.pods.size(), 3u);
  const agent::PodState &own = state.pods[0];
  EXPECT_EQ(own.name, "web \"1\"");
  EXPECT_EQ(own.qos, Qos::kLse);
  EXPECT_EQ(own.kube_qos, KubeQos::kGuaranteed);
  EXPECT_EQ(own.place, Place::kOwn);
  EXPECT_TRUE(own.unlimited);
  ASSERT_EQ(own.devices.size(), 3u);
  EXPECT_TRUE(own.devices[2].by_minor);
  EXPECT_FALSE(own.devices[1].by_minor);
  EXPECT_FALSE(state.leaves_cpusets);
  EXPECT_EQ(own.devices[0].vfs.at(0).bus_id, "0000:1f:00.2");
  EXPECT_EQ(own.devices[0].resources.at(1).value, 2);
  EXPECT_EQ(own.devices[0].share_template, "2c");
  EXPECT_EQ(own.devices[1].minor, -1);
  const Refusal &refused = state.pods[1].refused;
  EXPECT_EQ(refused.reason, Reason::kCpuTaken);
  EXPECT_EQ(refused.profile, Profile::kUpstream);
  EXPECT_EQ(refused.needed, -7);
  EXPECT_EQ(refused.best, 9);
  EXPECT_EQ(refused.where, 4);
  EXPECT_EQ(refused.resource, 1);
  EXPECT_EQ(refused.numa_policy, 4);
  EXPECT_EQ(refused.threads_per_core, 2);
  EXPECT_EQ(refused.max_nodes, 11u);
  EXPECT_EQ(state.pods[1].containers.at(1).cpus, CpuSet::parse("4"));
  EXPECT_EQ(state.pods[2].place, Place::kUntouched);
}

TEST(NodeState, WhereCpusetsAreLeftEveryPodIs) {
  NodeStateFile file = everything();
  file.state.leaves_cpusets = true;
  EXPECT_ERROR(read_node_state(write_node_state(file)), Status::kCorrupt,
               "pods[0].place: found another place, expected untouched");
  file.state.pods = {file.state.pods[2]};
  const NodeStateFile back = read_node_state(write_node_state(file));
  EXPECT_TRUE(back.state.leaves_cpusets);
  EXPECT_EQ(write_node_state(back), write_node_state(file));
}

// Draws a state that an agent could produce.
NodeStateFile drawn(std::mt19937 &random) {
  const auto below = [&](int limit) {
    return static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  NodeStateFile file;
  if (below(2) == 0) file.boot_id = std::to_string(random());
  agent::NodeState &state = file.state;
  state.node = std::string(static_cast<size_t>(below(4)), static_cast<char>('a' + below(26)));
  state.generation = random();
  state.profile = below(2) == 0 ? Profile::kSpec : Profile::kUpstream;
  state.kubelet_static = below(2) == 0;
  const int cpus = 1 + below(600);
  for (int cpu = 0; cpu < cpus; ++cpu) state.cpus.add(cpu);
  for (int node = 0; node < 1024; node += 1 + below(600)) state.memory_nodes.push_back(node);
  CpuSet free = state.cpus;
  const auto take = [&] {
    CpuSet out;
    for (int n = 1 + below(5); n > 0 && !free.empty(); --n) {
      out.add(free.first());
      free.remove(free.first());
    }
    state.pools.exclusive |= out;
    return out;
  };
  for (int i = 0; i < below(12); ++i) {
    agent::PodState pod;
    pod.uid = std::to_string(100 + i) + "\xc3\xa9\"\\\n";
    pod.name = pod.uid;
    pod.qos = static_cast<Qos>(below(6));
    pod.kube_qos = static_cast<KubeQos>(below(3));
    pod.place = static_cast<Place>(below(7));
    if (is_exclusive(pod.place))
      pod.cpus = take();
    else if (pod.place != Place::kUntouched)
      pod.cpus.add(below(cpus));
    if (pod.cpus.empty()) pod.place = Place::kUntouched;
    pod.unlimited = below(2) == 0;
    for (int c = 0; c < below(3); ++c) {
      const CpuSet own = take();
      if (!own.empty()) pod.containers.push_back({"c" + std::to_string(c), Place::kKubelet, own});
    }
    for (int d = 0; d < below(3); ++d)
      pod.devices.push_back(
          {"gpu", d, "", {{"core", static_cast<int64_t>(random()) << 20}}, {}, ""});
    if (below(3) == 0) {
      pod.refused.reason = static_cast<Reason>(100 + below(7));
      pod.refused.profile = state.profile;
      pod.refused.needed = -static_cast<int64_t>(random());
      pod.refused.where = below(9) - 1;
    }
    state.pods.push_back(pod);
  }
  state.pools.shared = free;
  state.pools.best_effort = free;
  return file;
}

TEST(NodeState, AnyStateIsReadAsItWasWritten) {
  std::mt19937 random(20220420);
  for (int i = 0; i < 500; ++i) {
    const std::string text = write_node_state(drawn(random));
    ASSERT_EQ(write_node_state(read_node_state(text)), text);
  }
}

NodeStateFile about(NodeStateFile file, const std::string &uid) {
  std::erase_if(file.state.pods, [&](const agent::PodState &pod) { return pod.uid != uid; });
  return file;
}

TEST(NodeState, OnePodIsReadAsAllAre) {
  std::mt19937 random(20261127);
  for (int i = 0; i < 300; ++i) {
    NodeStateFile file = drawn(random);
    if (i % 3 != 0)  // some names need no escapes
      for (agent::PodState &pod : file.state.pods) pod.uid = pod.uid.substr(0, 3);
    const std::string text =
        i % 2 == 0 ? write_node_state(file) : json::parse(write_node_state(file)).dump(1, '\t');
    for (const agent::PodState &pod : file.state.pods)
      ASSERT_EQ(write_node_state(read_node_state_of(text, pod.uid)),
                write_node_state(about(file, pod.uid)));
    ASSERT_EQ(write_node_state(read_node_state_of(text, "none")),
              write_node_state(about(file, "none")));
  }
}

TEST(NodeState, OtherPodsAreNotRead) {
  json value = json::parse(write_node_state(everything()));
  const std::string uid = value["pods"][1]["uid"];
  value["pods"][0]["cpus"] = "}]\\\",{[";
  EXPECT_ERROR(read_node_state(value.dump()), Status::kInvalid, "node-state.pods[0].cpus");
  EXPECT_EQ(write_node_state(read_node_state_of(value.dump(), uid)),
            write_node_state(about(everything(), uid)));
  value["pods"][1]["place"] = "here";
  value["pods"][0] = json::parse(write_node_state(everything()))["pods"][0];
  EXPECT_ERROR(read_node_state_of(value.dump(), uid), Status::kInvalid, "node-state.pods[1].place");
}

TEST(NodeState, UnusualSpellingsAreReadByTheFullParser) {
  const std::string text = write_node_state(everything());
  const std::string uid = everything().state.pods[1].uid;
  const std::string expected = write_node_state(about(everything(), uid));
  const auto with = [&](const std::string &from, const std::string &to) {
    std::string out = text;
    return out.replace(out.find(from), from.size(), to);
  };
  EXPECT_EQ(write_node_state(read_node_state_of(with("\"pods\"", "\"\\u0070ods\""), uid)),
            expected);
  EXPECT_EQ(write_node_state(read_node_state_of(with("\"pods\"", "\"pods\":[],\"pods\""), uid)),
            expected);
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    const std::string part = text.substr(0, i);
    EXPECT_ERROR(read_node_state_of(part, uid), Status::kInvalid, "node-state");
  }
  EXPECT_ERROR(read_node_state_of(text + "x", uid), Status::kInvalid, "not valid JSON");
}

TEST(NodeState, TheFormatStays) {
  NodeStateFile file;
  file.state.node = "n";
  file.state.cpus = CpuSet::parse("0-3");
  file.state.pools.shared = CpuSet::parse("0-3");
  agent::PodState pod;
  pod.uid = "u";
  pod.name_space = "default";
  pod.name = "p";
  pod.qos = Qos::kLs;
  pod.place = Place::kShared;
  pod.cpus = CpuSet::parse("0-3");
  file.state.pods = {pod};
  EXPECT_EQ(
      write_node_state(file),
      R"({"version":1,"node":"n","generation":0,"profile":"spec","cpus":"0-3","kubeletStatic":false,)"
      R"("pools":{"shared":"0-3"},"pods":[{"uid":"u","namespace":"default","name":"p","qos":"LS",)"
      R"("kubeQOS":"BestEffort","place":"shared","cpus":"0-3"}]})"
      "\n");
}

// Reads everything() after a change.
std::function<void()> with(const std::function<void(json &)> &change) {
  return [=] {
    json value = json::parse(write_node_state(everything()));
    change(value);
    read_node_state(value.dump());
  };
}
#define EXPECT_REFUSED(status, text, change) \
  EXPECT_ERROR(with([](json &j) { change; })(), status, text)

TEST(NodeState, OtherFormatsAreRefused) {
  EXPECT_ERROR(read_node_state(""), Status::kInvalid, "node-state");
  EXPECT_ERROR(read_node_state("[]"), Status::kInvalid, "node-state");
  EXPECT_REFUSED(Status::kUnsupported, "node-state.version: found 2, expected 1", j["version"] = 2);
  EXPECT_REFUSED(Status::kInvalid, "node-state.version", j.erase("version"));
  EXPECT_REFUSED(Status::kInvalid, "node-state.generation", j["generation"] = -1);
  EXPECT_REFUSED(Status::kInvalid, "node-state.profile", j["profile"] = "kubelet");
  EXPECT_REFUSED(Status::kInvalid, "node-state.cpus", j["cpus"] = "3-1");
  EXPECT_REFUSED(Status::kInvalid, "node-state.pools", j.erase("pools"));
  EXPECT_REFUSED(Status::kInvalid, "node-state.memoryNodes[0]", j["memoryNodes"][0] = 1024);
  EXPECT_REFUSED(Status::kInvalid, "node-state.pods[0].uid", j["pods"][0]["uid"] = "");
  EXPECT_REFUSED(Status::kInvalid, "node-state.pods[0].qos", j["pods"][0]["qos"] = "LSX");
  EXPECT_REFUSED(Status::kInvalid, "node-state.pods[0].kubeQOS", j["pods"][0].erase("kubeQOS"));
  EXPECT_REFUSED(Status::kInvalid, "node-state.pods[0].place", j["pods"][0]["place"] = "here");
  EXPECT_REFUSED(Status::kInvalid, "refused.reason", j["pods"][1]["refused"]["reason"] = 0);
  EXPECT_REFUSED(Status::kInvalid, "node-state.pods[0].devices[0].resources",
                 j["pods"][0]["devices"][0]["resources"]["a"] = -1);
  const std::string large(kMaxNodeStateBytes + 1, ' ');
  EXPECT_ERROR(read_node_state(large), Status::kLimit, "node-state");
}

TEST(NodeState, ContradictionsAreCorrupt) {
  const Status corrupt = Status::kCorrupt;
  EXPECT_REFUSED(corrupt, "node-state.pools.shared: CPU 16", j["pools"]["shared"] = "6-16");
  EXPECT_REFUSED(corrupt, "node-state.pools.shared: has CPUs", j["pools"]["shared"] = "5-15");
  EXPECT_REFUSED(corrupt, "node-state.memoryNodes[1]", j["memoryNodes"][1] = 0);
  EXPECT_REFUSED(corrupt, "node-state.pods[1].uid", j["pods"][1]["uid"] = "a");
  EXPECT_REFUSED(corrupt, "node-state.pods[1].uid", std::swap(j["pods"][0], j["pods"][1]));
  EXPECT_REFUSED(corrupt, "node-state.pods[0].cpus: found none", j["pods"][0].erase("cpus"));
  EXPECT_REFUSED(corrupt, "node-state.pods[2].cpus: found CPUs", j["pods"][2]["cpus"] = "7");
  EXPECT_REFUSED(corrupt, "node-state.pods[0].cpus: CPU 99", j["pods"][0]["cpus"] = "99");
  EXPECT_REFUSED(corrupt, "node-state.pods[0].cpus: CPU 6 is not in the exclusive pool",
                 j["pods"][0]["cpus"] = "6");
  EXPECT_REFUSED(corrupt, "node-state.pods[1].cpus: CPU 4 is also exclusive to another pod",
                 j["pods"][0]["cpus"] = "4");
  EXPECT_REFUSED(corrupt, "containers[1].name", j["pods"][1]["containers"][1]["name"] = "app");
  EXPECT_REFUSED(corrupt, "containers[0].cpus", j["pods"][1]["containers"][0].erase("cpus"));
}

TEST(NodeState, UnknownMembersAreIgnored) {
  json value = json::parse(write_node_state(everything()));
  value["later"] = {{"x", 1}};
  value["pods"][0]["later"] = 5;
  EXPECT_EQ(write_node_state(read_node_state(value.dump())), write_node_state(everything()));
}

TEST(NodeState, HostileSizesAreBounded) {
  json value = json::parse(write_node_state(everything()));
  value["pods"] = json::array();
  for (size_t i = 0; i <= kMaxNodeStatePods; ++i) value["pods"].push_back(1);
  EXPECT_ERROR(read_node_state(value.dump()), Status::kLimit, "node-state.pods: 65537");
}

}  // namespace
}  // namespace koord::wire
