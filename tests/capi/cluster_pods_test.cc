// Pods are reserved, restored, moved and removed.
#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

class ClusterPods : public ::testing::Test {
 protected:
  ClusterPods() : cluster_(new_cluster()) {
    for (const char *name : {"a", "b"}) add_node(cluster_, name);
    conflicts_ = KOORD_INIT(koord_pod_conflicts);
  }
  koord_status reserve_with(const PodPtr &pod, uint32_t node, koord_error *err) {
    return koord_cluster_reserve(cluster_.get(), pod.get(), query_.get(), node, &word_, 1,
                                 &refusal_, err);
  }
  koord_status set(const PodPtr &pod, koord_error *err) {
    return koord_cluster_set_pod(cluster_.get(), pod.get(), &conflicts_, err);
  }
  void set_well(const Ask &ask) {
    koord_error err{};
    ASSERT_EQ(set(pod_of(ask), &err), KOORD_OK) << err.message;
  }
  // Formats the conflicts as held, withheld, unknown, grants.
  std::string conflicts() const {
    return std::to_string(conflicts_.cpus_held) + ' ' + std::to_string(conflicts_.cpus_reserved) +
           ' ' + std::to_string(conflicts_.cpus_unknown) + ' ' +
           std::to_string(conflicts_.amounts_unknown);
  }
  std::string cpus_of_pod(std::string_view uid) {
    uint64_t word = 0;
    EXPECT_EQ(koord_cluster_get_pod_cpus(cluster_.get(), uid.data(), uid.size(), &word, 1, nullptr),
              KOORD_OK);
    return list_of(&word, 1);
  }
  uint32_t node_of(std::string_view uid) {
    uint32_t node = UINT32_MAX;
    EXPECT_EQ(koord_cluster_get_pod_node(cluster_.get(), uid.data(), uid.size(), &node, nullptr),
              KOORD_OK);
    return node;
  }
  std::string prebind(const PodPtr &pod, uint32_t flags = 0) {
    koord_buffer *out = nullptr;
    const koord_status status =
        koord_cluster_prebind(cluster_.get(), pod.get(), flags, &out, nullptr);
    return text_of_call(status, out);
  }

  ClusterPtr cluster_;
  const QueryPtr query_ = new_query();
  koord_pod_conflicts conflicts_;
  koord_refusal refusal_{};
  uint64_t word_ = 0;
};

TEST_F(ClusterPods, ReserveGivesTheSameAgain) {
  const PodPtr pod = pod_of(Ask{});
  const Reserved first = reserve(cluster_, pod, 0);
  EXPECT_EQ(first.cpus, "0-1,8-9");
  const uint64_t generation = info_of(cluster_).generation;
  EXPECT_EQ(reserve(cluster_, pod, 0).cpus, first.cpus);
  EXPECT_EQ(info_of(cluster_).generation, generation);
  EXPECT_EQ(info_of(cluster_).pods, 1u);
  EXPECT_EQ(node_of("uid"), 0u);
  EXPECT_EQ(cpus_of_pod("uid"), first.cpus);
  EXPECT_EQ(pods_on(cluster_, 0), "uid\n");
  EXPECT_EQ(pods_on(cluster_, 1), "");
  EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(pod, 1, &err), KOORD_E_CONFLICT,
                         "pod \"uid\": is already on node \"a\"");
}

