// The assignment of devices does not depend on the order of events.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

using sched::ReservationPolicy;

// An event for a cluster, and the events that must precede it.
struct Event {
  std::function<void(Cluster &)> happen;
  std::vector<size_t> after = {};
};
using Events = std::vector<Event>;

bool may_happen(const Events &events, const std::vector<size_t> &order) {
  std::vector<bool> happened(events.size());
  for (const size_t event : order) {
    const auto &after = events[event].after;
    if (!std::all_of(after.begin(), after.end(), [&](size_t other) { return happened[other]; }))
      return false;
    happened[event] = true;
  }
  return true;
}

void expect_in_any_order(const Events &events, const std::function<void(Cluster &)> &expect) {
  std::vector<size_t> order(events.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    if (!may_happen(events, order)) continue;
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    for (const size_t event : order) events[event].happen(cluster);
    expect(cluster);
  } while (std::next_permutation(order.begin(), order.end()));
}

Event setting(const PodObject &pod, std::vector<size_t> after = {}) {
  return {[=](Cluster &cluster) { set(cluster, pod); }, std::move(after)};
}

Event setting(const DeviceObject &devices, std::vector<size_t> after = {}) {
  return {[=](Cluster &cluster) { cluster.set_devices(devices); }, std::move(after)};
}

Event reserving(const std::string &uid, std::vector<size_t> after) {
  return {[=](Cluster &cluster) {
            EXPECT_EQ(cluster.set_reservation(uid, ReservationPolicy::kDefault), Outcome::kDone);
          },
          std::move(after)};
}

Event adopting(const std::string &uid, const std::string &reservation, std::vector<size_t> after) {
  return {[=](Cluster &cluster) { EXPECT_EQ(cluster.adopt(uid, reservation), Outcome::kDone); },
          std::move(after)};
}

// The owner was scheduled earlier and claims what the reservation claims, or kubelet assigned it.
TEST(DeviceEvents, OwnersTakeOfTheirReservationInAnyOrder) {
  for (const bool recorded : {false, true})
    for (const bool stated : {true, false}) {
      if (!stated && !recorded) continue;
      const DeviceObject devices = visible_gpus_of("n", 3);
      DeviceObject with_record = devices;
      if (recorded) with_record.kubelet = {{"owner", "main", "nvidia.com/gpu", {"GPU-0"}}};
      PodObject owner = stated ? stating("owner", {0}) : seeing("owner", "n", {});
      owner.scheduled = 1;
      const Events events = {
          setting(devices),       setting(stating("kept", {0, 1}, 2)), setting(owner),
          reserving("kept", {1}), adopting("owner", "kept", {2, 3}),   setting(with_record, {0})};
      expect_in_any_order(events, [](Cluster &cluster) {
        EXPECT_FALSE(conflicts_of(cluster, "kept").any());
        EXPECT_FALSE(conflicts_of(cluster, "owner").any());
        EXPECT_EQ(minors(cluster, "owner"), "0 ");
        EXPECT_EQ(minors(cluster, "kept"), "1 ");
        EXPECT_EQ(cluster.remove_pod("owner"), Outcome::kDone);
        EXPECT_EQ(minors(cluster, "kept"), "0 1 ");
      });
    }
}

TEST(DeviceEvents, OwnersHaveCpusOfTheirReservationInAnyOrder) {
  const auto claiming = [](const std::string &uid, const std::string &cpus) {
    const CpuSet set = CpuSet::parse(cpus);
    PodObject pod = pod_of(uid, Qos::kLsr, int64_t{1000} * set.count());
    pod.node = "n";
    pod.status.emplace().cpus = set;
    return pod;
  };
  PodObject owner = claiming("owner", "0-1");
  owner.scheduled = 1;
  const Events events = {setting(claiming("kept", "0-3")), setting(owner), reserving("kept", {0}),
                         adopting("owner", "kept", {1, 2})};
  expect_in_any_order(events, [](Cluster &cluster) {
    EXPECT_FALSE(conflicts_of(cluster, "kept").any());
    EXPECT_FALSE(conflicts_of(cluster, "owner").any());
    uint32_t node = 0;
    CpuSet cpus;
    EXPECT_EQ(cluster.pod_cpus("kept", node, cpus), Outcome::kDone);
    EXPECT_EQ(cpus, (CpuSet{2, 3}));
    EXPECT_EQ(cluster.pod_cpus("owner", node, cpus), Outcome::kDone);
    EXPECT_EQ(cpus, (CpuSet{0, 1}));
  });
}

