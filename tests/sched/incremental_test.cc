// Claims are re-evaluated only if a change can affect them; the result equals re-evaluating all.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

struct Histories {
  Histories() {
    for (Cluster *cluster : {&some_, &all_}) add_node(*cluster, "n");
    gpus_ = *rc::gen::inRange(0, 6);
    if (gpus_ == 0) return;
    devices_ = visible_gpus_of("n", gpus_);
    DeviceInfo nic;
    nic.type = "rdma";
    nic.id = "nic";
    nic.healthy = true;
    nic.resources = {{"koordinator.sh/rdma", 100}};
    if (*rc::gen::arbitrary<bool>()) devices_.devices.push_back(nic);
    const int records = *rc::gen::inRange(0, 4);
    for (int i = 0; i < records; ++i) {
      std::string id = "GPU-" + std::to_string(*rc::gen::inRange(0, gpus_));
      if (*rc::gen::inRange(0, 8) == 0) id += "::0";
      devices_.kubelet.push_back({draw_uid(), "main", "nvidia.com/gpu", {id}});
    }
    for (Cluster *cluster : {&some_, &all_}) cluster->set_devices(devices_);
  }

  void happen() {
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
      case 1: {
        const std::string uid = draw_uid();
        for (Cluster *cluster : {&some_, &all_}) cluster->remove_pod(uid);
        break;
      }
      case 2: {
        PodObject pod = pod_of(draw_uid(), Qos::kLsr, 1000 * *rc::gen::inRange(1, 4));
        if (gpus_ > 0 && *rc::gen::arbitrary<bool>()) ask_for_gpus(pod);
        for (Cluster *cluster : {&some_, &all_}) reserve(*cluster, pod, 0);
        break;
      }
      default:
        set_claiming();
    }
    NodeObject node = node_of("n");
    node.numa_policy = NumaPolicy::kNone;
    all_.set_node(node);  // re-evaluates all claims
  }
  void compare() const {
    RC_ASSERT(some_.same_state(all_));
    for (int i = 0; i < kPods; ++i) {
      const std::string uid = "p" + std::to_string(i);
      sched::Allocation one;
      sched::Allocation other;
      const Outcome outcome = some_.allocation(uid, one);
      RC_ASSERT(outcome == all_.allocation(uid, other));
      if (outcome != Outcome::kDone) continue;
      RC_ASSERT(one.status.cpus == other.status.cpus);
      RC_ASSERT(minors(some_, uid) == minors(all_, uid));
      const sched::Conflicts a = conflicts_of(some_, uid);
      const sched::Conflicts b = conflicts_of(all_, uid);
      RC_ASSERT(a.cpus.reason == b.cpus.reason);
      RC_ASSERT(a.cpus.where == b.cpus.where);
      RC_ASSERT(a.devices.reason == b.devices.reason);
      RC_ASSERT(a.devices.where == b.devices.where);
      RC_ASSERT(std::tuple(a.cpus_held, a.cpus_reserved, a.cpus_unknown, a.devices_unknown,
                           a.devices_overcommitted, a.claims_refused, a.devices_unexplained) ==
                std::tuple(b.cpus_held, b.cpus_reserved, b.cpus_unknown, b.devices_unknown,
                           b.devices_overcommitted, b.claims_refused, b.devices_unexplained));
    }
  }

 private:
  static constexpr int kPods = 12;

  static std::string draw_uid() { return "p" + std::to_string(*rc::gen::inRange(0, kPods)); }
  void ask_for_gpus(PodObject &pod) const {
    const bool shares = *rc::gen::arbitrary<bool>();
    Amounts &requests = pod.containers[0].requests;
    requests.push_back(shares ? Amount{"koordinator.sh/gpu", 50}
                              : Amount{"nvidia.com/gpu", *rc::gen::inRange(1, 3)});
    std::sort(requests.begin(), requests.end(),
              [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
    pod.containers[0].limits = requests;
  }
  void set_claiming() {
    const CpuSet cpus = CpuSet{*rc::gen::inRange(0, 16), *rc::gen::inRange(0, 16)};
    PodObject pod = pod_of(draw_uid(), *rc::gen::inRange(0, 3) == 0 ? Qos::kLs : Qos::kLsr,
                           int64_t{1000} * cpus.count());
    pod.node = "n";
    pod.scheduled = *rc::gen::inRange(0, 5);
    if (*rc::gen::inRange(0, 3) > 0) pod.status.emplace().cpus = cpus;
    if (gpus_ > 0 && *rc::gen::arbitrary<bool>()) {
      ask_for_gpus(pod);
      const int named = *rc::gen::inRange(0, 3);
      const bool by_annotation = *rc::gen::inRange(0, 3) > 0;
      for (int i = 0; i < named; ++i) {
        const int minor = *rc::gen::inRange(0, gpus_);
        if (by_annotation)
          pod.devices.allocated.push_back({"gpu", minor, "", {}, {}, {}});
        else
          pod.devices.visible.names.push_back("GPU-" + std::to_string(minor));
      }
    }
    for (Cluster *cluster : {&some_, &all_}) set(*cluster, pod);
  }

  Cluster some_{sched::Options{}};  // re-evaluates affected claims
  Cluster all_{sched::Options{}};   // re-evaluates all claims after each change
  int gpus_ = 0;
  DeviceObject devices_;
};

RC_GTEST_PROP(IncrementalClaims, EqualAFullEvaluation, ()) {
  Histories histories;
  const int steps = *rc::gen::inRange(1, 40);
  for (int step = 0; step < steps; ++step) {
    histories.happen();
    histories.compare();
  }
}

}  // namespace
}  // namespace koord::testing
