#include "day.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "traced.h"

namespace koord::guest {
namespace {

Node make_node(const Machine &machine, bool is_static) {
  Node node;
  node.machine = machine;
  node.is_static = is_static;
  // One CPU of every second NUMA node is reserved; large machines also have a CPU for system QoS.
  for (size_t i = 0; i < machine.nodes.size(); i += 2)
    node.reserved.set(static_cast<size_t>(members(machine.nodes[i].second)[0]));
  const std::vector<int> cpus = members(machine.cpus);
  if (cpus.size() >= 8) node.system.set(static_cast<size_t>(cpus.back()));
  return node;
}

}  // namespace

Day::Day(const DaySettings &settings, const Machine &machine)
    : settings_(settings),
      node_(make_node(machine, settings.is_static)),
      random_(settings.seed),
      groups_(settings.groups, machine),
      agent_(node_, settings.groups) {}

int Day::draw(int from, int to) {
  return from + static_cast<int>(random_() % static_cast<unsigned>(to - from + 1));
}

Cpus Day::draw_cpus(const Cpus &from, int count) {
  std::vector<int> cpus = members(from);
  if (chance(50)) std::shuffle(cpus.begin(), cpus.end(), random_);
  Cpus out;
  for (int i = 0; i < count && i < static_cast<int>(cpus.size()); ++i)
    out.set(static_cast<size_t>(cpus[static_cast<size_t>(i)]));
  return out;
}

// R06, R17: returns the CPUs of the shared pool without those that kubelet reserves.
Cpus Day::free_for_scheduler() const {
  return node_.machine.cpus & ~node_.reserved & ~node_.system & ~owned(node_, false) &
         ~given_by_kubelet(node_);
}
Cpus Day::free_for_kubelet() const {
  Cpus out = free_for_scheduler();
  for (const auto &[uid, containers] : node_.entries)
    for (const auto &[name, cpus] : containers) out &= ~cpus;
  return out;
}

void Day::draw_containers(Pod &pod) {
  pod.containers.push_back({"", "", 0, 1});
  const int count = draw(1, 3);
  for (int i = 0; i < count; ++i) {
    Container container;
    container.name = std::string(1, static_cast<char>('a' + i));
    container.tasks = static_cast<size_t>(draw(1, 3));
    if (kube_qos(pod) != KOORD_KUBE_QOS_BEST_EFFORT) container.milli = 100 * draw(1, 9);
    if (pod.asks == Asks::kAll && chance(60)) container.milli = 1000 * draw(1, 2);
    pod.containers.push_back(container);
  }
  if (is_exclusive(pod)) {  // the CPUs are the pod's; its containers share them freely
    const int whole = static_cast<int>(pod.own.count()) * 1000;
    for (size_t i = 1; i < pod.containers.size(); ++i)
      pod.containers[i].milli = i == 1 ? whole - 100 * (count - 1) : 100;
  }
}

Pod Day::draw_pod() {
  Pod pod;
  pod.uid = "5eed-" + std::to_string(++counts_.pods);
  if (chance(45)) pod.label = chance(50) ? Label::kLse : Label::kLsr;
  if (is_exclusive(pod)) {
    const int most = std::max<int>(1, static_cast<int>(node_.machine.cpus.count()) / 4);
    pod.own = draw_cpus(free_for_scheduler(), draw(1, most));
    pod.asks = Asks::kAll;
  }
  if (pod.own.none()) {
    static constexpr Label kOthers[] = {Label::kNone, Label::kNone, Label::kLs,
                                        Label::kLs,   Label::kBe,   Label::kSystem};
    pod.label = kOthers[draw(0, static_cast<int>(std::size(kOthers)) - 1)];
    pod.asks = static_cast<Asks>(draw(0, pod.label == Label::kSystem ? 1 : 2));
  }
  const bool may_name = pod.label == Label::kLs || pod.label == Label::kBe || is_exclusive(pod);
  if (may_name && chance(40)) {
    // Memory nodes of exclusive pods and NUMA nodes of BE pods are named by amounts only.
    pod.by_amounts = pod.label != Label::kLs || chance(50);
    for (const auto &[number, cpus] : node_.machine.nodes)
      if (chance(40)) pod.named_nodes.push_back(number);
    if (pod.named_nodes.empty()) pod.by_amounts = false;
  }
  draw_containers(pod);
  return pod;
}

// A static kubelet assigns CPUs to containers of Guaranteed pods with whole CPUs. If too few are
// free, the container requests a fraction instead.
void Day::admit(Pod &pod) {
  if (!node_.is_static) return;
  if (is_exclusive(pod)) {
    // If its state file was rewritten, it repeats the scheduler's assignment.
    if (chance(50) && (pod.own & free_for_kubelet()) == pod.own)
      node_.entries[pod.uid][pod.containers[1].name] = pod.own;
    return;
  }
  if (kube_qos(pod) != KOORD_KUBE_QOS_GUARANTEED) return;
  for (Container &container : pod.containers) {
    if (container.milli == 0 || container.milli % 1000 != 0) continue;
    const int count = container.milli / 1000;
    const Cpus free = free_for_kubelet();
    if (static_cast<int>(free.count()) < count)
      container.milli = 500;
    else
      node_.entries[pod.uid][container.name] = draw_cpus(free, count);
  }
}

std::string Day::arrive() {
  Pod pod = draw_pod();
  admit(pod);
  node_.pods.push_back(pod);
  Pod &here = node_.pods.back();
  groups_.add(node_, here);
  counts_.containers += here.containers.size();
  agent_.set_kubelet(node_);
  agent_.set_pod(node_, here);
  return "the pod " + here.uid + " comes";
}

std::string Day::depart() {
  const auto at = node_.pods.begin() + draw(0, static_cast<int>(node_.pods.size()) - 1);
  const Pod pod = *at;
  node_.pods.erase(at);
  groups_.remove(pod);
  agent_.remove_pod(pod.uid);
  if (node_.entries.contains(pod.uid)) stale_.push_back(pod.uid);
  if (chance(50)) forget_stale_entries();
  agent_.set_kubelet(node_);
  return pod.uid + " goes";
}

void Day::forget_stale_entries() {
  for (const std::string &uid : stale_) node_.entries.erase(uid);
  stale_.clear();
}

// Returns the pods whose own CPUs may change. CPUs that a late kubelet entry names, too, belong to
// the pod only while it keeps them, so such pods are left out.
std::vector<Pod *> Day::movable() {
  std::vector<Pod *> out;
  for (Pod &pod : node_.pods)
    if (is_exclusive(pod) && (pod.own & named_by_kubelet(node_)).none()) out.push_back(&pod);
  return out;
}

// Rotates the CPUs of two or three pods that own equally many.
std::string Day::exchange() {
  std::vector<Pod *> pods = movable();
  if (pods.size() < 2) return move();
  std::shuffle(pods.begin(), pods.end(), random_);
  std::erase_if(pods, [&](const Pod *pod) { return pod->own.count() != pods[0]->own.count(); });
  if (pods.size() < 2) return move();
  pods.resize(std::min<size_t>(pods.size(), 3));
  std::string what = "CPUs go round among";
  const Cpus first = pods[0]->own;
  for (size_t i = 0; i < pods.size(); ++i) {
    pods[i]->own = i + 1 < pods.size() ? pods[i + 1]->own : first;
    what += ' ' + pods[i]->uid;
  }
  for (const Pod *pod : pods) agent_.set_pod(node_, *pod);
  return what;
}

std::string Day::move() {
  std::vector<Pod *> pods = movable();
  if (pods.empty()) return arrive();
  Pod &pod = *pods[static_cast<size_t>(draw(0, static_cast<int>(pods.size()) - 1))];
  pod.own = draw_cpus(free_for_scheduler() | pod.own, static_cast<int>(pod.own.count()));
  agent_.set_pod(node_, pod);
  return pod.uid + " moves to " + to_list(pod.own);
}

std::string Day::restart_container() {
  Pod &pod = node_.pods[static_cast<size_t>(draw(0, static_cast<int>(node_.pods.size()) - 1))];
  const int container = draw(0, static_cast<int>(pod.containers.size()) - 1);
  groups_.restart(node_, pod, static_cast<size_t>(container));
  return "a container of " + pod.uid + " restarts";
}

std::string Day::step() {
  const size_t most = 8 + node_.machine.cpus.count();
  const bool is_full = node_.pods.size() >= most;
  const int what = draw(1, 100);
  if (node_.pods.size() < 3 || (what <= 40 && !is_full)) return arrive();
  if (what <= 62) return depart();
  if (what <= 76) return exchange();
  if (what <= 84) return move();
  if (what <= 92) return restart_container();
  if (what <= 96) {
    const size_t taken = groups_.reconcile(node_);
    return "kubelet writes " + std::to_string(taken) + " cpusets";
  }
  agent_.restart(node_);
  return "the agent restarts";
}

void Day::apply(const Plan &plan, Watch &watch, std::optional<size_t> kill_before) {
  if (!settings_.traced) {
    if (agent_.apply(plan) != 0) throw std::runtime_error("a plan failed:\n" + plan.text());
    counts_.writes += plan.steps;
    return;
  }
  try {
    const Traced done = run_traced([&] { return agent_.apply(plan); },
                                   [&](size_t write) {
                                     watch.look(plan.parks);
                                     return write != kill_before;
                                   });
    counts_.writes += done.writes;
    counts_.kills += done.was_killed ? 1 : 0;
    if (kill_before && !done.was_killed)
      throw std::runtime_error("fewer writes were made than planned");
    if (done.exit_code != 0) throw std::runtime_error("it failed");
    watch.look(plan.parks);
  } catch (const std::exception &error) {
    throw std::runtime_error(std::string(error.what()) + "\nin the plan\n" + plan.text());
  }
}

// Lets the agent bring all groups to their goal, however often it is killed on the way.
void Day::follow() {
  Watch watch(node_, groups_);
  watch.look(false);
  for (int kills = settings_.kills ? draw(1, 3) : 0;; --kills) {
    const Plan plan = agent_.plan(node_);
    if (plan.steps == 0) break;
    ++counts_.plans;
    counts_.parked += plan.parks ? 1 : 0;
    std::optional<size_t> kill_before;
    if (kills > 0) kill_before = draw(0, static_cast<int>(plan.steps) - 1);
    apply(plan, watch, kill_before);
    if (kill_before) {
      if (chance(20)) agent_.restart(node_);
      continue;
    }
    if (const Plan again = agent_.plan(node_); again.steps != 0)
      throw std::runtime_error("a second plan is not empty:\n" + again.text() + "after\n" +
                               plan.text());
    break;
  }
  counts_.looks += watch.looks();
  counts_.checks += check_arrived(node_, groups_);
}

// Returns all inputs of the placement, for the analysis of a failure.
std::string Day::picture() const {
  std::string out = "reserved " + to_list(node_.reserved) + ", system " + to_list(node_.system);
  for (const auto &[uid, containers] : node_.entries)
    for (const auto &[name, cpus] : containers)
      out += "\nkubelet gave " + uid + '/' + name + ' ' + to_list(cpus);
  for (const Pod &pod : node_.pods) {
    out += "\n" + pod.uid + ": label " + std::to_string(static_cast<int>(pod.label)) + ", asks " +
           std::to_string(static_cast<int>(pod.asks)) + ", own " + to_list(pod.own);
    for (const int node : pod.named_nodes) out += " node " + std::to_string(node);
  }
  return out;
}

// Prints progress for callers that wait. The output is flushed, because
// forked children would print buffered text again.
void Day::say_progress() const {
  constexpr size_t kEvery = 10;
  if ((counts_.steps + 1) % kEvery != 0) return;
  std::printf("step %zu of %zu: %zu pods here, %zu plans, %zu writes\n", counts_.steps + 1,
              settings_.steps, node_.pods.size(), counts_.plans, counts_.writes);
  std::fflush(stdout);
}

DayCounts Day::run() {
  for (; counts_.steps < settings_.steps; ++counts_.steps) {
    std::string what;
    try {
      what = step();
      follow();
    } catch (const std::exception &error) {
      throw std::runtime_error("step " + std::to_string(counts_.steps + 1) + " (" + what +
                               "): " + error.what() + '\n' + picture());
    }
    say_progress();
  }
  return counts_;
}

}  // namespace koord::guest