// Owners take amounts in the order of their arrival. Reporting one
// of them again does not change the order.
TEST(DeviceEvents, OwnersThatAreShownAgainDoNotOvertakeOthers) {
  Cluster shown{sched::Options{}};
  Cluster untouched{sched::Options{}};
  for (Cluster *cluster : {&shown, &untouched}) {
    add_node(*cluster, "n");
    const auto bound = [](const std::string &uid, int64_t memory) {
      PodObject pod = pod_of(uid, Qos::kLs, 100, memory);
      pod.node = "n";
      return pod;
    };
    set(*cluster, bound("kept", 4 * kGi));
    set(*cluster, bound("b", 3 * kGi));
    set(*cluster, bound("a", 3 * kGi));
    ASSERT_EQ(cluster->set_reservation("kept", ReservationPolicy::kDefault), Outcome::kDone);
    for (const char *owner : {"b", "a"}) ASSERT_EQ(cluster->adopt(owner, "kept"), Outcome::kDone);
    if (cluster == &shown) {
      PodObject again = bound("a", 3 * kGi);
      again.scheduled = 7;
      set(*cluster, again);
    }
    ASSERT_EQ(cluster->remove_pod("a"), Outcome::kDone);
  }
  EXPECT_TRUE(shown.same_state(untouched));
}

// The record is set after all other events.
TEST(DeviceEvents, RecordsOfOwnersCountWhenTheyCome) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  DeviceObject devices = visible_gpus_of("n", 2);
  cluster.set_devices(devices);
  set(cluster, stating("kept", {0}));
  set(cluster, seeing("owner", "n", {}, 0));
  ASSERT_EQ(cluster.set_reservation("kept", ReservationPolicy::kDefault), Outcome::kDone);
  ASSERT_EQ(cluster.adopt("owner", "kept"), Outcome::kDone);
  for (const char *gpu : {"0", "1", "0"}) {
    devices.kubelet = {{"owner", "main", "nvidia.com/gpu", {std::string("GPU-") + gpu}}};
    cluster.set_devices(devices);
    EXPECT_EQ(minors(cluster, "owner"), std::string(gpu) + ' ');
    EXPECT_EQ(minors(cluster, "kept"), gpu[0] == '0' ? "" : "0 ");
    EXPECT_EQ(explain(cluster, seeing("c", "", {}, 1), 0).refused(), gpu[0] == '1');
  }
  devices.kubelet.clear();
  cluster.set_devices(devices);
  EXPECT_EQ(minors(cluster, "kept"), "0 ");
  EXPECT_EQ(minors(cluster, "owner"), "");
}

// No source states the devices of the reservation; one of them is its owner's.
TEST(DeviceEvents, DevicesOfOwnersBelongToTheReservation) {
  const DeviceObject devices = visible_gpus_of("n", 3);
  const Events events = {setting(devices), setting(seeing("kept", "n", {}, 2)),
                         setting(stating("owner", {1})), reserving("kept", {1}),
                         adopting("owner", "kept", {2, 3})};
  expect_in_any_order(events, [](Cluster &cluster) {
    EXPECT_EQ(minors(cluster, "owner"), "1 ");
    EXPECT_EQ(conflicts_of(cluster, "kept").devices_unexplained, 1);
    EXPECT_TRUE(explain(cluster, seeing("c", "", {}, 2), 0).refused());
    EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 1), 0).refused());
  });
  // Once the owner is removed, no source states any of them.
  const Events leaving = {setting(devices),
                          setting(seeing("kept", "n", {}, 1)),
                          setting(stating("owner", {1})),
                          reserving("kept", {1}),
                          adopting("owner", "kept", {2, 3}),
                          {[](Cluster &cluster) { cluster.remove_pod("owner"); }, {4}}};
  expect_in_any_order(leaving, [](Cluster &cluster) {
    EXPECT_EQ(minors(cluster, "kept"), "");
    EXPECT_EQ(conflicts_of(cluster, "kept").devices.reason, Reason::kDevicesUnknown);
    EXPECT_TRUE(explain(cluster, seeing("c", "", {}, 3), 0).refused());
    EXPECT_FALSE(explain(cluster, seeing("c", "", {}, 2), 0).refused());
  });
}