TEST_F(ClusterPods, ARefusalTakesNothing) {
  const std::string before = everything(cluster_);
  word_ = 77;
  koord_error err{};
  ASSERT_EQ(reserve_with(pod_of({.cpu = "17"}), 0, &err), KOORD_OK) << err.message;
  EXPECT_EQ(refusal_.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(word_, 0u);
  EXPECT_EQ(everything(cluster_), before);
}

TEST_F(ClusterPods, ReserveErrors) {
  const PodPtr pod = pod_of(Ask{});
  EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(pod_of({.uid = ""}), 0, &err), KOORD_E_INVALID,
                         "Pod default/pod: metadata.uid");
  EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(pod, 2, &err), KOORD_E_NOT_FOUND,
                         "node 2: there is no such node");
  EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(pod, UINT32_MAX, &err), KOORD_E_NOT_FOUND, "node");
  for (const uint64_t affinity : {uint64_t{4}, uint64_t{1} << 63, ~uint64_t{0}}) {
    ASSERT_EQ(koord_query_set_affinity(query_.get(), affinity, nullptr), KOORD_OK);
    EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(pod, 0, &err), KOORD_E_INVALID,
                           "affinity: names NUMA nodes beyond the 2 of node \"a\"");
  }
  ASSERT_EQ(koord_query_reset(query_.get(), nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_remove_pod(query_.get(), "u", 1, nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(pod, 0, &err), KOORD_E_INVALID,
                         "query: names pods or nodes");
  ASSERT_EQ(koord_query_reset(query_.get(), nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_use_reservation(query_.get(), "u", 1, nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(pod, 0, &err), KOORD_E_INVALID,
                         "koord_cluster_reserve_from");
  EXPECT_FAILS(koord_cluster_reserve(nullptr, pod.get(), nullptr, 0, nullptr, 0, &refusal_, &err),
               KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(
      koord_cluster_reserve(cluster_.get(), nullptr, nullptr, 0, nullptr, 0, &refusal_, &err),
      KOORD_E_INVALID, "pod");
  EXPECT_FAILS(
      koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, 0, nullptr, 0, nullptr, &err),
      KOORD_E_INVALID, "refusal");
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, 0, &word_, 0, &refusal_, &err),
      KOORD_E_NO_SPACE, "words");
  // 128 CPUs need two words.
  ASSERT_EQ(set_topology(cluster_, nrt_json("b", from_rows(machine_rows(2, 32, 2)).get()), nullptr,
                         nullptr),
            KOORD_OK);
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, 1, &word_, 1, &refusal_, &err),
      KOORD_E_NO_SPACE, "words: found 1, node \"b\" needs 2");
  EXPECT_EQ(
      koord_cluster_reserve(cluster_.get(), pod.get(), nullptr, 1, nullptr, 0, &refusal_, nullptr),
      KOORD_OK);
}

