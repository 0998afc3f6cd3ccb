#include "object/pod_request.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "object/pods.h"
#include "support/expect_error.h"

namespace koord::object {
namespace {

std::string requests(const PodObject &pod) { return text(effective_requests(pod)); }
std::string limits(const PodObject &pod) { return text(effective_limits(pod)); }

TEST(PodRequest, AppContainersAddUp) {
  const PodObject pod = pod_of(
      {app({{"cpu", 1000}, {"memory", 10}}, {{"cpu", 2000}}), app({{"cpu", 500}, {"x/gpu", 1}})});
  EXPECT_EQ(requests(pod), "cpu=1500 memory=10 x/gpu=1");
  EXPECT_EQ(limits(pod), "cpu=2000");
  EXPECT_EQ(requests(pod_of({})), "");
}

TEST(PodRequest, TheLargestInitContainerCountsWhereItNeedsMore) {
  EXPECT_EQ(requests(pod_of({init({{"cpu", 3000}}), init({{"cpu", 2000}, {"memory", 7}}),
                             app({{"cpu", 1000}, {"memory", 10}})})),
            "cpu=3000 memory=10");
}

// While an init container runs, the sidecars declared before it run as well; later ones do not.
TEST(PodRequest, SidecarsCountForInitContainersAfterThem) {
  EXPECT_EQ(
      requests(pod_of({init({{"cpu", 5000}}), sidecar({{"cpu", 1000}}), sidecar({{"cpu", 1000}}),
                       init({{"cpu", 4000}}), app({{"cpu", 100}})})),
      "cpu=6000");
  EXPECT_EQ(
      requests(pod_of({init({{"cpu", 5000}}), sidecar({{"cpu", 1000}}), app({{"cpu", 100}})})),
      "cpu=5000");
  EXPECT_EQ(requests(pod_of({sidecar({{"cpu", 1000}, {"memory", 5}}), init({{"memory", 1}}),
                             app({{"cpu", 100}})})),
            "cpu=1100 memory=6");
}

// Literal form of the rule: the maximum of what runs for good and what each init container needs
// together with the sidecars before it.
std::map<std::string, int64_t> by_the_rule(const PodObject &pod, Amounts Container::*list) {
  std::map<std::string, int64_t> most;
  for (const Container &one : pod.containers)
    for (const Amount &amount : one.*list) most[amount.resource];
  for (auto &[resource, value] : most) {
    int64_t running = 0;
    int64_t sidecars = 0;
    for (const Container &one : pod.containers) {
      const int64_t own = amount_of(one.*list, resource);
      const bool stays = !one.init || one.restartable;
      running += stays ? own : 0;
      if (!stays) value = std::max(value, own + sidecars);
      sidecars += one.init && one.restartable ? own : 0;
    }
    value = std::max(value, running);
  }
  return most;
}

Amounts amounts_of(const std::map<std::string, int64_t> &sums) {
  Amounts out;
  for (const auto &[resource, value] : sums) out.push_back({resource, value});
  return out;
}

TEST(PodRequest, RandomContainersFollowTheDefinition) {
  std::minstd_rand random(7);
  const auto below = [&](unsigned n) { return static_cast<int64_t>(random() % n); };
  for (int round = 0; round < 2000; ++round) {
    PodObject pod = pod_of({});
    const int64_t inits = below(4);
    const int64_t count = inits + below(4);
    const auto draw = [&] {
      Amounts amounts;
      for (const char *name : {"cpu", "hugepages-2Mi", "memory", "x/gpu"})
        if (below(3) > 0) amounts.push_back({name, below(10)});
      return amounts;
    };
    for (int64_t i = 0; i < count; ++i)
      pod.containers.push_back(i >= inits      ? app(draw(), draw())
                               : below(2) == 0 ? sidecar(draw(), draw())
                                               : init(draw(), draw()));
    if (below(3) == 0) {
      pod.pod_level = true;
      pod.pod_requests = draw();
      pod.pod_limits = draw();
    }
    if (below(2) == 0) pod.overhead = draw();

    auto expected = by_the_rule(pod, &Container::requests);
    auto limited = by_the_rule(pod, &Container::limits);
    for (const Amount &own : pod.pod_requests)
      if (own.resource != "x/gpu") expected[own.resource] = own.value;
    for (const Amount &own : pod.pod_limits)
      if (own.resource != "x/gpu") limited[own.resource] = own.value;
    for (const Amount &more : pod.overhead) {
      expected[more.resource] += more.value;
      const auto limit = limited.find(more.resource);
      if (limit != limited.end() && limit->second > 0) limit->second += more.value;
    }
    ASSERT_EQ(requests(pod), text(amounts_of(expected))) << "round " << round;
    ASSERT_EQ(limits(pod), text(amounts_of(limited))) << "round " << round;
    const PodTotals totals = totals_of(pod);
    EXPECT_EQ(text(totals.requests), requests(pod));
    EXPECT_EQ(text(totals.limits), limits(pod));
    EXPECT_EQ(totals.kube_qos, kube_qos_of(pod));
  }
}

TEST(PodRequest, OverheadIsAddedToLimitsOnlyWhereThereIsOne) {
  PodObject pod = pod_of({app({{"cpu", 1000}}, {{"cpu", 0}, {"memory", 10}})});
  pod.overhead = {{"cpu", 250}, {"memory", 5}};
  EXPECT_EQ(requests(pod), "cpu=1250 memory=5");
  EXPECT_EQ(limits(pod), "cpu=0 memory=15");
}

TEST(PodRequest, ResourcesOfThePodReplaceThoseOfItsContainers) {
  PodObject pod =
      pod_of({init({{"cpu", 9000}}), app({{"cpu", 1000}, {"x/gpu", 1}}, {{"cpu", 1000}})});
  pod.pod_level = true;
  pod.pod_requests = {{"cpu", 500}, {"x/gpu", 7}};
  pod.pod_limits = {{"cpu", 4000}, {"hugepages-2Mi", 4}};
  pod.overhead = {{"cpu", 1}};
  EXPECT_EQ(requests(pod), "cpu=501 x/gpu=1");  // other resources do not count here
  EXPECT_EQ(limits(pod), "cpu=4001 hugepages-2Mi=4");
  EXPECT_TRUE(has_pod_level_resources(pod));
  pod.pod_requests = {{"x/gpu", 7}};
  pod.pod_limits = {};
  EXPECT_FALSE(has_pod_level_resources(pod));
}

TEST(PodRequest, RequestsDefaultToLimits) {
  PodObject pod =
      pod_of({init({}, {{"cpu", 1000}}), app({{"cpu", 0}}, {{"cpu", 2000}, {"memory", 3}})});
  fill_defaults(pod);
  EXPECT_EQ(text(pod.containers[0].requests), "cpu=1000");
  EXPECT_EQ(text(pod.containers[1].requests), "cpu=0 memory=3");  // stated amounts are kept, even 0
  fill_defaults(pod);
  EXPECT_EQ(text(pod.containers[1].requests), "cpu=0 memory=3");
}

TEST(PodRequest, ThePodsRequestsDefaultToItsContainersAndThenToItsLimits) {
  PodObject pod = pod_of({app({{"cpu", 700}, {"hugepages-2Mi", 2}}, {{"hugepages-2Mi", 2}})});
  pod.pod_level = true;
  pod.pod_limits = {{"cpu", 4000}, {"memory", 9}};
  fill_defaults(pod);
  EXPECT_EQ(text(pod.pod_requests), "cpu=700 hugepages-2Mi=2 memory=9");
  EXPECT_EQ(text(pod.pod_limits), "cpu=4000 hugepages-2Mi=2 memory=9");

  PodObject requests_only = pod_of({app({{"cpu", 700}})});
  requests_only.pod_level = true;
  requests_only.pod_requests = {{"memory", 9}};
  fill_defaults(requests_only);
  EXPECT_EQ(text(requests_only.pod_requests), "memory=9");
  EXPECT_EQ(requests(requests_only), "cpu=700 memory=9");

  PodObject empty = pod_of({app({{"cpu", 700}}, {{"hugepages-2Mi", 2}})});
  empty.pod_level = true;
  fill_defaults(empty);
  EXPECT_TRUE(empty.pod_requests.empty() && empty.pod_limits.empty());
}

TEST(PodRequest, SumsThatDoNotFitAreRefused) {
  const PodObject pod = pod_of({app({{"memory", INT64_MAX}}), app({{"memory", 1}})});
  EXPECT_ERROR(effective_requests(pod), Status::kLimit,
               "Pod default/web: requests of \"memory\" add up to more than 2^63 - 1");
  EXPECT_ERROR(kube_qos_of(pod), Status::kLimit, "requests of \"memory\"");
  EXPECT_EQ(requests(pod_of({app({{"memory", INT64_MAX}}), init({{"memory", INT64_MAX}})})),
            "memory=9223372036854775807");
  EXPECT_ERROR(
      effective_limits(pod_of({sidecar({}, {{"cpu", INT64_MAX}}), init({}, {{"cpu", 1}})})),
      Status::kLimit, "limits of \"cpu\"");
  PodObject overhead = pod_of({app({{"cpu", 1}}, {{"cpu", 1}})});
  overhead.overhead = {{"cpu", INT64_MAX}};
  EXPECT_ERROR(effective_requests(overhead), Status::kLimit, "requests of \"cpu\"");
  EXPECT_ERROR(effective_limits(overhead), Status::kLimit, "limits of \"cpu\"");
  PodObject defaults = pod_of({app({{"cpu", INT64_MAX}}), app({{"cpu", 1}})});
  defaults.pod_level = true;
  defaults.pod_limits = {{"memory", 1}};
  EXPECT_ERROR(fill_defaults(defaults), Status::kLimit, "requests of \"cpu\"");
}

TEST(PodRequest, SumsOfABoundPodEndAtTheGreatestAmount) {
  PodObject pod = pod_of({app({{"memory", INT64_MAX}}, {{"memory", INT64_MAX}}),
                          app({{"cpu", 2000}, {"memory", 1}}, {{"memory", 1}})});
  pod.node = "n";
  EXPECT_EQ(requests(pod), "cpu=2000 memory=9223372036854775807");
  EXPECT_EQ(text(effective_limits(pod)), "memory=9223372036854775807");
  EXPECT_EQ(kube_qos_of(pod), KubeQos::kBurstable);
}

TEST(KubeQos, IsGuaranteedWhereEveryContainerLimitsCpuAndMemoryToItsRequest) {
  const Amounts both = {{"cpu", 1000}, {"memory", 10}};
  EXPECT_EQ(kube_qos_of(pod_of({app(both, both), init(both, both)})), KubeQos::kGuaranteed);
  EXPECT_EQ(kube_qos_of(pod_of({app(both, both), init({}, {})})), KubeQos::kBurstable);
  EXPECT_EQ(kube_qos_of(pod_of({app({{"cpu", 500}, {"memory", 10}}, both)})), KubeQos::kBurstable);
  EXPECT_EQ(kube_qos_of(pod_of({app({}, {{"cpu", 1000}})})), KubeQos::kBurstable);
  EXPECT_EQ(kube_qos_of(pod_of({app({{"x/gpu", 1}, {"memory", 0}})})), KubeQos::kBestEffort);
  EXPECT_EQ(kube_qos_of(pod_of({})), KubeQos::kBestEffort);
}

TEST(KubeQos, ResourcesOfThePodDecideWhereTheyAreThere) {
  const Amounts both = {{"cpu", 1000}, {"memory", 10}};
  PodObject pod = pod_of({app({{"cpu", 1}})});
  pod.pod_level = true;
  EXPECT_EQ(kube_qos_of(pod), KubeQos::kBestEffort);
  pod.pod_requests = both;
  EXPECT_EQ(kube_qos_of(pod), KubeQos::kBurstable);
  pod.pod_limits = both;
  EXPECT_EQ(kube_qos_of(pod), KubeQos::kGuaranteed);
}

TEST(KubeQos, EmptyResourcesOfThePodCountAsAbsentFrom137On) {
  const Amounts both = {{"cpu", 1000}, {"memory", 10}};
  PodObject pod = pod_of({app(both, both), init(both, both)});
  pod.pod_level = true;
  EXPECT_EQ(kube_qos_of(pod, KubeletVersion::k136), KubeQos::kBestEffort);
  EXPECT_EQ(kube_qos_of(pod, KubeletVersion::k137), KubeQos::kGuaranteed);
  pod.pod_requests = pod.pod_limits = {{"x/gpu", 1}};  // not a resource of a pod
  EXPECT_EQ(kube_qos_of(pod, KubeletVersion::k137), KubeQos::kGuaranteed);
  pod.pod_requests = pod.pod_limits = {{"hugepages-2Mi", 1 << 21}};
  EXPECT_EQ(kube_qos_of(pod, KubeletVersion::k137), KubeQos::kBestEffort);
}

TEST(KubeQos, EachContainerCountsByItselfFrom137On) {
  const auto qos = [](const std::vector<object::Container> &containers) {
    return kube_qos_of(pod_of(containers), KubeletVersion::k137);
  };
  const Amounts both = {{"cpu", 1000}, {"memory", 10}};
  EXPECT_EQ(qos({app(both, both), init(both, both)}), KubeQos::kGuaranteed);
  EXPECT_EQ(qos({app(both, both), init({}, {})}), KubeQos::kBurstable);
  EXPECT_EQ(qos({app({{"cpu", 1}}, {{"cpu", 1}})}), KubeQos::kBurstable);
  EXPECT_EQ(qos({app({{"x/gpu", 1}, {"memory", 0}})}), KubeQos::kBestEffort);
  EXPECT_EQ(qos({}), KubeQos::kBestEffort);
  // The sums are equal, the parts are not. The API server refuses such a pod.
  const Amounts more = {{"cpu", 2000}, {"memory", 10}};
  EXPECT_EQ(qos({app(both, more), app(more, both)}), KubeQos::kBurstable);
  EXPECT_EQ(kube_qos_of(pod_of({app(both, more), app(more, both)}), KubeletVersion::k136),
            KubeQos::kGuaranteed);
}

TEST(KubeQos, IsAsReported) {
  PodObject pod = pod_of({app({{"cpu", 1000}})});
  pod.kube_qos = KubeQos::kGuaranteed;
  EXPECT_EQ(kube_qos_of(pod), KubeQos::kGuaranteed);
}

TEST(PriorityClass, IsTheRangeOfThePriority) {
  const auto expect = [](int32_t low, int32_t high, PriorityClass expected) {
    EXPECT_EQ(priority_class_of(low), expected) << low;
    EXPECT_EQ(priority_class_of(high), expected) << high;
    EXPECT_EQ(priority_class_of(low - 1), PriorityClass::kNone) << low;
    EXPECT_EQ(priority_class_of(high + 1), PriorityClass::kNone) << high;
  };
  expect(9000, 9999, PriorityClass::kProd);
  expect(7000, 7999, PriorityClass::kMid);
  expect(5000, 5999, PriorityClass::kBatch);
  expect(3000, 3999, PriorityClass::kFree);
  EXPECT_EQ(priority_class_of(INT32_MIN), PriorityClass::kNone);
  EXPECT_EQ(priority_class_of(-9500), PriorityClass::kNone);
}

TEST(PriorityClass, FollowsFromTheQosWhereNothingIsStated) {
  const auto class_of = [](const PodObject &of) { return priority_class_of(of, kube_qos_of(of)); };
  PodObject pod = pod_of({app({{"cpu", 1000}})});
  EXPECT_EQ(class_of(pod), PriorityClass::kProd);  // Burstable is treated as LS
  pod.qos = Qos::kBe;
  EXPECT_EQ(class_of(pod), PriorityClass::kBatch);
  for (const Qos qos : {Qos::kLse, Qos::kLsr, Qos::kLs, Qos::kSystem}) {
    pod.qos = qos;
    EXPECT_EQ(class_of(pod), PriorityClass::kProd);
  }
  pod.priority_class = PriorityClass::kMid;
  EXPECT_EQ(class_of(pod), PriorityClass::kMid);
  EXPECT_EQ(class_of(pod_of({app({})})), PriorityClass::kBatch);
}

// Guaranteed and Burstable pods without a Koordinator QoS are treated as LS.
TEST(EffectiveQos, R16_AGuaranteedPodWithoutQosIsLs) {
  const auto qos_of = [](const PodObject &of) { return effective_qos(of, kube_qos_of(of)); };
  const Amounts both = {{"cpu", 1000}, {"memory", 10}};
  EXPECT_EQ(qos_of(pod_of({app(both, both)})), Qos::kLs);
  EXPECT_EQ(qos_of(pod_of({app({{"cpu", 1}})})), Qos::kLs);
  EXPECT_EQ(qos_of(pod_of({app({})})), Qos::kBe);
  PodObject pod = pod_of({app({})});
  pod.qos = Qos::kLse;
  EXPECT_EQ(qos_of(pod), Qos::kLse);
}

// "Request equals limit" is checked for each container of LSE and LSR
// pods: a sum may hide an unlimited container.
TEST(LimitIsRequest, R09_HoldsForEveryContainerThatNamesTheResource) {
  EXPECT_TRUE(limit_is_request(pod_of({app({{"cpu", 1000}}, {{"cpu", 1000}}), app({})}), "cpu"));
  EXPECT_FALSE(limit_is_request(pod_of({app({{"cpu", 1000}}, {{"cpu", 2000}})}), "cpu"));
  EXPECT_FALSE(limit_is_request(
      pod_of({app({{"cpu", 1000}}, {{"cpu", 2000}}), app({{"cpu", 1000}})}), "cpu"));
  EXPECT_TRUE(limit_is_request(pod_of({app({{"cpu", 1000}})}), "memory"));

  PodObject pod = pod_of({app({{"cpu", 1000}})});
  pod.pod_level = true;
  pod.pod_requests = {{"cpu", 2000}};
  EXPECT_FALSE(limit_is_request(pod, "cpu"));
  pod.pod_limits = {{"cpu", 2000}};
  EXPECT_TRUE(limit_is_request(pod, "cpu"));
}

Amount memory_of_milli(int64_t milli) {
  const int64_t bytes = (milli + 999) / 1000;
  return {"memory", bytes, {static_cast<int16_t>(1000 * bytes - milli), milli % 1000 == 0}};
}

// Kubernetes adds quantities first and rounds the sum.
TEST(EffectiveRequests, FractionsOfContainersAddUpExactly) {
  const auto sum = [](const PodObject &pod) { return effective_requests(pod).at(0); };
  const Amount half = memory_of_milli(1500);
  Amount both = sum(pod_of({app({half}), app({half})}));
  EXPECT_EQ(both.value, 3);
  EXPECT_EQ(both.form, AmountForm());
  both = sum(pod_of({app({half}), app({memory_of_milli(1)}), sidecar({memory_of_milli(998)})}));
  EXPECT_EQ(both.value, 3);
  EXPECT_EQ(both.form.excess, 501);

  // The peak of 1.5 and 2 bytes is the second amount; that of 1.5 and 1.4 bytes is the first.
  EXPECT_EQ(sum(pod_of({app({half}), init({memory_of_milli(2000)})})).form.excess, 0);
  EXPECT_EQ(sum(pod_of({app({half}), init({memory_of_milli(1400)})})).form.excess, 500);

  PodObject pod = pod_of({app({half}, {half})});
  pod.overhead = {memory_of_milli(600)};
  EXPECT_EQ(sum(pod).value, 3);
  EXPECT_EQ(sum(pod).form.excess, 900);
  EXPECT_EQ(effective_limits(pod).at(0).form.excess, 900);
}

TEST(KubeQosOf, FractionsAreCompared) {
  const auto qos = [](int64_t request, int64_t limit) {
    return kube_qos_of(pod_of(
        {app({{"cpu", 1000}, memory_of_milli(request)}, {{"cpu", 1000}, memory_of_milli(limit)})}));
  };
  EXPECT_EQ(qos(1500, 1500), KubeQos::kGuaranteed);
  EXPECT_EQ(qos(1500, 2000), KubeQos::kBurstable);
  EXPECT_FALSE(
      limit_is_request(pod_of({app({memory_of_milli(1500)}, {memory_of_milli(2000)})}), "memory"));
}

}  // namespace
}  // namespace koord::object
