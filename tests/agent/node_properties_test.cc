// Properties of any node while pods come and go and settings change.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "node_support.h"
#include "state_changes.h"

namespace koord::agent::testing {
namespace {

CpuSet drawn_set(int limit) {
  CpuSet out;
  const int count = *rc::gen::inRange(1, 4);
  for (int i = 0; i < count; ++i) out.add(*rc::gen::inRange(0, limit));
  return out;
}

PodObject drawn_pod(const std::string &uid) {
  PodMaker pod(uid);
  const int kind = *rc::gen::inRange(0, 3);
  const int64_t milli = *rc::gen::inRange(1, 5) * int64_t{1000};
  if (kind == 1) pod.burstable(milli);
  if (kind == 2) pod.guaranteed(milli);
  pod.qos(*rc::gen::element(Qos::kNone, Qos::kLse, Qos::kLsr, Qos::kLsr, Qos::kLs, Qos::kBe,
                            Qos::kSystem));
  if (*rc::gen::inRange(0, 2) == 0) pod.status().cpus = drawn_set(34);
  if (*rc::gen::inRange(0, 4) == 0) pod.numa(*rc::gen::inRange(0, 5), {{"cpu", 1}, {"memory", 1}});
  if (*rc::gen::inRange(0, 6) == 0) pod.pool(*rc::gen::inRange(0, 5));
  return pod;
}

KubeletState drawn_kubelet() {
  KubeletState out;
  out.static_policy = *rc::gen::inRange(0, 4) != 0;
  out.reserved = drawn_set(32);
  const int entries = *rc::gen::inRange(0, 4);
  for (int i = 0; i < entries; ++i)
    out.containers[std::to_string(*rc::gen::inRange(0, 8))]
                  [*rc::gen::element<std::string>("app", "two")] = drawn_set(34);
  return out;
}

object::NodeObject drawn_node() {
  object::NodeObject out;
  out.name = "node-1";
  if (*rc::gen::inRange(0, 2) == 0) out.reserved_cpus = drawn_set(34);
  if (*rc::gen::inRange(0, 2) == 0) out.system_qos_cpus = drawn_set(34);
  out.system_qos_exclusive = *rc::gen::inRange(0, 2) == 0;
  return out;
}

Options drawn_options() {
  return {.profile = *rc::gen::element(Profile::kSpec, Profile::kUpstream),
          .ignore_kubelet = *rc::gen::inRange(0, 5) == 0,
          .be_by_numa = *rc::gen::inRange(0, 2) == 0};
}

// Checks R02, R03 and R07 literally, from the states of the pods alone.
void check_pools(const LocalNode &node) {
  const NodeState state = decide(node);
  const CpuSet all = node.machine().all_cpus();
  CpuSet exclusive;
  CpuSet lse;
  for (const PodState &pod : state.pods) {
    CpuSet mine;
    if (is_exclusive(pod.place)) mine = pod.cpus;
    for (const ContainerState &one : pod.containers)
      if (is_exclusive(one.place)) mine |= one.cpus;
    RC_ASSERT(!mine.intersects(exclusive));  // no CPU belongs to two pods
    RC_ASSERT(mine.is_subset_of(state.pools.exclusive));
    exclusive |= mine;
    if (pod.place == Place::kOwn && pod.qos == Qos::kLse) lse |= pod.cpus;
    RC_ASSERT(pod.unlimited == (pod.place == Place::kOwn));
    RC_ASSERT(pod.cpus.empty() == (pod.place == Place::kUntouched));
    RC_ASSERT(pod.cpus.is_subset_of(all));
    RC_ASSERT(std::is_sorted(pod.memory_nodes.begin(), pod.memory_nodes.end()));
  }
  CpuSet withheld = node.reserved();
  if (node.system_qos_exclusive()) withheld |= node.system_qos();
  RC_ASSERT(state.pools.shared == all - state.pools.exclusive - withheld);
  RC_ASSERT(!state.pools.best_effort.intersects(lse | withheld));
  RC_ASSERT(state.pools.shared.is_subset_of(state.pools.best_effort));
  const CpuSet every =
      state.pools.shared | state.pools.exclusive | state.pools.best_effort | withheld;
  RC_ASSERT(every == all);
}

RC_GTEST_PROP(NodeProperties, PoolsAreWhatTheRulesSay, ()) {
  LocalNode node(machine(4, 4), drawn_options());
  for (int step = 0; step < 20; ++step) {
    const int what = *rc::gen::inRange(0, 8);
    const std::string uid = std::to_string(*rc::gen::inRange(0, 8));
    if (what < 5) node.set_pod(drawn_pod(uid));
    if (what == 5) node.remove_pod(uid);
    if (what == 6) node.set_kubelet(drawn_kubelet());
    if (what == 7) node.set_node(drawn_node());
    check_pools(node);
  }
}

// A pod that kubelet's files do not name leaves nothing behind when it is removed.
RC_GTEST_PROP(NodeProperties, APodThatComesAndGoesLeavesNoTrace, ()) {
  LocalNode node(machine(4, 4), drawn_options());
  node.set_kubelet(drawn_kubelet());
  node.set_node(drawn_node());
  const int pods = *rc::gen::inRange(0, 8);
  for (int i = 0; i < pods; ++i) node.set_pod(drawn_pod(std::to_string(i)));
  const std::string before = text(decide(node));
  node.set_pod(drawn_pod("guest"));
  RC_ASSERT(node.remove_pod("guest"));
  RC_ASSERT(text(decide(node)) == before);
}

// Pods whose claims do not overlap may be added in any order, before or after kubelet's state.
RC_GTEST_PROP(NodeProperties, TheOrderOfIndependentPodsDoesNotMatter, ()) {
  const Options options = drawn_options();
  const object::NodeObject object = drawn_node();
  std::vector<PodObject> pods;
  const int count = *rc::gen::inRange(1, 8);
  for (int i = 0; i < count; ++i) {
    PodObject pod = drawn_pod(std::to_string(i));
    if (pod.status && pod.status->cpus) {
      CpuSet own;  // every pod draws from four CPUs of its own
      pod.status->cpus->for_each([&](int cpu) { own.add(i * 4 + cpu % 4); });
      pod.status->cpus = own;
    }
    pods.push_back(pod);
  }
  LocalNode first(machine(4, 4), options);
  first.set_node(object);
  for (const PodObject &pod : pods) first.set_pod(pod);
  std::vector<PodObject> other = *rc::gen::just(pods);
  for (size_t i = other.size(); i > 1; --i)
    std::swap(other[i - 1],
              other[static_cast<size_t>(*rc::gen::inRange<int>(0, static_cast<int>(i)))]);
  LocalNode second(machine(4, 4), options);
  for (const PodObject &pod : other) second.set_pod(pod);
  second.set_node(object);
  RC_ASSERT(text(decide(first)) == text(decide(second)));
}

// last_change() reports every pod that changes() finds.
RC_GTEST_PROP(NodeProperties, GenerationsTellOfEveryChange, ()) {
  LocalNode node(machine(4, 4), drawn_options());
  for (int step = 0; step < 12; ++step) {
    const NodeState before = decide(node);
    const int what = *rc::gen::inRange(0, 8);
    const std::string uid = std::to_string(*rc::gen::inRange(0, 8));
    if (what < 5) node.set_pod(drawn_pod(uid));
    if (what == 5) node.remove_pod(uid);
    if (what == 6) node.set_kubelet(drawn_kubelet());
    if (what == 7) node.set_node(drawn_node());
    for (const std::string &moved : changes(before, decide(node)).moved)
      RC_ASSERT(last_change(node, *node.find_pod(moved)) > before.generation);
  }
}

}  // namespace
}  // namespace koord::agent::testing