TEST_F(ClusterPods, ReserveReliesOnAVerdictThatIsNotStale) {
  const PodPtr pod = pod_of(Ask{});
  ASSERT_EQ(koord_query_set_generation(query_.get(), evaluate(cluster_, pod).generation, nullptr),
            KOORD_OK);
  // A change of another node does not matter.
  ASSERT_EQ(reserve(cluster_, pod_of({.uid = "elsewhere"}), 1).reason, KOORD_REASON_NONE);
  ASSERT_EQ(reserve_with(pod, 0, nullptr), KOORD_OK);
  const PodPtr next = pod_of({.uid = "next"});
  EXPECT_FAILS_UNCHANGED(cluster_, reserve_with(next, 0, &err), KOORD_E_STALE,
                         "the node changed since it was judged");
  // An existing reservation is kept, stale or not.
  EXPECT_EQ(reserve_with(pod, 0, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_set_generation(query_.get(), evaluate(cluster_, pod).generation, nullptr),
            KOORD_OK);
  EXPECT_EQ(reserve_with(next, 0, nullptr), KOORD_OK);
  ASSERT_EQ(set_node(cluster_, node_json("a"), nullptr, nullptr), KOORD_OK);
  EXPECT_FAILS(reserve_with(pod_of({.uid = "third"}), 0, &err), KOORD_E_STALE, "third");
}

TEST_F(ClusterPods, AffinityIsKeptTo) {
  ASSERT_EQ(koord_query_set_affinity(query_.get(), 2, nullptr), KOORD_OK);
  ASSERT_EQ(reserve_with(pod_of(Ask{}), 0, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(&word_, 1), "4-5,12-13");
  ASSERT_EQ(reserve_with(pod_of({.uid = "more", .cpu = "6"}), 0, nullptr), KOORD_OK);
  EXPECT_NE(refusal_.reason, KOORD_REASON_NONE);  // only 4 CPUs are left there
}

TEST_F(ClusterPods, RemovingASecondTimeIsNotFound) {
  ASSERT_EQ(reserve(cluster_, pod_of(Ask{}), 0).reason, KOORD_REASON_NONE);
  ASSERT_EQ(remove_pod(cluster_, "uid"), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE), "0-15");
  koord_buffer *out = nullptr;
  uint32_t node = 0;
  EXPECT_FAILS_UNCHANGED(cluster_, remove_pod(cluster_, "uid", &err), KOORD_E_NOT_FOUND,
                         "pod \"uid\": has no allocation");
  EXPECT_FAILS(koord_cluster_get_pod_node(cluster_.get(), "uid", 3, &node, &err), KOORD_E_NOT_FOUND,
               "uid");
  EXPECT_FAILS(koord_cluster_get_pod_cpus(cluster_.get(), "uid", 3, &word_, 1, &err),
               KOORD_E_NOT_FOUND, "uid");
  EXPECT_FAILS(koord_cluster_get_pod_status(cluster_.get(), "uid", 3, &out, &err),
               KOORD_E_NOT_FOUND, "uid");
  EXPECT_FAILS(koord_cluster_prebind(cluster_.get(), pod_of(Ask{}).get(), 0, &out, &err),
               KOORD_E_NOT_FOUND, "uid");
  EXPECT_FAILS(remove_pod(cluster_, "", &err), KOORD_E_INVALID, "uid: is empty");
}

TEST_F(ClusterPods, NullsAreNamed) {
  koord_cluster *c = cluster_.get();
  koord_buffer *out = nullptr;
  uint32_t node = 0;
  const PodPtr pod = pod_of(Ask{});
  EXPECT_FAILS(koord_cluster_remove_pod(nullptr, "u", 1, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_remove_pod(c, nullptr, 1, &err), KOORD_E_INVALID, "uid");
  EXPECT_FAILS(koord_cluster_set_pod(nullptr, pod.get(), nullptr, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_set_pod(c, nullptr, nullptr, &err), KOORD_E_INVALID, "pod");
  EXPECT_FAILS(set(pod_of({.uid = "", .node = "a"}), &err), KOORD_E_INVALID, "metadata.uid");
  EXPECT_FAILS(koord_cluster_get_pod_conflicts(nullptr, "u", 1, &conflicts_, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_get_pod_conflicts(c, "u", 1, nullptr, &err), KOORD_E_INVALID,
               "conflicts");
  EXPECT_FAILS(koord_cluster_get_pod_conflicts(c, "u", 1, &conflicts_, &err), KOORD_E_NOT_FOUND,
               "u");
  EXPECT_FAILS(koord_cluster_get_pod_node(nullptr, "u", 1, &node, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_get_pod_node(c, "u", 1, nullptr, &err), KOORD_E_INVALID, "node");
  EXPECT_FAILS(koord_cluster_get_pod_cpus(nullptr, "u", 1, &word_, 1, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_get_pod_cpus(c, "u", 1, nullptr, 1, &err), KOORD_E_INVALID, "words");
  EXPECT_FAILS(koord_cluster_get_pod_status(nullptr, "u", 1, &out, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_get_pod_status(c, "u", 1, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_cluster_prebind(nullptr, pod.get(), 0, &out, &err), KOORD_E_INVALID,
               "cluster");
  EXPECT_FAILS(koord_cluster_prebind(c, nullptr, 0, &out, &err), KOORD_E_INVALID, "pod");
  EXPECT_FAILS(koord_cluster_prebind(c, pod.get(), 2, &out, &err), KOORD_E_INVALID, "flags");
  EXPECT_FAILS(koord_cluster_prebind(c, pod.get(), 0, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_cluster_get_pods(nullptr, 0, &out, &err), KOORD_E_INVALID, "cluster");
  EXPECT_FAILS(koord_cluster_get_pods(c, 0, nullptr, &err), KOORD_E_INVALID, "out");
  EXPECT_FAILS(koord_cluster_get_pods(c, 9, &out, &err), KOORD_E_NOT_FOUND,
               "node 9: there is no such node");
  EXPECT_EQ(out, nullptr);
}

TEST_F(ClusterPods, TooShortArraysForCpusAreRefused) {
  // The pod's CPUs are not known yet.
  ASSERT_EQ(set_node(cluster_, node_json("bare"), nullptr, nullptr), KOORD_OK);
  set_well({.uid = "u", .node = "bare", .status = R"({"cpuset":"3,200"})"});
  EXPECT_FAILS(koord_cluster_get_pod_cpus(cluster_.get(), "u", 1, &word_, 1, &err),
               KOORD_E_NO_SPACE, "words");
  uint64_t words[4];
  ASSERT_EQ(koord_cluster_get_pod_cpus(cluster_.get(), "u", 1, words, 4, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(words, 4), "3,200");
  // The pod does not own CPUs that its node does not have.
  set_well({.uid = "u", .node = "a", .status = R"({"cpuset":"3,200"})"});
  ASSERT_EQ(koord_cluster_get_pod_cpus(cluster_.get(), "u", 1, &word_, 1, nullptr), KOORD_OK);
  EXPECT_EQ(list_of(&word_, 1), "3");
}

TEST_F(ClusterPods, OfTwoPodsThatClaimOneCpuTheFirstHasIt) {
  set_well({.uid = "x", .node = "a", .status = R"({"cpuset":"0-3"})"});
  EXPECT_EQ(conflicts(), "0 0 0 0");
  set_well({.uid = "y", .node = "a", .status = R"({"cpuset":"2-5"})"});
  EXPECT_EQ(conflicts(), "2 0 0 0");
  EXPECT_EQ(conflicts_.claims_refused, 1u);
  EXPECT_EQ(conflicts_.cpus.reason, KOORD_REASON_CPU_TAKEN);
  EXPECT_EQ(conflicts_.cpus.where, 2);
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), "0-3");
  // Once x is removed, y gets the CPUs that it claims.
  ASSERT_EQ(remove_pod(cluster_, "x"), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_ALLOCATED), "2-5");
  EXPECT_EQ(koord_cluster_get_pod_conflicts(cluster_.get(), "y", 1, &conflicts_, nullptr),
            KOORD_OK);
  EXPECT_EQ(conflicts(), "0 0 0 0");
  EXPECT_EQ(conflicts_.claims_refused, 0u);
  EXPECT_EQ(conflicts_.cpus.reason, KOORD_REASON_NONE);
  // Setting the pod again causes no conflict with itself.
  set_well({.uid = "y", .node = "a", .status = R"({"cpuset":"2-5"})"});
  EXPECT_EQ(conflicts(), "0 0 0 0");
  ASSERT_EQ(remove_pod(cluster_, "y"), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE), "0-15");
  EXPECT_EQ(info_of(cluster_).pods, 0u);
}

TEST_F(ClusterPods, WithheldAndUnknownCpusAndGrantsAreReported) {
  add_node(cluster_, "a",
           R"("annotations":{"node.koordinator.sh/reservation":"{\"reservedCPUs\":\"0-1\"}"},)");
  set_well(
      {.uid = "u", .cpu = "5", .node = "a", .status = R"({"cpuset":"1-2,16-18","numaNodeResources":[
              {"node":1,"resources":{"cpu":"2","memory":"1Gi"}},{"node":7,"resources":{"cpu":"1"}}]})"});
  EXPECT_EQ(conflicts(), "0 1 3 2");  // the machine's NUMA nodes report no memory
  EXPECT_EQ(conflicts_.claims_refused, 0u);
  EXPECT_EQ(cpus_of_pod("u"), "2");
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE), "3-15");
  ASSERT_EQ(remove_pod(cluster_, "u"), KOORD_OK);
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE), "2-15");
}

constexpr char kReservesTwo[] =
    R"("annotations":{"node.koordinator.sh/reservation":"{\"reservedCPUs\":\"0-1\"}"},)";

