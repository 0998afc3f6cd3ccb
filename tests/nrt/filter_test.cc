// NodeResourceTopologyMatch's filter, rule by rule.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "objects.h"
#include "support/expect_error.h"

namespace koord::sched::testing {
namespace {

constexpr int64_t kGi = int64_t{1} << 30;

// Zone 0 has 4 CPUs and 2 NICs, zone 1 has 8 CPUs and 1 NIC; both 8 GiB.
NumaReport two_zones(const std::string &policy = "SingleNUMANodeContainerLevel") {
  return report({zone(0, {{"cpu", 4000}, {"memory", 8 * kGi}, {"vendor/nic", 2}}),
                 zone(1, {{"cpu", 8000}, {"memory", 8 * kGi}, {"vendor/nic", 1}})},
                policy);
}

NrtVerdict filter(const PodObject &object, KubeQos qos = KubeQos::kGuaranteed,
                  const NumaReport &node = two_zones()) {
  return Meeting(object, qos, node).filter();
}

bool fits(const std::map<std::string, int64_t> &request, KubeQos qos = KubeQos::kGuaranteed,
          const NumaReport &node = two_zones()) {
  return filter(pod({container(request)}), qos, node).fits();
}

TEST(NrtFilter, OneZoneMustHaveAllOfIt) {
  EXPECT_TRUE(fits({{"cpu", 8000}, {"memory", 8 * kGi}, {"vendor/nic", 1}}));
  EXPECT_TRUE(fits({{"cpu", 4000}, {"vendor/nic", 2}}));
  EXPECT_FALSE(fits({{"cpu", 8001}}));
  EXPECT_FALSE(fits({{"cpu", 5000}, {"vendor/nic", 2}}));
}

TEST(NrtFilter, TheVerdictHasTheMissingResourceAndTheBestZone) {
  const Meeting meeting(pod({container({{"cpu", 9000}})}), KubeQos::kGuaranteed, two_zones());
  const NrtVerdict verdict = meeting.filter();
  EXPECT_EQ(verdict.reason, Reason::kNoNumaNodeFits);
  EXPECT_EQ(verdict.level, NrtLevel::kContainer);
  EXPECT_EQ(verdict.container, 0);
  EXPECT_EQ(meeting.resource(verdict), "cpu");
  EXPECT_EQ(verdict.needed, 9000);
  EXPECT_EQ(verdict.best, 8000);
  EXPECT_EQ(verdict.zone, 1);
}

TEST(NrtFilter, OfResourcesThatFitApartTheVerdictNamesTheOneMissingBesideTheOthers) {
  const Meeting meeting(pod({container({{"cpu", 5000}, {"vendor/nic", 2}})}), KubeQos::kGuaranteed,
                        two_zones());
  const NrtVerdict verdict = meeting.filter();
  EXPECT_EQ(meeting.resource(verdict), "vendor/nic");
  EXPECT_EQ(verdict.needed, 2);
  EXPECT_EQ(verdict.best, 1);  // on the only zone with 5 CPUs
  EXPECT_EQ(verdict.zone, 1);
}

TEST(NrtFilter, AResourceThatTheNodeLacksIsAbsent) {
  const NrtVerdict verdict = filter(pod({container({{"vendor/gpu", 1}})}));
  EXPECT_EQ(verdict.reason, Reason::kResourceAbsent);
  EXPECT_EQ(verdict.needed, 1);
  EXPECT_EQ(verdict.best, 0);
  EXPECT_EQ(verdict.zone, -1);
  // The node lacks the resource, even if zones report it.
  EXPECT_EQ(Meeting(pod({container({{"vendor/nic", 1}})}), KubeQos::kGuaranteed, two_zones(), {})
                .filter()
                .reason,
            Reason::kResourceAbsent);
}

TEST(NrtFilter, RequestsOfZeroNeedNoResource) {
  EXPECT_TRUE(fits({{"cpu", 1000}, {"vendor/gpu", 0}, {"hugepages-2Mi", 0}}));
}

TEST(NrtFilter, ResourcesOfTheMachineAsAWholeNeedNoZone) {
  const auto node = two_zones();
  Amounts allocatable = everything(node);
  const auto on_node = [&](const char *name) {
    return Meeting(
               pod({container({{"cpu", 1000}, {name, 1}})}), KubeQos::kGuaranteed, node,
               amounts({{"cpu", 12000}, {"storage", 5}, {"vendor/gpu", 1}, {"hugepages-2Mi", 4}}))
        .filter()
        .reason;
  };
  EXPECT_EQ(on_node("vendor/gpu"), Reason::kNone);
  EXPECT_EQ(on_node("storage"), Reason::kNone);
  EXPECT_EQ(on_node("ephemeral-storage"), Reason::kNone);  // every node has this resource
  EXPECT_EQ(on_node("hugepages-2Mi"), Reason::kNoNumaNodeFits);
  EXPECT_EQ(on_node("pods"), Reason::kNoNumaNodeFits);  // native, and no zone reports it
}

TEST(NrtFilter, OnlyGuaranteedPodsAreHeldToCpuMemoryAndHugePages) {
  const auto node = report({zone(0, {{"cpu", 1000}, {"memory", 1}, {"hugepages-2Mi", 1}})});
  const std::map<std::string, int64_t> request = {
      {"cpu", 64000}, {"memory", 64 * kGi}, {"hugepages-2Mi", 2}};
  EXPECT_FALSE(fits(request, KubeQos::kGuaranteed, node));
  EXPECT_TRUE(fits(request, KubeQos::kBurstable, node));
  // Devices are counted for every QoS class.
  EXPECT_FALSE(fits({{"cpu", 64000}, {"vendor/nic", 3}}, KubeQos::kBurstable));
  EXPECT_FALSE(fits({{"vendor/nic", 3}}, KubeQos::kBestEffort));
  EXPECT_TRUE(fits({{"vendor/nic", 2}}, KubeQos::kBestEffort));
}

TEST(NrtFilter, AZoneThatDoesNotReportCpusHoldsNoPodThatAsksForThem) {
  const auto node = report({zone(0, {{"memory", kGi}}), zone(1, {{"cpu", 1000}})});
  EXPECT_FALSE(fits({{"cpu", 1}, {"memory", 1}}, KubeQos::kBurstable, node));
}

TEST(NrtFilter, BestEffortPodsWithoutDevicesAlwaysPass) {
  const NumaReport nothing = report({});
  EXPECT_TRUE(filter(pod({}), KubeQos::kBestEffort, nothing).fits());
  EXPECT_TRUE(fits({{"ephemeral-storage", 5}}, KubeQos::kBestEffort, nothing));
  EXPECT_FALSE(fits({{"vendor/nic", 1}}, KubeQos::kBestEffort, nothing));
  EXPECT_FALSE(fits({{"cpu", 1}}, KubeQos::kBurstable, nothing));
  // The domain makes the resource native.
  EXPECT_TRUE(fits({{"scheduling.kubernetes.io/x", 1}}, KubeQos::kBestEffort, nothing));
}

TEST(NrtFilter, OtherPoliciesAndNodesWithoutTopologyPass) {
  for (const char *policy : {"RestrictedPodLevel", "BestEffortContainerLevel", "none of these"})
    EXPECT_TRUE(fits({{"cpu", 99000}}, KubeQos::kGuaranteed, two_zones(policy))) << policy;
  const Meeting meeting(pod({container({{"cpu", 99000}})}), KubeQos::kGuaranteed, two_zones());
  EXPECT_TRUE(NrtMatch(meeting.pod, {}).filter(nullptr).fits());
}

TEST(NrtFilter, ContainersTakeFromTheLowestZoneThatFits) {
  // 3 CPUs go to zone 0, then 8 to zone 1, and no zone has 2 left.
  EXPECT_TRUE(filter(pod({container({{"cpu", 3000}}), container({{"cpu", 8000}})})).fits());
  const NrtVerdict verdict = filter(
      pod({container({{"cpu", 3000}}), container({{"cpu", 8000}}), container({{"cpu", 2000}})}));
  EXPECT_EQ(verdict.level, NrtLevel::kContainer);
  EXPECT_EQ(verdict.container, 2);
  EXPECT_EQ(verdict.best, 1000);
  EXPECT_EQ(verdict.zone, 0);
  // In reverse order the first container takes zone 1 and the second zone 0, and both still fit.
  EXPECT_TRUE(filter(pod({container({{"cpu", 8000}}), container({{"cpu", 3000}})})).fits());
}

TEST(NrtFilter, TheLowestZoneIsTheOneOfTheLowestIdWhereverItStands) {
  const auto node = report({zone(5, {{"cpu", 4000}}), zone(2, {{"cpu", 4000}})});
  const auto third = [&](int64_t cpu) {
    return filter(
        pod({container({{"cpu", 3000}}), container({{"cpu", 4000}}), container({{"cpu", cpu}})}),
        KubeQos::kGuaranteed, node);
  };
  EXPECT_TRUE(third(1000).fits());
  EXPECT_EQ(third(1001).zone, 2);
}

TEST(NrtFilter, InitContainersAreTriedOneByOneAndTakeNothing) {
  EXPECT_TRUE(filter(pod({container({{"cpu", 8000}}, true), container({{"cpu", 8000}}, true),
                          container({{"cpu", 8000}}), container({{"cpu", 4000}})}))
                  .fits());
  const NrtVerdict verdict =
      filter(pod({container({{"cpu", 1000}}, true), container({{"cpu", 9000}}, true),
                  container({{"cpu", 99000}})}));
  EXPECT_EQ(verdict.level, NrtLevel::kInitContainer);
  EXPECT_EQ(verdict.container, 1);
  EXPECT_EQ(verdict.needed, 9000);
  // The index of an app container does not count init containers.
  const NrtVerdict app =
      filter(pod({container({{"cpu", 1000}}, true), container({{"cpu", 99000}})}));
  EXPECT_EQ(app.level, NrtLevel::kContainer);
  EXPECT_EQ(app.container, 0);
}

TEST(NrtFilter, PodScopeComparesTheEffectiveRequest) {
  const auto at_pod = [](const PodObject &object) {
    return filter(object, KubeQos::kGuaranteed, two_zones("SingleNUMANodePodLevel"));
  };
  EXPECT_TRUE(at_pod(pod({container({{"cpu", 4000}}), container({{"cpu", 4000}})})).fits());
  const NrtVerdict verdict = at_pod(pod({container({{"cpu", 4000}}), container({{"cpu", 4001}})}));
  EXPECT_EQ(verdict.level, NrtLevel::kPod);
  EXPECT_EQ(verdict.container, -1);
  EXPECT_EQ(verdict.needed, 8001);
  // An init container counts if it requests more than all others together.
  EXPECT_TRUE(at_pod(pod({container({{"cpu", 8000}}, true), container({{"cpu", 8000}})})).fits());
  EXPECT_EQ(at_pod(pod({container({{"cpu", 9000}}, true), container({{"cpu", 8000}})})).needed,
            9000);

  PodObject heavy = pod({container({{"cpu", 8000}}), container({{"vendor/nic", 1}}, false)});
  EXPECT_TRUE(at_pod(heavy).fits());
  heavy.overhead = amounts({{"cpu", 1}});
  EXPECT_EQ(at_pod(heavy).needed, 8001);
}

TEST(NrtFilter, OverheadIsNoContainersPart) {
  PodObject heavy = pod({container({{"cpu", 8000}})});
  heavy.overhead = amounts({{"cpu", 9000}, {"vendor/gpu", 1}});
  EXPECT_TRUE(filter(heavy).fits());
}

TEST(NrtFilter, OneMatcherServesNodesOfAnyKind) {
  Names names;
  const NrtPod asks(pod({container({{"cpu", 6000}, {"vendor/nic", 1}})}), KubeQos::kGuaranteed,
                    names.numbering());
  const auto make = [&](const NumaReport &node) {
    return make_nrt_node(node, everything(node), names.numbering());
  };
  const NrtNode large = make(two_zones());
  const NrtNode poor = make(report({zone(0, {{"cpu", 99000}})}));
  const NrtNode wide = make(report({zone(0, {}), zone(1, {}), zone(2, {}), zone(3, {}),
                                    zone(4, {{"vendor/nic", 1}, {"cpu", 6000}})}));
  NrtMatch match(asks, {});
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_TRUE(match.filter(&large).fits());
    EXPECT_EQ(match.filter(&poor).reason, Reason::kResourceAbsent);
    EXPECT_TRUE(match.filter(&wide).fits());
    EXPECT_TRUE(match.filter(nullptr).fits());
  }
}

TEST(NrtFilter, ZonesAreCheckedWhenANodeIsMade) {
  Names names;
  const auto make = [&](const NumaReport &node, const Amounts &allocatable = {}) {
    return make_nrt_node(node, allocatable, names.numbering());
  };
  EXPECT_ERROR(make(report({zone(64, {})})), Status::kInvalid, "NUMA node 64");
  EXPECT_ERROR(make(report({zone(-1, {})})), Status::kInvalid, "NUMA node -1");
  EXPECT_ERROR(make(report({zone(3, {}), zone(3, {})})), Status::kInvalid,
               "NUMA node 3 is listed twice");
  std::map<std::string, int64_t> many;
  for (int i = 0; i < 1021; ++i) many["r/" + std::to_string(i)] = 1;
  EXPECT_ERROR(make(report({}), amounts(many)), Status::kLimit, "found 1025 resources");
  many.erase("r/0");
  EXPECT_EQ(make(report({}), amounts(many)).resources.size(), 1024U);
}

TEST(NrtFilter, PodsAreCheckedWhenTheyAreRead) {
  Names names;
  const auto read = [&](const PodObject &object) {
    return NrtPod(object, KubeQos::kGuaranteed, names.numbering());
  };
  std::map<std::string, int64_t> many;
  for (int i = 0; i < 257; ++i) many["r/" + std::to_string(i)] = 1;
  EXPECT_ERROR(read(pod({container(many)})), Status::kLimit,
               "Pod default/web: found 257 resources");
  EXPECT_ERROR(read(pod({container({{"cpu", INT64_MAX}}), container({{"cpu", 1}})})),
               Status::kLimit, "Pod default/web: requests of \"cpu\" add up to more than");
  PodObject heavy = pod({container({{"cpu", INT64_MAX}}, true)});
  EXPECT_EQ(read(heavy).effective()[0].value, INT64_MAX);
  heavy.overhead = amounts({{"cpu", 1}});
  EXPECT_ERROR(read(heavy), Status::kLimit,
               "Pod default/web: requests of \"cpu\" add up to more than");
}

// Independent version of the rules, with maps and one resource at a time.
bool naive(const PodObject &object, KubeQos qos, NumaReport node, const Amounts &allocatable) {
  const auto bound = [&](const std::string &resource) {
    return qos == KubeQos::kGuaranteed || !is_numa_affine(resource);
  };
  const auto find = [](Amounts &list, const std::string &resource) -> object::Amount * {
    for (object::Amount &amount : list)
      if (amount.resource == resource) return &amount;
    return nullptr;
  };
  for (const Container &asking : object.containers) {
    object::NumaZone *chosen = nullptr;
    for (object::NumaZone &candidate : node.zones) {
      bool good = true;
      for (const object::Amount &ask : asking.requests) {
        if (ask.value == 0) continue;
        bool anywhere = false;
        for (object::NumaZone &other : node.zones)
          anywhere = anywhere || find(other.available, ask.resource) != nullptr;
        if (!anywhere && is_host_level(ask.resource)) continue;
        const object::Amount *has = find(candidate.available, ask.resource);
        good = good && has != nullptr && (!bound(ask.resource) || has->value >= ask.value);
      }
      if (good && (chosen == nullptr || candidate.node < chosen->node)) chosen = &candidate;
    }
    for (const object::Amount &ask : asking.requests)
      if (ask.value != 0 && ask.resource != "cpu" && ask.resource != "memory" &&
          object::amount_of(allocatable, ask.resource) == 0)
        return false;
    if (chosen == nullptr) return false;
    if (asking.init) continue;
    for (const object::Amount &ask : asking.requests)
      if (object::Amount *has = find(chosen->available, ask.resource);
          has != nullptr && bound(ask.resource))
        has->value -= ask.value;
  }
  return true;
}

RC_GTEST_PROP(NrtFilter, FollowsTheDefinitionForAnyPodAndNode, ()) {
  const std::vector<std::string> resources = {"cpu", "memory", "vendor/gpu", "vendor/nic"};
  const auto draw = [&](int sparse, int most) {
    std::map<std::string, int64_t> out;
    for (const std::string &resource : resources)
      if (*rc::gen::inRange(0, sparse) != 0) out[resource] = *rc::gen::inRange(0, most);
    return out;
  };
  std::vector<object::NumaZone> zones;
  const int count = *rc::gen::inRange(1, 5);
  for (int i = 0; i < count; ++i) zones.push_back(zone(i * 7 % 5, draw(6, 12)));
  const NumaReport node = report(std::move(zones));
  Amounts allocatable = amounts(draw(8, 2));
  std::vector<Container> containers;
  const int inits = *rc::gen::inRange(0, 2);
  for (int i = 0, n = inits + *rc::gen::inRange(1, 4); i < n; ++i)
    containers.push_back(container(draw(3, 6), i < inits));
  const PodObject object = pod(std::move(containers));
  const KubeQos qos = *rc::gen::element(KubeQos::kBurstable, KubeQos::kGuaranteed);
  std::erase_if(allocatable, [](const object::Amount &amount) { return amount.value == 0; });

  const Meeting meeting(object, qos, node, allocatable);
  const NrtVerdict verdict = meeting.filter();
  RC_ASSERT(verdict.fits() == naive(object, qos, node, allocatable));
  // A refusal names an actual shortage.
  RC_ASSERT(verdict.fits() || verdict.needed > verdict.best);
}

}  // namespace
}  // namespace koord::sched::testing
