// Nodes whose devices get other minors, after a reboot or when a card is replaced.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "sched/draw_devices.h"
#include "sched/gpu_pods.h"

namespace koord::testing {
namespace {

using sched::ReservationPolicy;

// A node with the cards `ids`, which have the minors 0, 1, ...; an empty id is not stated.
DeviceObject renumbered(const std::vector<std::string> &ids, const char *type = "gpu") {
  DeviceObject out;
  out.node = "n";
  for (size_t i = 0; i < ids.size(); ++i) {
    DeviceInfo info;
    info.type = type;
    info.id = ids[i];
    info.minor = static_cast<int32_t>(i);
    info.healthy = true;
    info.resources =
        info.type == "gpu" ? gpu_amounts() : Amounts{{"koordinator.sh/" + std::string(type), 100}};
    out.devices.push_back(std::move(info));
  }
  return out;
}

// A bound pod whose annotation names a card by minor and id.
PodObject claiming_card(const std::string &uid, int32_t minor, const std::string &id) {
  PodObject pod = stating(uid, {minor});
  pod.devices.allocated[0].id = id;
  return pod;
}

using Card = std::pair<int32_t, std::string>;  // minor and id
std::vector<Card> cards_of(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation(uid, allocation), Outcome::kDone);
  std::vector<Card> out;
  for (const AllocatedDevice &device : allocation.devices)
    out.emplace_back(device.minor, device.id);
  return out;
}

std::string card_ids(const Cluster &cluster, const std::string &uid) {
  std::vector<std::string> found;
  for (const auto &[minor, id] : cards_of(cluster, uid)) found.push_back(id);
  std::ranges::sort(found);
  std::string out;
  for (const std::string &id : found) out += id + ' ';
  return out;
}

std::vector<int32_t> present_minors(const Cluster &cluster, const std::string &uid) {
  std::vector<int32_t> out;
  EXPECT_EQ(cluster.pod_minors(uid, kTypeGpu, out), Outcome::kDone);
  return out;
}

// Returns the number of whole GPUs that a new pod can have.
int free_cards(const Cluster &cluster) {
  int out = 0;
  while (out < 9 && !explain(cluster, seeing("new", "", {}, out + 1), 0).refused()) ++out;
  return out;
}

std::vector<sched::GoneDevice> gone_cards(const Cluster &cluster) {
  return cluster.gone_devices_on("n");
}

TEST(RenumberedDevices, ClaimsCountByTheirId) {
  for (const bool pods_first : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    if (!pods_first) cluster.set_devices(renumbered({"GPU-a", "GPU-b", "GPU-c"}));
    set(cluster, claiming_card("a", 0, "GPU-a"));
    set(cluster, claiming_card("b", 1, "GPU-b"));
    cluster.set_devices(renumbered({"GPU-c", "GPU-a", "GPU-b"}));
    EXPECT_FALSE(conflicts_of(cluster, "a").any());
    EXPECT_EQ(present_minors(cluster, "a"), std::vector<int32_t>{1});
    EXPECT_EQ(present_minors(cluster, "b"), std::vector<int32_t>{2});
    EXPECT_EQ(card_ids(cluster, "a"), "GPU-a ");
    const Answer next = reserve(cluster, seeing("next", "", {}), 0);
    ASSERT_FALSE(next.refusal.refused());
    EXPECT_EQ(next.allocation.devices.at(0).id, "GPU-c");
    EXPECT_EQ(free_cards(cluster), 0);
    EXPECT_TRUE(gone_cards(cluster).empty());
  }
}

TEST(RenumberedDevices, AllocationsMadeHereFollowTheirCard) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(renumbered({"GPU-a", "GPU-b"}));
  ASSERT_EQ(reserve(cluster, seeing("a", "", {}), 0).allocation.devices.at(0).id, "GPU-a");
  cluster.set_devices(renumbered({"GPU-b", "GPU-a"}));
  EXPECT_EQ(present_minors(cluster, "a"), std::vector<int32_t>{1});
  // The pod's annotation is as it was written at first.
  set(cluster, claiming_card("a", 0, "GPU-a"));
  EXPECT_FALSE(conflicts_of(cluster, "a").any());
  EXPECT_EQ(reserve(cluster, seeing("b", "", {}), 0).allocation.devices.at(0).id, "GPU-b");
  EXPECT_EQ(cluster.remove_pod("a"), Outcome::kDone);
  EXPECT_EQ(free_cards(cluster), 1);
}