TEST_F(ClusterPods, ReserveAgainLeavesOutLostCpus) {
  const PodPtr pod = pod_of(Ask{});
  ASSERT_EQ(reserve(cluster_, pod, 0).cpus, "0-1,8-9");
  add_node(cluster_, "a", kReservesTwo);
  EXPECT_EQ(cpus_of_pod("uid"), "8-9");
  EXPECT_EQ(reserve(cluster_, pod, 0).cpus, "8-9");
  add_node(cluster_, "a");
  EXPECT_EQ(reserve(cluster_, pod, 0).cpus, "0-1,8-9");
}

// Two pods have the same CPUs by their annotations, and the node reserves these. Only the first pod
// holds them, until it is removed.
TEST_F(ClusterPods, LostCpusPassToTheNextPodThatClaimsThem) {
  ASSERT_EQ(reserve(cluster_, pod_of(Ask{}), 0).cpus, "0-1,8-9");
  add_node(cluster_, "a", kReservesTwo);
  set_well({.uid = "y", .node = "a", .status = R"({"cpuset":"0-3"})"});
  EXPECT_EQ(status_of(cluster_, "y"), R"({"cpuset":"2-3"})");
  ASSERT_EQ(remove_pod(cluster_, "uid"), KOORD_OK);
  EXPECT_EQ(status_of(cluster_, "y"), R"({"cpuset":"0-3"})");
  EXPECT_EQ(cpus_of_pod("y"), "2-3");
  add_node(cluster_, "a");
  EXPECT_EQ(cpus_of_pod("y"), "0-3");
}

