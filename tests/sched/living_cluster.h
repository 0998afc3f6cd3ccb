// A random history of a cluster, and the API server's objects after it: pods
// come, grow and go, devices fail, vanish and return, CPUs go offline,
// reports change, and owners take from reservations.
#pragma once

#include <rapidcheck.h>

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "plan/resize.h"
#include "sched/draw_devices.h"
#include "topology/subset.h"

namespace koord::testing {

// The objects of one node in the API server, and the state of its hardware.
struct LivingNode {
  NodeObject node;
  NodeTopology topology;
  DeviceObject devices;  // all devices in healthy state
  std::set<size_t> broken;
  std::set<size_t> absent;
  CpuSet offline;
  CpuSet isolated;
  bool has_topology = true;
  bool has_machine = true;  // the report describes the CPUs
  bool has_devices = true;
  std::vector<int64_t> foreign;  // memory of each zone used by unknown pods; empty if not reported

  NodeTopology topology_now() const {
    NodeTopology out = topology;
    const CpuSet online = topology.machine->all_cpus() - offline;
    out.machine = koord::with_cpus(*with_isolated(*topology.machine, isolated), online);
    if (!has_machine) out.machine = nullptr;
    for (NumaAmounts &zone : out.allocatable)
      for (Amount &amount : zone.amounts)
        if (amount.resource == "cpu")
          for (const auto &place : topology.machine->cpu_nodes())
            if (place.id == zone.node) amount.value -= 1000 * place.cpus.count_and(offline);
    return out;
  }
  DeviceObject devices_now() const {
    DeviceObject out = devices;
    out.devices.clear();
    for (size_t i = 0; i < devices.devices.size(); ++i) {
      if (absent.contains(i)) continue;
      out.devices.push_back(devices.devices[i]);
      out.devices.back().healthy = !broken.contains(i);
    }
    return out;
  }
};

class LivingCluster {
 public:
  explicit LivingCluster(Profile profile) : cluster_(options_of(profile)) {
    const int count = *rc::gen::inRange(1, 3);
    for (int i = 0; i < count; ++i) {
      const std::string name = "n" + std::to_string(i);
      const Drawn drawn = draw_node(name);
      LivingNode node;
      node.node = drawn.node;
      node.topology = drawn.topology;
      node.devices = draw_devices(name, static_cast<int>(drawn.topology.allocatable.size()));
      for (size_t d = 0; d < node.devices.devices.size(); ++d)
        if (!node.devices.devices[d].healthy) node.broken.insert(d);
      nodes_.push_back(std::move(node));
    }
    for (const LivingNode &node : nodes_) {
      log_event(node.node.name + ": " + describe(node));
      show(cluster_, node);
    }
  }