TEST(RenumberedDevices, AReplacedCardIsGone) {
  for (const bool is_ours : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(renumbered({"GPU-a"}));
    if (is_ours) {
      EXPECT_FALSE(reserve(cluster, seeing("a", "", {}), 0).refusal.refused());
    }
    set(cluster, claiming_card("a", 0, "GPU-a"));
    EXPECT_EQ(free_cards(cluster), 0);
    cluster.set_devices(renumbered({"GPU-new"}));
    EXPECT_EQ(gone_cards(cluster), (std::vector<sched::GoneDevice>{{"a", "gpu", 0, "GPU-a"}}));
    EXPECT_EQ(conflicts_of(cluster, "a").devices_unknown, 1);
    EXPECT_FALSE(conflicts_of(cluster, "a").devices.refused()) << "the claim counts";
    EXPECT_EQ(card_ids(cluster, "a"), "GPU-a ");
    EXPECT_TRUE(present_minors(cluster, "a").empty()) << "minor 0 is another card's";
    EXPECT_EQ(reserve(cluster, seeing("b", "", {}), 0).allocation.devices.at(0).id, "GPU-new");
    EXPECT_EQ(free_cards(cluster), 0);
    cluster.set_devices(renumbered({"GPU-new", "GPU-a"}));
    EXPECT_TRUE(gone_cards(cluster).empty());
    EXPECT_EQ(present_minors(cluster, "a"), std::vector<int32_t>{1});
    EXPECT_EQ(free_cards(cluster), 0);
    EXPECT_EQ(cluster.remove_pod("a"), Outcome::kDone);
    EXPECT_EQ(free_cards(cluster), 1);
  }
}

TEST(RenumberedDevices, MinorsCountWithoutIds) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(renumbered({"GPU-a", "GPU-b"}));
  set(cluster, claiming_card("a", 0, ""));
  cluster.set_devices(renumbered({"GPU-b", "GPU-a"}));
  EXPECT_EQ(present_minors(cluster, "a"), std::vector<int32_t>{0});
  EXPECT_EQ(card_ids(cluster, "a"), "GPU-b ");
  set(cluster, claiming_card("b", 1, "GPU-other"));
  cluster.set_devices(renumbered({"GPU-b", ""}));
  EXPECT_EQ(present_minors(cluster, "b"), std::vector<int32_t>{1}) << "the node states no id there";
  EXPECT_EQ(free_cards(cluster), 0);
}

// A GPU that has fallen off its bus is reported by its PCI address.
TEST(RenumberedDevices, IdsOfAnotherKindDoNotDecide) {
  const std::string a = "GPU-36b27e44-b086-46f7-f2dc-73c36dc65991";
  const std::string b = "GPU-36b27e44-b086-46f7-f2dc-73c36dc65992";
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(renumbered({a, b}));
  set(cluster, claiming_card("a", 0, a));
  cluster.set_devices(renumbered({"0000:3b:00.0", b}));
  EXPECT_EQ(present_minors(cluster, "a"), std::vector<int32_t>{0});
  EXPECT_EQ(card_ids(cluster, "a"), a + ' ');
  EXPECT_EQ(free_cards(cluster), 1);
  cluster.set_devices(renumbered({b, "0000:3b:00.0"}));
  EXPECT_EQ(gone_cards(cluster).size(), 1u);
}

TEST(RenumberedDevices, OtherTypesFollowTheirIdsToo) {
  for (const char *type : {"rdma", "fpga"}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(renumbered({"0000:3b:00.0", "0000:af:00.0"}, type));
    const auto asking = [&](const std::string &uid) {
      PodObject pod = pod_of(uid, Qos::kLs, 500);
      pod.containers[0].requests.push_back({"koordinator.sh/" + std::string(type), 100});
      return pod;
    };
    PodObject pod = asking("a");
    pod.node = "n";
    pod.devices.allocated = {{type, 0, "0000:3b:00.0", {}, {}, {}}};
    EXPECT_FALSE(set(cluster, pod).any());
    cluster.set_devices(renumbered({"0000:af:00.0", "0000:3b:00.0"}, type));
    EXPECT_EQ(minors(cluster, "a"), "1 ");
    EXPECT_EQ(reserve(cluster, asking("b"), 0).allocation.devices.at(0).id, "0000:af:00.0");
  }
}