// The removal of a pod lets the node accept the claim that it stands against. A what-if without the
// pod counts that claim, too.
TEST_F(ClusterPods, RemovingAPodInAQueryAcceptsClaimsToItsCpus) {
  ASSERT_EQ(reserve(cluster_, pod_of(Ask{}), 0).cpus, "0-1,8-9");
  set_well({.uid = "y", .node = "a", .status = R"({"cpuset":"0-3"})"});
  EXPECT_EQ(conflicts_.claims_refused, 1u);
  ASSERT_EQ(koord_query_remove_pod(query_.get(), "uid", 3, nullptr), KOORD_OK);
  const auto needs = [&](const char *cpus, const koord_query *query) {
    koord_error err{};
    EXPECT_EQ(koord_cluster_judge(cluster_.get(), pod_of({.uid = "z", .cpu = cpus}).get(), query, 0,
                                  &refusal_, nullptr, &err),
              KOORD_OK)
        << err.message;
    return refusal_.reason;
  };
  EXPECT_EQ(needs("12", query_.get()), KOORD_REASON_NONE);
  const koord_reason thirteen = needs("13", query_.get());
  EXPECT_NE(thirteen, KOORD_REASON_NONE);
  ASSERT_EQ(remove_pod(cluster_, "uid"), KOORD_OK);
  EXPECT_EQ(cpus_of_pod("y"), "0-3");
  EXPECT_EQ(needs("12", nullptr), KOORD_REASON_NONE);
  EXPECT_EQ(needs("13", nullptr), thirteen);
}

TEST_F(ClusterPods, APodWaitsForANodeThatIsNotThere) {
  set_well({.uid = "u", .node = "new", .status = R"({"cpuset":"0-3"})"});
  EXPECT_EQ(conflicts(), "0 0 4 0");
  koord_error err{};
  uint32_t node = 0;
  EXPECT_EQ(koord_cluster_get_pod_node(cluster_.get(), "u", 1, &node, &err), KOORD_E_NOT_FOUND);
  EXPECT_EQ(koord_cluster_get_node_id(cluster_.get(), "new", 3, &node, &err), KOORD_E_NOT_FOUND);
  EXPECT_EQ(info_of(cluster_).nodes, 2u);
  EXPECT_EQ(info_of(cluster_).ids, 2u);
  EXPECT_EQ(info_of(cluster_).pods, 0u);
  const PodPtr asked = pod_of({.uid = ""});
  EXPECT_EQ(evaluate(cluster_, asked).rows.size(), 2u);
  // The pod is bound and cannot be reserved until it is removed.
  koord_refusal refusal{};
  const PodPtr same = pod_of({.uid = "u"});
  EXPECT_EQ(
      koord_cluster_reserve(cluster_.get(), same.get(), nullptr, 0, nullptr, 0, &refusal, &err),
      KOORD_E_CONFLICT);
  EXPECT_EQ(add_node(cluster_, "new"), 2u);
  EXPECT_EQ(node_of("u"), 2u);
  EXPECT_EQ(info_of(cluster_).pods, 1u);
  EXPECT_EQ(cpus_of(cluster_, 2, KOORD_CLUSTER_CPUSET_FREE), "4-15");
  set_well({.uid = "u", .node = "newer", .status = R"({"cpuset":"0-3"})"});
  EXPECT_EQ(cpus_of(cluster_, 2, KOORD_CLUSTER_CPUSET_FREE), "0-15");
  EXPECT_EQ(remove_pod(cluster_, "u"), KOORD_OK);
  EXPECT_EQ(koord_cluster_remove_pod(cluster_.get(), "u", 1, &err), KOORD_E_NOT_FOUND);
}