// The owner is not known yet, but is in kubelet's record.
TEST(DeviceEvents, ReservationsKeepDevicesOfUnknownOwners) {
  DeviceObject devices = visible_gpus_of("n", 2);
  devices.kubelet = {{"owner", "main", "nvidia.com/gpu", {"GPU-0"}}};
  const Events events = {setting(devices), setting(stating("kept", {0, 1}, 2)),
                         reserving("kept", {1})};
  expect_in_any_order(events, [](Cluster &cluster) {
    EXPECT_FALSE(conflicts_of(cluster, "kept").any());
    EXPECT_EQ(minors(cluster, "kept"), "0 1 ");
    EXPECT_TRUE(explain(cluster, seeing("c", "", {}, 1), 0).refused());
    EXPECT_FALSE(set(cluster, seeing("owner", "n", {})).devices_unexplained > 0);
    EXPECT_EQ(cluster.adopt("owner", "kept"), Outcome::kDone);
    EXPECT_FALSE(conflicts_of(cluster, "owner").any());
    EXPECT_EQ(minors(cluster, "owner"), "0 ");
    EXPECT_EQ(minors(cluster, "kept"), "1 ");
  });
}

// A pod reserved here may become a reservation, and bound pods its owners.
TEST(DeviceEvents, OwnersUseDevicesReservedHere) {
  const DeviceObject devices = visible_gpus_of("n", 2);
  DeviceObject with_record = devices;
  with_record.kubelet = {{"owner", "main", "nvidia.com/gpu", {"GPU-1"}}};
  const Event first = {[=](Cluster &cluster) {
    cluster.set_devices(devices);
    EXPECT_FALSE(reserve(cluster, seeing("kept", "", {}, 2), 0).refusal.refused());
  }};
  const Events events = {first, setting(seeing("owner", "n", {}), {0}), reserving("kept", {0}),
                         adopting("owner", "kept", {1, 2}), setting(with_record, {0})};
  expect_in_any_order(events, [](Cluster &cluster) {
    EXPECT_FALSE(conflicts_of(cluster, "owner").any());
    EXPECT_EQ(minors(cluster, "owner"), "1 ");
    EXPECT_EQ(minors(cluster, "kept"), "0 ");
    EXPECT_EQ(cluster.remove_pod("owner"), Outcome::kDone);
    EXPECT_EQ(minors(cluster, "kept"), "0 1 ");
  });
}

// A claim that names devices without amounts is accepted, and owners cannot take from it.
TEST(DeviceEvents, OwnersTakeNothingThatHasNoAmountUpstream) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(visible_gpus_of("n", 2));
  set(cluster, stating("kept", {0, 1}, 2));
  set(cluster, stating("owner", {0}));
  ASSERT_EQ(cluster.set_reservation("kept", ReservationPolicy::kDefault), Outcome::kDone);
  ASSERT_EQ(cluster.adopt("owner", "kept"), Outcome::kDone);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(minors(cluster, "kept"), "0 1 ");
    EXPECT_EQ(minors(cluster, "owner"), "0 ");
    cluster.set_devices(visible_gpus_of("n", 2));
  }
}

class Story {
 public:
  Story() {
    gpus_ = *rc::gen::inRange(2, 5);
    devices_ = visible_gpus_of("n", gpus_);
    for (DeviceInfo &gpu : devices_.devices) gpu.healthy = *rc::gen::inRange(0, 6) > 0;
    others_ = visible_gpus_of("m", gpus_);
    if (*rc::gen::arbitrary<bool>()) {
      // No source states these devices yet, and a pod is reserved here.
      DeviceObject bare = devices_;
      bare.kubelet.clear();
      PodObject ours = seeing("ours", "", {}, *rc::gen::inRange(1, 3));
      set_size(ours, 5);
      begin_.push_back(setting(bare));
      begin_.push_back({[=](Cluster &cluster) { reserve(cluster, ours, 0); }});
      if (*rc::gen::arbitrary<bool>()) draw_record("ours");
      if (*rc::gen::arbitrary<bool>()) draw_owner_of_ours();
    }
    std::vector<std::pair<std::string, size_t>> staying;
    for (int i = *rc::gen::inRange(2, 5); i > 0; --i) {
      const PodObject pod = draw_pod("p" + std::to_string(i));
      if (*rc::gen::arbitrary<bool>()) draw_record(pod.uid);
      uids_.push_back(pod.uid);
      events_.push_back(setting(pod));
      const int what_then = *rc::gen::inRange(0, 4);
      if (what_then == 0) {
        staying.emplace_back(pod.uid, events_.size() - 1);
        events_.push_back(setting(draw_pod(pod.uid), {events_.size() - 1}));  // reported again
      } else if (what_then == 1) {
        move(pod);
      } else {
        staying.emplace_back(pod.uid, events_.size() - 1);
      }
    }
    if (!staying.empty() && *rc::gen::arbitrary<bool>()) draw_owners(staying);
    if (!staying.empty() && *rc::gen::inRange(0, 3) == 0) draw_leaving(staying);
    if (*rc::gen::inRange(0, 4) == 0) draw_record("stranger");
    events_.push_back(setting(devices_));
    events_.push_back(setting(others_));
  }