TEST(RenumberedDevices, ReservationsAndTheirOwnersFollowTheirCards) {
  for (const bool is_ours : {true, false}) {
    Cluster cluster{sched::Options{}};
    add_node(cluster, "n");
    cluster.set_devices(renumbered({"GPU-a", "GPU-b", "GPU-c"}));
    PodObject kept = seeing("kept", "", {}, 2);
    if (is_ours) {
      EXPECT_FALSE(reserve(cluster, kept, 0).refusal.refused());
    }
    kept.node = "n";
    kept.devices.allocated = {{"gpu", 0, "GPU-a", {}, {}, {}}, {"gpu", 1, "GPU-b", {}, {}, {}}};
    set(cluster, kept);
    ASSERT_EQ(cluster.set_reservation("kept", ReservationPolicy::kDefault), Outcome::kDone);
    set(cluster, claiming_card("owner", 0, "GPU-a"));
    ASSERT_EQ(cluster.adopt("owner", "kept"), Outcome::kDone);
    cluster.set_devices(renumbered({"GPU-c", "GPU-b", "GPU-a"}));
    EXPECT_EQ(card_ids(cluster, "owner"), "GPU-a ");
    EXPECT_EQ(card_ids(cluster, "kept"), "GPU-b ");
    EXPECT_EQ(reserve(cluster, seeing("next", "", {}), 0).allocation.devices.at(0).id, "GPU-c");
    EXPECT_EQ(free_cards(cluster), 0);
    EXPECT_EQ(cluster.remove_pod("owner"), Outcome::kDone);
    EXPECT_EQ(card_ids(cluster, "kept"), "GPU-a GPU-b ");
    EXPECT_EQ(free_cards(cluster), 0);
  }
}

// A claim with the minor of another's card does not conflict with it, however they arrive.
TEST(RenumberedDevices, ClaimsOfOneMinorAreOfTwoCards) {
  Cluster cluster{sched::Options{}};
  add_node(cluster, "n");
  cluster.set_devices(renumbered({"GPU-b", "GPU-a"}));
  set(cluster, claiming_card("a", 0, "GPU-a"));
  set(cluster, claiming_card("b", 0, "GPU-b"));
  EXPECT_FALSE(conflicts_of(cluster, "a").any());
  EXPECT_FALSE(conflicts_of(cluster, "b").any());
  // The pod claims a card that another pod has; it gets it when that pod ends.
  set(cluster, claiming_card("c", 1, "GPU-b"));
  EXPECT_EQ(conflicts_of(cluster, "c").devices.reason, Reason::kDeviceTaken);
  EXPECT_EQ(cluster.remove_pod("b"), Outcome::kDone);
  EXPECT_EQ(card_ids(cluster, "c"), "GPU-b ");
  EXPECT_FALSE(conflicts_of(cluster, "c").any());
}

TEST(RenumberedDevices, UpstreamGoesByMinors) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster{options};
  add_node(cluster, "n");
  cluster.set_devices(renumbered({"GPU-a", "GPU-b"}));
  set(cluster, claiming_card("a", 0, "GPU-a"));
  cluster.set_devices(renumbered({"GPU-b", "GPU-a"}));
  EXPECT_EQ(present_minors(cluster, "a"), std::vector<int32_t>{0});
  EXPECT_EQ(card_ids(cluster, "a"), "GPU-b ");
}

// Cards with random minors, and pods that are placed, bound, removed and restored.
class RandomHistory {
 public:
  void play(int events) {
    swap_cards();
    for (int i = 0; i < events; ++i) {
      switch (*rc::gen::inRange(0, 6)) {
        case 0:
          swap_cards();
          break;
        case 1:
          restart();
          break;
        case 2:
          remove_one();
          break;
        default:
          place("p" + std::to_string(i));
      }
      check();
    }
  }