TEST_F(ClusterPods, APodMovesWithAllItHolds) {
  set_well({.uid = "u", .node = "a", .status = R"({"cpuset":"0-3"})"});
  set_well({.uid = "u", .node = "b", .status = R"({"cpuset":"4-5"})"});
  EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE), "0-15");
  EXPECT_EQ(cpus_of(cluster_, 1, KOORD_CLUSTER_CPUSET_ALLOCATED), "4-5");
  EXPECT_EQ(pods_on(cluster_, 0), "");
  EXPECT_EQ(pods_on(cluster_, 1), "u\n");
  EXPECT_EQ(info_of(cluster_).pods, 1u);
  EXPECT_EQ(node_of("u"), 1u);
}

TEST_F(ClusterPods, TerminatedPodsAreReleasedAndAssumedOnesKept) {
  for (const char *phase : {"Succeeded", "Failed"}) {
    set_well({.uid = "u", .node = "a", .status = R"({"cpuset":"0-3"})"});
    set_well({.uid = "u", .node = "a", .status = R"({"cpuset":"0-3"})", .phase = phase});
    EXPECT_EQ(cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE), "0-15");
    EXPECT_FAILS_UNCHANGED(cluster_, set(pod_of({.uid = "u", .node = "a", .phase = phase}), &err),
                           KOORD_E_NOT_FOUND,
                           "pod \"u\": has terminated, and it has no allocation");
  }
  set_well({.uid = "u", .node = "a"});
  set_well({.uid = "u"});
  EXPECT_EQ(info_of(cluster_).pods, 1u);
  EXPECT_FAILS_UNCHANGED(cluster_, set(pod_of({.uid = "v", .node = ""}), &err), KOORD_E_NOT_FOUND,
                         "pod \"v\": spec.nodeName is empty, and it has no allocation");
}

TEST_F(ClusterPods, AnOddStructChangesNothing) {
  conflicts_.struct_size = 3;
  EXPECT_FAILS_UNCHANGED(cluster_, set(pod_of({.uid = "u", .node = "a"}), &err), KOORD_E_INVALID,
                         "conflicts.struct_size");
}

TEST_F(ClusterPods, RestoringIsAsGoodAsHavingReserved) {
  for (const char *policy : {"", "BestEffort", "SingleNUMANode"}) {
    const std::string metadata = *policy == '\0' ? "" : policy_label(policy);
    const ClusterPtr lived = new_cluster();
    const ClusterPtr restored = new_cluster();
    for (const char *name : {"a", "b"}) {
      add_node(lived, name, metadata);
      add_node(restored, name, metadata);
    }
    std::vector<Ask> asks;
    for (int i = 0; i < 6; ++i)
      asks.push_back({.uid = "u" + std::to_string(i),
                      .cpu = std::to_string(1 + i % 4),
                      .qos = i % 3 == 2 ? "LS" : "LSR"});
    for (int i = 0; i < 6; ++i)
      ASSERT_EQ(reserve(lived, pod_of(asks[static_cast<size_t>(i)]), i % 2).reason,
                KOORD_REASON_NONE);
    for (size_t i = 6; i-- > 0;) {  // in reverse order
      asks[i].node = i % 2 == 0 ? "a" : "b";
      asks[i].status = status_of(lived, asks[i].uid);
      conflicts_ = KOORD_INIT(koord_pod_conflicts);
      ASSERT_EQ(koord_cluster_set_pod(restored.get(), pod_of(asks[i]).get(), &conflicts_, nullptr),
                KOORD_OK);
      EXPECT_EQ(conflicts(), "0 0 0 0") << asks[i].status;
    }
    // The states are equal except for the generation.
    EXPECT_EQ(everything(restored).substr(everything(restored).find(' ')),
              everything(lived).substr(everything(lived).find(' ')))
        << policy;
  }
}