  void live() {
    const int steps = *rc::gen::inRange(3, 30);
    for (int step = 0; step < steps; ++step) happen();
    for (auto &[uid, pod] : pods_) bind(pod);
  }
  // Repeats reports, because pods bound after a report and reservations are not in it.
  void report_again(Cluster &restarted) {
    for (const LivingNode &node : nodes_) {
      if (!node.has_topology || node.foreign.empty()) continue;
      cluster_.set_topology(report_of(node));
      restarted.set_topology(report_of(node));
    }
  }
  // Fills a new cluster, in random order.
  void restart(Cluster &out) const {
    std::vector<std::function<void()>> shown;
    for (const auto &[uid, pod] : pods_)
      shown.emplace_back([&out, &pod = pod.object] { set(out, pod); });
    for (const LivingNode &node : nodes_) {
      shown.emplace_back([&out, &node] { out.set_node(node.node); });
      if (node.has_devices)
        shown.emplace_back([&out, &node] { out.set_devices(node.devices_now()); });
      if (node.has_topology)
        shown.emplace_back([this, &out, &node] { out.set_topology(report_of(node)); });
    }
    std::mt19937 random(*rc::gen::inRange(0U, 1000U));
    std::shuffle(shown.begin(), shown.end(), random);
    // Nodes are added first, so that they have equal ids.
    for (const LivingNode &node : nodes_) out.set_node(node.node);
    for (const auto &show : shown) show();
    for (const auto &[uid, policy] : reservations_) {
      RC_ASSERT(out.set_reservation(uid, policy) == Outcome::kDone);
      for (const std::string &owner : owners_)
        if (pods_.at(owner).reservation == uid) RC_ASSERT(out.adopt(owner, uid) == Outcome::kDone);
    }
  }
  // Restores missing Device objects, which the first cluster has remembered meanwhile.
  void bring_devices(Cluster &restarted) {
    for (LivingNode &node : nodes_) {
      if (node.has_devices) continue;
      node.has_devices = true;
      cluster_.set_devices(node.devices_now());
      restarted.set_devices(node.devices_now());
    }
  }
  void compare(const Cluster &restarted) const {
    compare_pods(restarted);
    RC_ASSERT(restarted.same_state(cluster_));
    for (int i = 0; i < 4; ++i) {
      const PodObject probe = i % 2 == 0 ? draw_pod("probe") : draw_device_pod("probe");
      RC_ASSERT(evaluate(restarted, probe) == evaluate(cluster_, probe));
    }
  }
  void compare_pods(const Cluster &restarted) const {
    for (const auto &[uid, pod] : pods_) {
      sched::Allocation one;
      sched::Allocation other;
      RC_ASSERT(cluster_.allocation(uid, one) == Outcome::kDone);
      RC_ASSERT(restarted.allocation(uid, other) == Outcome::kDone);
      log_event(uid + " on " + std::to_string(one.node) + ": " + to_text(one) + "; restored " +
                to_text(other));
      RC_ASSERT(to_text(one) == to_text(other));
    }
  }
  static sched::Options options_of(Profile profile) {
    sched::Options out;
    out.profile = profile;
    return out;
  }

 private:
  struct LivingPod {
    PodObject object;
    bool bound = false;
    std::string reservation;  // the reservation from which it was taken
  };

  void show(Cluster &out, const LivingNode &node) const {
    out.set_node(node.node);
    if (node.has_topology) out.set_topology(report_of(node));
    out.set_devices(node.devices_now());
  }
  static std::string to_text(const sched::Allocation &allocation) {
    std::string out = allocation.status.cpus ? allocation.status.cpus->to_string() : "";
    for (const NumaAmounts &zone : allocation.status.numa) {
      out += " node" + std::to_string(zone.node) + '{';
      for (const Amount &amount : zone.amounts)
        out += amount.resource + '=' + std::to_string(amount.value) + ' ';
      out += '}';
    }
    for (const SharedPool &pool : allocation.status.pools)
      out += " pool" + std::to_string(pool.node);
    return out + ' ' + devices_of(allocation);
  }
  // Formats devices in sorted order, because claims may state them in any order.
  static std::string devices_of(const sched::Allocation &allocation) {
    std::set<std::string> devices;
    for (const AllocatedDevice &device : allocation.devices) {
      std::string text = device.type + std::to_string(device.minor) + '{';
      for (const Amount &amount : device.resources)
        text += amount.resource + '=' + std::to_string(amount.value) + ' ';
      for (const VirtualFunction &vf : device.vfs) text += vf.bus_id + ' ';
      devices.insert(text + '}');
    }
    std::string out;
    for (const std::string &device : devices) out += device;
    return out;
  }
  LivingNode &any_node() { return nodes_[*rc::gen::inRange<size_t>(0, nodes_.size())]; }

  // Adds an event to the report of a failing history.
  static void log_event(const std::string &event) { RC_LOG() << event << std::endl; }
  void log_reservation(const PodObject &pod, const Answer &answer) const {
    std::string text = pod.uid + " (qos " + std::to_string(static_cast<int>(pod.qos));
    for (const Amount &amount : pod.containers[0].requests)
      text += ' ' + amount.resource + '=' + std::to_string(amount.value);
    log_event(text + ") is reserved on " + std::to_string(answer.allocation.node) + ": " +
              to_text(answer.allocation));
  }