 private:
  struct Placed {
    PodObject pod;  // as the API server has it
    std::map<std::string, int64_t> percents;
  };

  void swap_cards() {
    std::vector<int32_t> minors_left = {0, 1, 2, 3, 4, 5, 6, 7};
    devices_ = {};
    devices_.node = "n";
    const bool has_cards = !one_in(6);  // a driver that is loaded again reports none
    for (int card = 0; card < 6 && has_cards; ++card) {
      if (one_in(4)) continue;
      const auto at = *rc::gen::inRange<size_t>(0, minors_left.size());
      DeviceInfo info;
      info.type = "gpu";
      info.id = "GPU-" + std::string(1, static_cast<char>('a' + card));
      info.minor = minors_left[at];
      info.healthy = !one_in(8);
      info.resources = gpu_amounts();
      minors_left.erase(minors_left.begin() + static_cast<ptrdiff_t>(at));
      devices_.devices.push_back(std::move(info));
    }
    cluster_->set_devices(devices_);
  }

  void place(const std::string &uid) {
    PodObject pod = pod_of(uid, Qos::kLs, 100, 1);
    const int64_t percent = *rc::gen::element<int64_t>(50, 100, 200);
    pod.containers[0].requests.push_back({"koordinator.sh/gpu", percent});
    pod.containers[0].limits = pod.containers[0].requests;
    const Answer answer = reserve(*cluster_, pod, 0);
    if (answer.refusal.refused()) return;
    pod.node = "n";
    pod.devices.allocated = answer.allocation.devices;
    Placed placed{pod, {}};
    for (const AllocatedDevice &device : answer.allocation.devices)
      placed.percents[device.id] += std::min<int64_t>(percent, 100);
    if (one_in(2)) set(*cluster_, pod);
    pods_.emplace(uid, std::move(placed));
  }

  void remove_one() {
    if (pods_.empty()) return;
    const auto at =
        std::next(pods_.begin(), *rc::gen::inRange<int>(0, static_cast<int>(pods_.size())));
    RC_ASSERT(cluster_->remove_pod(at->first) == Outcome::kDone);
    pods_.erase(at);
  }

  void restart() {
    const std::unique_ptr<Cluster> before_restart = std::exchange(cluster_, fresh());
    std::vector<std::string> uids;
    for (const auto &[uid, placed] : pods_) uids.push_back(uid);
    const auto before = *rc::gen::inRange<size_t>(0, uids.size() + 1);
    for (size_t i = 0; i <= uids.size(); ++i) {
      if (i == before) cluster_->set_devices(devices_);
      if (i < uids.size()) set(*cluster_, pods_.at(uids[uids.size() - 1 - i]).pod);
    }
    for (const std::string &uid : uids)
      RC_ASSERT(cards_of(*cluster_, uid) == cards_of(*before_restart, uid));
  }

  // No card has more holders than it can have, each pod keeps its cards, and the others are free.
  void check() const {
    std::map<std::string, int64_t> used;
    for (const auto &[uid, placed] : pods_) {
      std::string expected;
      for (const auto &[id, percent] : placed.percents) {
        expected += id + ' ';
        RC_ASSERT((used[id] += percent) <= 100);
      }
      RC_ASSERT(card_ids(*cluster_, uid) == expected);
    }
    int unused = 0;
    for (const DeviceInfo &device : devices_.devices)
      unused += device.healthy && !used.contains(device.id) ? 1 : 0;
    RC_ASSERT(free_cards(*cluster_) == unused);
  }

  static std::unique_ptr<Cluster> fresh() {
    auto out = std::make_unique<Cluster>(sched::Options{});
    add_node(*out, "n");
    return out;
  }

  std::unique_ptr<Cluster> cluster_ = fresh();
  DeviceObject devices_;
  std::map<std::string, Placed> pods_;
};

RC_GTEST_PROP(RenumberedDevicesProperties, NoCardHasTwoHolders, ()) {
  RandomHistory history;
  history.play(*rc::gen::inRange(5, 40));
}

}  // namespace
}  // namespace koord::testing