TEST_F(ClusterPods, PrebindUnderUpstreamReplacesThePolicyDefault) {
  cluster_ = new_cluster("", KOORD_PROFILE_UPSTREAM);
  add_node(cluster_, "a");
  const auto patch_of = [&](const std::string &uid, const std::string &spec) {
    const PodPtr pod = pod_of(
        {.uid = uid,
         .cpu = "2",
         .annotations = R"("scheduling.koordinator.sh/resource-spec":)" + quote_json(spec) + ","});
    EXPECT_EQ(reserve(cluster_, pod, 0).reason, KOORD_REASON_NONE) << spec;
    return prebind(pod);
  };
  const std::string preferred = R"(\"preferredCPUBindPolicy\":\"FullPCPUs\")";
  const std::string required = R"(\"requiredCPUBindPolicy\":\"FullPCPUs\")";
  const std::string one = patch_of("a", R"({"preferredCPUBindPolicy":"Default"})");
  EXPECT_NE(one.find(preferred), std::string::npos) << one;
  EXPECT_EQ(one.find(required), std::string::npos) << one;
  const std::string other = patch_of("b", R"({"requiredCPUBindPolicy":"Default"})");
  EXPECT_NE(other.find(required), std::string::npos) << other;
  EXPECT_EQ(other.find(preferred), std::string::npos) << other;
  const std::string both =
      patch_of("c", R"({"requiredCPUBindPolicy":"FullPCPUs","preferredCPUBindPolicy":"Default"})");
  EXPECT_NE(both.find(required + "," + preferred), std::string::npos) << both;
}

TEST_F(ClusterPods, PrebindWritesTheCpusAndTheirPolicy) {
  const PodPtr pod = pod_of(Ask{});
  ASSERT_EQ(reserve(cluster_, pod, 0).cpus, "0-1,8-9");
  const std::string patch = prebind(pod);
  EXPECT_EQ(patch.substr(0, 28), R"({"metadata":{"annotations":{)");
  EXPECT_NE(patch.find(R"(\"preferredCPUBindPolicy\":\"FullPCPUs\")"), std::string::npos) << patch;
  EXPECT_NE(patch.find(R"(\"cpuset\":\"0-1,8-9\")"), std::string::npos) << patch;
  EXPECT_NE(patch.find("numaNodeResources"), std::string::npos) << patch;
  const std::string proposal = prebind(pod, KOORD_PREBIND_PROPOSAL);
  EXPECT_EQ(proposal.find("numaNodeResources"), std::string::npos) << proposal;
  EXPECT_NE(proposal.find("resource-status"), std::string::npos) << proposal;
  // A pod that states its policy keeps its own annotation.
  const PodPtr says = pod_of(
      {.uid = "says",
       .annotations =
           R"("scheduling.koordinator.sh/resource-spec":"{\"preferredCPUBindPolicy\":\"SpreadByPCPUs\"}",)"});
  ASSERT_EQ(reserve(cluster_, says, 0).reason, KOORD_REASON_NONE);
  EXPECT_EQ(prebind(says).find("resource-spec"), std::string::npos) << prebind(says);
  // A pod that needs no annotation gets none.
  const PodPtr shares = pod_of({.uid = "shares", .qos = "LS"});
  ASSERT_EQ(reserve(cluster_, shares, 0).reason, KOORD_REASON_NONE);
  EXPECT_EQ(prebind(shares), R"({"metadata":{"annotations":{}}})");
}

}  // namespace
}  // namespace koord::testing