  const std::vector<std::string> &uids() const { return uids_; }

  void check_that_nothing_is_given_twice(const Cluster &cluster) const;

  void tell(Cluster &cluster, bool in_order) const {
    add_node(cluster, "n");
    add_node(cluster, "m");
    for (const Event &event : begin_) event.happen(cluster);
    std::vector<size_t> left(events_.size());
    std::iota(left.begin(), left.end(), 0);
    while (!left.empty()) {
      std::vector<size_t> next;
      for (const size_t event : left)
        if (std::none_of(left.begin(), left.end(), [&](size_t other) {
              const auto &after = events_[event].after;
              return std::find(after.begin(), after.end(), other) != after.end();
            }))
          next.push_back(event);
      const size_t chosen = in_order ? next[0] : next[*rc::gen::inRange<size_t>(0, next.size())];
      events_[chosen].happen(cluster);
      std::erase(left, chosen);
    }
  }

 private:
  std::vector<int32_t> draw_gpus() const {
    std::vector<int32_t> out;
    for (int32_t gpu = 0; gpu < gpus_; ++gpu)
      if (*rc::gen::inRange(0, 3) == 0) out.push_back(gpu);
    return out;
  }

  void draw_record(const std::string &uid) {
    std::vector<std::string> ids;
    const bool is_elsewhere = *rc::gen::inRange(0, 4) == 0;
    for (const int32_t gpu : draw_gpus()) {
      ids.push_back("GPU-" + std::to_string(gpu));
      if (*rc::gen::inRange(0, 3) > 0) continue;
      ids.back() += "::0";
      if (!is_elsewhere) replicas_.insert({uid, gpu});
    }
    // GPUs and MIG instances whose GPU is unknown.
    if (*rc::gen::inRange(0, 4) == 0)
      ids.push_back(*rc::gen::element<std::string>("GPU-9", "MIG-9"));
    DeviceObject &devices = is_elsewhere ? others_ : devices_;
    recorded_.insert(uid);
    if (!ids.empty()) devices.kubelet.push_back({uid, "main", "nvidia.com/gpu", ids});
  }

  PodObject draw_pod(const std::string &uid) const {
    const int asked = *rc::gen::inRange(0, 3);
    PodObject pod = seeing(uid, "n", {}, asked);
    const std::vector<int32_t> stated = draw_gpus();
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        pod = stating(uid, stated, asked);
        break;
      case 1:
        for (const int32_t gpu : stated) pod.devices.visible.names.push_back(std::to_string(gpu));
        break;
      case 2:
        pod.faults.push_back({object::PodFault::Costs::kDevices, "unreadable"});
        break;
      default:
        break;
    }
    if (asked > 0 && *rc::gen::inRange(0, 4) == 0)
      for (Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
        amounts->back() = {"koordinator.sh/gpu", 50};
    pod.scheduled = *rc::gen::inRange(0, 2);
    set_size(pod, uid.back() - '0');
    return pod;
  }

  void move(PodObject pod) {
    pod.node = *rc::gen::arbitrary<bool>() ? "m" : "nowhere";
    events_.push_back(setting(pod, {events_.size() - 1}));
    if (*rc::gen::arbitrary<bool>()) return;
    pod.node = "n";
    events_.push_back(setting(pod, {events_.size() - 1}));
  }

  // Removal happens after all events so far; a later record would belong to an unknown pod.
  void draw_leaving(const std::vector<std::pair<std::string, size_t>> &pods) {
    const std::string uid = pods[*rc::gen::inRange<size_t>(0, pods.size())].first;
    if (recorded_.contains(uid)) return;
    std::vector<size_t> all(events_.size());
    std::iota(all.begin(), all.end(), 0);
    events_.push_back(
        {[=](Cluster &cluster) { EXPECT_EQ(cluster.remove_pod(uid), Outcome::kDone); }, all});
    std::erase(uids_, uid);
  }