  void happen() {
    switch (*rc::gen::inRange(0, 19)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5:
        return come();
      case 6:
      case 7:
        return go();
      case 8:
        return flip(any_node(), &LivingNode::broken);
      case 9:
        return flip(any_node(), &LivingNode::absent);
      case 10: {
        LivingNode &node = any_node();
        node.has_devices = !node.has_devices;
        log_event(node.node.name + (node.has_devices ? ": has devices" : ": has no Device object"));
        if (node.has_devices)
          cluster_.set_devices(node.devices_now());
        else
          cluster_.remove_devices(node.node.name);
        return;
      }
      case 11:
        return change_online(any_node());
      case 12:
        return change_report(any_node());
      case 13: {
        LivingNode &node = any_node();
        node.has_topology = !node.has_topology;
        log_event(node.node.name + ": " + describe(node));
        if (node.has_topology)
          cluster_.set_topology(report_of(node));
        else
          cluster_.remove_topology(node.node.name);
        return;
      }
      case 14:
        return change_node(any_node());
      case 15:
        return resize();
      case 16:
        return reserve_for_owners();
      case 17:
        return take_from_reservation();
      default:
        if (LivingPod *pod = any_pod()) bind(*pod);
    }
  }
  LivingPod *any_pod() {
    if (pods_.empty()) return nullptr;
    auto at = pods_.begin();
    std::advance(at, *rc::gen::inRange<size_t>(0, pods_.size()));
    return &at->second;
  }
  void come() {
    const std::string uid = "p" + std::to_string(next_++);
    PodObject pod = one_in(3) ? draw_pod(uid) : draw_device_pod(uid);
    pod.requires_isolated = one_in(8);
    const auto id = static_cast<uint32_t>(*rc::gen::inRange<size_t>(0, nodes_.size()));
    const Answer answer = reserve(cluster_, pod, id);
    if (answer.refusal.refused()) return;
    log_reservation(pod, answer);
    pod.scheduled = next_;
    annotate(pod, answer.allocation);
    pods_[uid].object = std::move(pod);
  }
  // Adds the binding and the annotations that PreBind writes.
  void annotate(PodObject &pod, const sched::Allocation &allocation) const {
    pod.node = nodes_[allocation.node].node.name;
    const ResourceStatus &status = allocation.status;
    pod.status.reset();
    if (status.cpus || !status.numa.empty() || !status.pools.empty()) pod.status = status;
    pod.devices.allocated = allocation.devices;
  }
  void resize() {
    LivingPod *pod = any_pod();
    if (pod == nullptr) return;
    PodObject resized = pod->object;
    const bool owns = resized.qos == Qos::kLse || resized.qos == Qos::kLsr;
    const int64_t milli = owns ? 1000 * *rc::gen::inRange(1, 10) : 250 * *rc::gen::inRange(1, 21);
    for (Amounts *amounts : {&resized.containers[0].requests, &resized.containers[0].limits})
      amounts->front().value = milli;
    plan::ResizeAnswer answer;
    {
      const sched::ClusterSnapshot snapshot(cluster_);
      uint32_t node = 0;
      sched::Holder holder;
      if (!snapshot.find(resized.uid, node, holder) || holder.linked) return;
      answer =
          plan::resize(snapshot, node, holder, snapshot.shape_of(resized), {.may_move = one_in(2)});
    }
    if (answer.refusal.refused()) return;
    RC_ASSERT(cluster_.commit(answer.changes) == Outcome::kDone);
    sched::Allocation now;
    RC_ASSERT(cluster_.allocation(resized.uid, now) == Outcome::kDone);
    log_event(resized.uid + " is resized to " + std::to_string(milli) + ": " + to_text(now));
    annotate(resized, now);
    pod->object = std::move(resized);
    if (pod->bound) set(cluster_, pod->object);
  }
  void reserve_for_owners() {
    LivingPod *pod = any_pod();
    if (pod == nullptr || !pod->reservation.empty()) return;
    const auto policy = static_cast<sched::ReservationPolicy>(*rc::gen::inRange(0, 3));
    const std::string &uid = pod->object.uid;
    log_event(uid + " is a reservation " + std::to_string(static_cast<int>(policy)));
    RC_ASSERT(cluster_.set_reservation(uid, policy) == Outcome::kDone);
    reservations_[uid] = policy;
  }
  void take_from_reservation() {
    if (reservations_.empty()) return;
    auto at = reservations_.begin();
    std::advance(at, *rc::gen::inRange<size_t>(0, reservations_.size()));
    PodObject owner = one_in(2) ? pods_.at(at->first).object : draw_pod("");
    owner.uid = owner.name = "p" + std::to_string(next_++);
    owner.node.clear();
    owner.status.reset();
    owner.devices.allocated.clear();
    Refusal refusal;
    RC_ASSERT(cluster_.reserve_from(ask(cluster_, owner), owner.uid, at->first, {}, refusal) ==
              Outcome::kDone);
    if (refusal.refused()) return;
    Answer answer;
    RC_ASSERT(cluster_.allocation(owner.uid, answer.allocation) == Outcome::kDone);
    log_event(owner.uid + " takes from " + at->first);
    log_reservation(owner, answer);
    owner.scheduled = next_;
    annotate(owner, answer.allocation);
    owners_.push_back(owner.uid);
    LivingPod &pod = pods_[owner.uid];
    pod.object = std::move(owner);
    pod.reservation = at->first;
  }
  void bind(LivingPod &pod) {
    log_event(pod.object.uid + " is bound");
    set(cluster_, pod.object);
    pod.bound = true;
  }
  void go() {
    if (pods_.empty()) return;
    auto at = pods_.begin();
    std::advance(at, *rc::gen::inRange<size_t>(0, pods_.size()));
    log_event(at->first + " goes");
    RC_ASSERT(cluster_.remove_pod(at->first) == Outcome::kDone);
    if (reservations_.erase(at->first) > 0)
      for (auto &[uid, pod] : pods_)
        if (pod.reservation == at->first) pod.reservation.clear();
    std::erase(owners_, at->first);
    pods_.erase(at);
  }
  void flip(LivingNode &node, std::set<size_t> LivingNode::*of) {
    const size_t device = *rc::gen::inRange<size_t>(0, node.devices.devices.size());
    if ((node.*of).erase(device) == 0) (node.*of).insert(device);
    log_event(node.node.name + ": " + describe(node));
    if (node.has_devices) cluster_.set_devices(node.devices_now());
  }
  void change_online(LivingNode &node) {
    const CpuSet all = node.topology.machine->all_cpus();
    const int count = *rc::gen::inRange(0, 4);
    node.offline = {};
    for (int i = 0; i < count; ++i) node.offline |= CpuSet{*rc::gen::inRange(1, all.count())};
    if (one_in(4)) node.offline = node.topology.machine->cpu_nodes()[0].cpus - CpuSet{0};
    log_event(node.node.name + ": " + describe(node));
    if (node.has_topology) cluster_.set_topology(report_of(node));
  }
  void change_report(LivingNode &node) {
    NodeTopology &topology = node.topology;
    switch (*rc::gen::inRange(0, 10)) {
      case 0:
        topology.kubelet_reserved = one_in(2) ? CpuSet{} : CpuSet{*rc::gen::inRange(0, 4)};
        break;
      case 1:
        topology.kubelet_static = !topology.kubelet_static;
        break;
      case 2:
        topology.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(0, 5));
        break;
      case 3:
        topology.node_reserved_cpus = draw_reserved();
        break;
      case 4:
        node.foreign.clear();
        if (one_in(2)) break;
        for (size_t i = 0; i < topology.allocatable.size(); ++i)
          node.foreign.push_back(*rc::gen::inRange(0, 40) * kGi);
        break;
      case 5:
        node.isolated = one_in(3) ? CpuSet{} : CpuSet{*rc::gen::inRange(1, 8), 3};
        break;
      case 6:
        topology.excludes_isolated = !topology.excludes_isolated;
        break;
      case 7:
        node.has_machine = !node.has_machine;
        break;
      case 8:
        for (NumaAmounts &zone : topology.allocatable)
          zone.amounts[1].value = *rc::gen::element<int64_t>(4, 16, 64, 128) * kGi;
        break;
      default:
        report_pods(node);
        break;
    }
    log_event(node.node.name + ": " + describe(node));
    if (node.has_topology) cluster_.set_topology(report_of(node));
  }
  // Draws a reserved CPU, which a pod may own.
  static CpuSet draw_reserved() { return one_in(2) ? CpuSet{} : CpuSet{*rc::gen::inRange(0, 8)}; }
  // Updates the agent's report of pods with CPUs.
  void report_pods(LivingNode &node) {
    node.topology.held.clear();
    for (const auto &[uid, pod] : pods_)
      if (pod.bound && pod.object.node == node.node.name && pod.object.status &&
          pod.object.status->cpus)
        node.topology.held.push_back({uid, "default", uid, *pod.object.status->cpus, false});
  }
  void change_node(LivingNode &node) {
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        node.node.reserved_cpus = draw_reserved();
        break;
      case 1:
        node.node.numa_policy = static_cast<NumaPolicy>(*rc::gen::inRange(0, 5));
        break;
      case 2:
        node.node.cpu_amplification = one_in(2) ? 1 : 1.5;
        break;
      default:
        node.node.bind = static_cast<NodeBind>(*rc::gen::inRange(0, 4));
        break;
    }
    log_event(node.node.name + ": " + describe(node));
    cluster_.set_node(node.node);
  }
  // Returns the report with the amounts available beside bound and unknown pods.
  NodeTopology report_of(const LivingNode &node) const {
    NodeTopology out = node.topology_now();
    if (node.foreign.empty()) return out;
    out.available = out.allocatable;
    for (size_t i = 0; i < out.available.size(); ++i) take(out, i, "memory", node.foreign[i]);
    for (const auto &[uid, pod] : pods_) {
      if (!pod.bound || pod.object.node != node.node.name || !pod.object.status) continue;
      if (reservations_.contains(uid)) continue;  // reservations are not running pods
      for (size_t i = 0; i < out.available.size(); ++i) {
        if (pod.object.status->cpus)
          take(out, i, "cpu",
               1000 * node.topology.machine->cpu_nodes()[i].cpus.count_and(
                          *pod.object.status->cpus - node.offline));
        for (const NumaAmounts &numa : pod.object.status->numa)
          if (numa.node == out.available[i].node)
            take(out, i, "memory", amount_of(numa.amounts, "memory"));
      }
    }
    return out;
  }
  static void take(NodeTopology &report, size_t zone, const char *resource, int64_t amount) {
    for (Amount &left : report.available[zone].amounts)
      if (left.resource == resource) left.value = std::max<int64_t>(0, left.value - amount);
  }
  static std::string describe(const LivingNode &node) {
    const auto list = [](const std::set<size_t> &set) {
      std::string out;
      for (const size_t each : set) out += std::to_string(each) + ' ';
      return out;
    };
    const NodeTopology &topology = node.topology;
    std::string out = "broken " + list(node.broken) + "absent " + list(node.absent) + "offline " +
                      node.offline.to_string() + " reserved " +
                      node.node.reserved_cpus.to_string() + ' ' +
                      topology.node_reserved_cpus.to_string() + " by kubelet " +
                      topology.kubelet_reserved.to_string() + " policy " +
                      std::to_string(static_cast<int>(node.node.numa_policy)) + ' ' +
                      std::to_string(static_cast<int>(topology.numa_policy)) + " static " +
                      std::to_string(topology.kubelet_static) + " isolated " +
                      node.isolated.to_string() + ' ' + std::to_string(topology.excludes_isolated) +
                      " machine " + std::to_string(node.has_machine) + " amplification " +
                      std::to_string(node.node.cpu_amplification) + " topology " +
                      std::to_string(node.has_topology) + " reported";
    for (const HeldCpus &held : topology.held) out += ' ' + held.uid + '=' + held.cpus.to_string();
    return out;
  }

  Cluster cluster_;
  std::vector<LivingNode> nodes_;
  std::map<std::string, LivingPod> pods_;
  std::map<std::string, sched::ReservationPolicy> reservations_;
  std::vector<std::string> owners_;  // in the order in which they took
  int next_ = 0;
};

}  // namespace koord::testing