  // The owner is reserved here, too.
  void draw_owner_of_ours() {
    begin_.push_back(
        {[](Cluster &cluster) { cluster.set_reservation("ours", ReservationPolicy::kDefault); }});
    PodObject owner = seeing("from-ours", "", {}, 1);
    if (*rc::gen::arbitrary<bool>()) amounts_of_half(owner);
    begin_.push_back({[=](Cluster &cluster) {
      Refusal refusal;
      cluster.reserve_from(ask(cluster, owner), owner.uid, "ours", {}, refusal);
    }});
    ours_is_reservation_ = true;
  }

  // Earlier pods are larger than all later ones together, so no owner takes from a reservation what
  // another owner could have taken.
  static void set_size(PodObject &pod, int size) {
    for (Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits}) {
      amounts->at(0).value = 500 << size;
      amounts->at(1).value = kGi << size;
    }
  }

  static void amounts_of_half(PodObject &pod) {
    for (Amounts *amounts : {&pod.containers[0].requests, &pod.containers[0].limits})
      amounts->back() = {"koordinator.sh/gpu", 50};
  }

  void draw_owners(const std::vector<std::pair<std::string, size_t>> &pods) {
    if (ours_is_reservation_ && *rc::gen::arbitrary<bool>()) {
      for (const auto &[uid, set] : pods)
        if (*rc::gen::arbitrary<bool>())
          events_.push_back({[uid = uid](Cluster &cluster) { cluster.adopt(uid, "ours"); },
                             {set, events_.size() - 1}});
      return;
    }
    const auto &[reservation, set] = pods[0];
    events_.push_back(reserving(reservation, {set}));
    const size_t known = events_.size() - 1;
    for (size_t i = 1; i < pods.size(); ++i)
      if (*rc::gen::arbitrary<bool>())
        events_.push_back(
            adopting(pods[i].first, reservation, {known, pods[i].second, events_.size() - 1}));
  }

  int gpus_;
  DeviceObject devices_;
  DeviceObject others_;
  std::set<std::pair<std::string, int32_t>> replicas_;
  bool ours_is_reservation_ = false;
  std::set<std::string> recorded_;
  std::vector<std::string> uids_;
  Events begin_;
  Events events_;
};

void Story::check_that_nothing_is_given_twice(const Cluster &cluster) const {
  struct Given {
    int64_t percent = 0;
    bool is_shared = false;
    bool is_told = false;
  };
  std::map<std::pair<uint32_t, int32_t>, Given> given;
  for (const std::string &uid : uids_) {
    sched::Allocation allocation;
    if (cluster.allocation(uid, allocation) != Outcome::kDone) continue;
    for (const AllocatedDevice &device : allocation.devices) {
      Given &gpu = given[{allocation.node, device.minor}];
      gpu.is_told = gpu.is_told || conflicts_of(cluster, uid).any();
      if (allocation.node == 0 && replicas_.contains({uid, device.minor})) {
        gpu.is_shared = true;
        continue;
      }
      for (const Amount &amount : device.resources)
        if (amount.resource == "koordinator.sh/gpu-core") gpu.percent += amount.value;
    }
  }
  for (const auto &[device, gpu] : given)
    RC_ASSERT(gpu.is_told || gpu.percent < 100 || (gpu.percent == 100 && !gpu.is_shared));
}

std::string minors_of(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  return cluster.allocation(uid, allocation) == Outcome::kDone ? minors(cluster, uid) : "";
}

// Pods, records and claims of every kind, reservations with owners, and pods that move to other
// nodes: the accepted claims do not depend on the order of events, and every conflict is reported.
RC_GTEST_PROP(KubeletsDevices, DoNotDependOnTheOrderOfEvents, ()) {
  const Story story;
  Cluster in_order{sched::Options{}};
  Cluster shuffled{sched::Options{}};
  story.tell(in_order, true);
  story.tell(shuffled, false);

  for (const std::string &uid : story.uids()) {
    sched::Conflicts one;
    sched::Conflicts other;
    RC_ASSERT(in_order.conflicts(uid, one) == Outcome::kDone);
    RC_ASSERT(shuffled.conflicts(uid, other) == Outcome::kDone);
    RC_ASSERT(minors_of(in_order, uid) == minors_of(shuffled, uid));
    RC_ASSERT(one.devices.reason == other.devices.reason);
    RC_ASSERT(one.devices_unexplained == other.devices_unexplained);
    RC_ASSERT(one.devices_overcommitted == other.devices_overcommitted);
    RC_ASSERT(one.claims_refused == other.claims_refused);
  }
  RC_ASSERT(shuffled.same_state(in_order));
  story.check_that_nothing_is_given_twice(in_order);
}

}  // namespace
}  // namespace koord::testing
