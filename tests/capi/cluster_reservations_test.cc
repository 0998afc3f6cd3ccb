// Reservations through the C interface.
#include <algorithm>
#include <map>

#include "capi/cluster_support.h"

namespace koord::testing {
namespace {

class Reservations : public ::testing::Test {
 protected:
  Reservations() : cluster_(new_cluster()) {
    for (const char *name : {"a", "b"}) add_node(cluster_, name);
    EXPECT_EQ(reserve(cluster_, pod_of({.uid = "kept", .cpu = "8", .memory = "8Gi"}), 0).reason,
              KOORD_REASON_NONE);
  }
  koord_status mark(std::string_view uid, koord_reservation_policy policy, koord_error *err) {
    return koord_cluster_set_reservation(cluster_.get(), uid.data(), uid.size(), policy, err);
  }
  koord_status take(const Ask &ask, std::string_view from, koord_error *err,
                    uint64_t generation = 0, uint64_t affinity = 0) {
    word_ = 0;
    const QueryPtr query = new_query();
    EXPECT_EQ(koord_query_use_reservation(query.get(), from.data(), from.size(), nullptr),
              KOORD_OK);
    EXPECT_EQ(koord_query_set_generation(query.get(), generation, nullptr), KOORD_OK);
    EXPECT_EQ(koord_query_set_affinity(query.get(), affinity, nullptr), KOORD_OK);
    return koord_cluster_reserve_from(cluster_.get(), pod_of(ask).get(), query.get(), &word_, 1,
                                      &refusal_, err);
  }
  koord_status adopt(std::string_view uid, std::string_view from, koord_error *err) {
    return koord_cluster_attach_owner(cluster_.get(), uid.data(), uid.size(), from.data(),
                                      from.size(), err);
  }

  ClusterPtr cluster_;
  koord_refusal refusal_{};
  uint64_t word_ = 0;
};

TEST_F(Reservations, GiveAndGetBack) {
  ASSERT_EQ(mark("kept", KOORD_RESERVATION_POLICY_RESTRICTED, nullptr), KOORD_OK);
  const std::string whole = status_of(cluster_, "kept");
  ASSERT_EQ(take({.uid = "x", .cpu = "4"}, "kept", nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  const std::string had = list_of(&word_, 1);
  EXPECT_NE(had, "");
  ASSERT_EQ(take({.uid = "x", .cpu = "4"}, "kept", nullptr), KOORD_OK);
  EXPECT_EQ(list_of(&word_, 1), had);
  ASSERT_EQ(take({.uid = "y", .cpu = "6"}, "kept", nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_RESERVATION_SHORT);
  EXPECT_EQ(refusal_.needed, 6000);
  EXPECT_EQ(refusal_.best, 4000);
  EXPECT_EQ(word_, 0u);
  ASSERT_EQ(mark("kept", KOORD_RESERVATION_POLICY_ALIGNED, nullptr), KOORD_OK);
  ASSERT_EQ(take({.uid = "y", .cpu = "6"}, "kept", nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(pods_on(cluster_, 0), "kept\nx\ny\n");
  for (const char *uid : {"x", "y"}) EXPECT_EQ(remove_pod(cluster_, uid), KOORD_OK);
  EXPECT_EQ(status_of(cluster_, "kept"), whole);
}

// A pod that is not aligned may own any free CPU, whatever pods that share CPUs have of the NUMA
// node. This holds for owners of a reservation, too.
TEST_F(Reservations, SharedCpuDoesNotLimitOwnersWithoutAlignment) {
  add_node(cluster_, "b", R"("labels":{"node.koordinator.sh/numa-topology-policy":"None"},)");
  ASSERT_EQ(reserve(cluster_, pod_of({.uid = "few", .cpu = "2"}), 1).reason, KOORD_REASON_NONE);
  ASSERT_EQ(mark("few", KOORD_RESERVATION_POLICY_DEFAULT, nullptr), KOORD_OK);
  constexpr char kOneNode[] = R"("scheduling.koordinator.sh/numa-topology-spec":)"
                              R"("{\"numaTopologyPolicy\":\"SingleNUMANode\"}",)";
  for (const auto &[uid, cpu] : {std::pair{"s", "5500m"}, {"t", "7500m"}})
    ASSERT_EQ(
        reserve(cluster_, pod_of({.uid = uid, .cpu = cpu, .qos = "LS", .annotations = kOneNode}), 1)
            .reason,
        KOORD_REASON_NONE);
  EXPECT_EQ(reserve(cluster_, pod_of({.uid = "v", .cpu = "1"}), 1).reason, KOORD_REASON_NONE);
  EXPECT_EQ(remove_pod(cluster_, "v"), KOORD_OK);
  ASSERT_EQ(take({.uid = "w", .cpu = "3"}, "few", nullptr), KOORD_OK);
  EXPECT_EQ(refusal_.reason, KOORD_REASON_NONE);
  EXPECT_EQ(__builtin_popcountll(word_), 3);
}

TEST_F(Reservations, VerdictsForOwnersUseThem) {
  const PodPtr rest = pod_of({.uid = "rest", .cpu = "8"});
  EXPECT_EQ(reserve(cluster_, rest, 0).reason, KOORD_REASON_NONE);
  ASSERT_EQ(mark("kept", KOORD_RESERVATION_POLICY_DEFAULT, nullptr), KOORD_OK);
  const PodPtr pod = pod_of({.uid = "x", .cpu = "8"});
  EXPECT_NE(evaluate(cluster_, pod).rows[0].reason, KOORD_REASON_NONE);
  const QueryPtr query = new_query();
  ASSERT_EQ(koord_query_use_reservation(query.get(), "kept", 4, nullptr), KOORD_OK);
  ASSERT_EQ(koord_query_use_reservation(query.get(), "unknown", 7, nullptr), KOORD_OK);
  EXPECT_EQ(evaluate(cluster_, pod, query.get()).rows[0].reason, KOORD_REASON_NONE);
}

// The pod fits only on the other NUMA node, but the rest of the
// reservation leaves too little of the node for it.
TEST_F(Reservations, RefuseUnderTheProfileOfTheCluster) {
  for (const koord_profile profile : {KOORD_PROFILE_SPEC, KOORD_PROFILE_UPSTREAM}) {
    cluster_ = new_cluster("", profile);
    std::string node = node_json("a", policy_label("SingleNUMANode"));
    node.replace(node.find("16"), 2, "12");
    ASSERT_EQ(set_node(cluster_, node, nullptr, nullptr), KOORD_OK);
    ASSERT_EQ(set_topology(cluster_, nrt_json("a", two_sockets().get()), nullptr, nullptr),
              KOORD_OK);
    ASSERT_EQ(reserve(cluster_, pod_of({.uid = "kept", .cpu = "8"}), 0).reason, KOORD_REASON_NONE);
    ASSERT_EQ(mark("kept", KOORD_RESERVATION_POLICY_DEFAULT, nullptr), KOORD_OK);
    ASSERT_EQ(take({.uid = "x", .cpu = "4"}, "kept", nullptr), KOORD_OK);
    ASSERT_EQ(refusal_.reason, KOORD_REASON_NONE);
    ASSERT_EQ(take({.uid = "y", .cpu = "6"}, "kept", nullptr), KOORD_OK);
    EXPECT_EQ(refusal_.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
    EXPECT_EQ(refusal_.best, 4000);
    EXPECT_EQ(refusal_.profile, profile);
  }
}

TEST_F(Reservations, ARestartLinksThemAgain) {
  ASSERT_EQ(mark("kept", KOORD_RESERVATION_POLICY_DEFAULT, nullptr), KOORD_OK);
  const std::string whole = status_of(cluster_, "kept");
  ASSERT_EQ(take({.uid = "x", .cpu = "4"}, "kept", nullptr), KOORD_OK);
  const std::string rest = status_of(cluster_, "kept");
  const std::string mine = status_of(cluster_, "x");
  const ClusterPtr again = new_cluster();
  for (const char *name : {"a", "b"}) add_node(again, name);
  const PodPtr pods[] = {
      pod_of({.uid = "kept", .cpu = "8", .memory = "8Gi", .node = "a", .status = whole}),
      pod_of({.uid = "x", .cpu = "4", .node = "a", .status = mine})};
  for (const PodPtr &pod : pods)
    ASSERT_EQ(koord_cluster_set_pod(again.get(), pod.get(), nullptr, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_set_reservation(again.get(), "kept", 4, 0, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_attach_owner(again.get(), "x", 1, "kept", 4, nullptr), KOORD_OK);
  EXPECT_EQ(status_of(again, "kept"), rest);
  EXPECT_EQ(cpus_of(again, 0, KOORD_CLUSTER_CPUSET_FREE),
            cpus_of(cluster_, 0, KOORD_CLUSTER_CPUSET_FREE));
}

// Adds node "a" with a report of its agent, which gives CPUs to pods.
void add_reported_node(const ClusterPtr &cluster, std::string_view allocs) {
  std::string json = nrt_json("a", two_sockets().get());
  const std::string_view none = R"(pod-cpu-allocs": "[]")";
  const size_t at = json.find(none);
  ASSERT_NE(at, std::string::npos) << json;
  json.replace(at, none.size(), R"(pod-cpu-allocs":)" + quote_json(allocs));
  EXPECT_EQ(set_node(cluster, node_json("a"), nullptr, nullptr), KOORD_OK);
  EXPECT_EQ(set_topology(cluster, json, nullptr, nullptr), KOORD_OK);
}

// Sets a reservation "kept", an owner of it and a third pod in every order. The first two are
// declared at once or late.
template <typename Check>
void restart_in_any_order(const std::map<std::string_view, Ask> &asks, std::string_view allocs,
                          Check &&check) {
  std::vector<std::string_view> order;
  for (const auto &[uid, ask] : asks) order.push_back(uid);
  do
    for (const bool links_at_once : {true, false}) {
      const ClusterPtr again = new_cluster();
      add_reported_node(again, allocs);
      const auto link = [&] {
        if (koord_cluster_set_reservation(again.get(), "kept", KOORD_NUL, 0, nullptr) == KOORD_OK)
          koord_cluster_attach_owner(again.get(), "owner", KOORD_NUL, "kept", KOORD_NUL, nullptr);
      };
      for (const std::string_view uid : order) {
        ASSERT_EQ(koord_cluster_set_pod(again.get(), pod_of(asks.at(uid)).get(), nullptr, nullptr),
                  KOORD_OK);
        if (links_at_once) link();
      }
      link();
      check(again,
            std::string(order[0]) + " " + std::string(order[1]) + (links_at_once ? "" : ", late"));
    }
  while (std::next_permutation(order.begin(), order.end()));
}

// An owner's claim is refused until its reservation is known. A pod that ranks after it then gets a
// CPU of the claim, and must give it back.
TEST_F(Reservations, ARestartInAnyOrderGivesOwnersTheirCpus) {
  restart_in_any_order(
      {{"kept", {.uid = "kept", .cpu = "2", .node = "a", .status = R"({"cpuset":"0-1"})"}},
       {"owner", {.uid = "owner", .cpu = "4", .node = "a", .status = R"({"cpuset":"0,4-6"})"}},
       {"third", {.uid = "third", .cpu = "1", .node = "a", .status = R"({"cpuset":"4"})"}}},
      "[]", [](const ClusterPtr &again, const std::string &said) {
        EXPECT_EQ(status_of(again, "owner"), R"({"cpuset":"0,4-6"})") << said;
        EXPECT_EQ(status_of(again, "kept"), R"({"cpuset":"1"})") << said;
        EXPECT_EQ(status_of(again, "third"), "{}") << said;
        const std::string free = cpus_of(again, 0, KOORD_CLUSTER_CPUSET_FREE);
        EXPECT_EQ(free.substr(0, 4), "2-3,") << said;
      });
}

// The owner's request has shrunk from 4 to 3 CPUs. Its agent has left it 3 of those that it claims,
// and reports them. So it ranks before a pod that would otherwise rank before it.
TEST_F(Reservations, AShrinkingOwnerKeepsItsCpusAfterARestart) {
  restart_in_any_order(
      {{"kept", {.uid = "kept", .cpu = "2", .node = "a", .status = R"({"cpuset":"0-1"})"}},
       {"owner", {.uid = "owner", .cpu = "3", .node = "a", .status = R"({"cpuset":"0,4-6"})"}},
       {"early", {.uid = "early", .cpu = "1", .node = "a", .status = R"({"cpuset":"4"})"}}},
      R"([{"namespace":"default","name":"pod","uid":"owner","cpuset":"0,4-5"}])",
      [](const ClusterPtr &again, const std::string &said) {
        EXPECT_EQ(status_of(again, "owner"), R"({"cpuset":"0,4-5"})") << said;
        EXPECT_EQ(status_of(again, "kept"), R"({"cpuset":"1"})") << said;
        EXPECT_EQ(status_of(again, "early"), "{}") << said;
      });
}

// A pod that was bound earlier has a CPU of the owner's claim. The owner gets its CPUs when that
// pod leaves, without an event of its own.
TEST_F(Reservations, OwnersGetTheirCpusWhenPodsWithPrecedenceLeave) {
  restart_in_any_order(
      {{"kept", {.uid = "kept", .cpu = "2", .node = "a", .status = R"({"cpuset":"0-1"})"}},
       {"owner", {.uid = "owner", .cpu = "4", .node = "a", .status = R"({"cpuset":"0,4-6"})"}},
       {"early", {.uid = "early", .cpu = "1", .node = "a", .status = R"({"cpuset":"4"})"}}},
      "[]", [](const ClusterPtr &again, const std::string &said) {
        EXPECT_EQ(status_of(again, "early"), R"({"cpuset":"4"})") << said;
        EXPECT_EQ(status_of(again, "owner"), "{}") << said;
        EXPECT_EQ(status_of(again, "kept"), R"({"cpuset":"0-1"})") << said;
        const QueryPtr without = new_query();
        ASSERT_EQ(koord_query_remove_pod(without.get(), "early", KOORD_NUL, nullptr), KOORD_OK);
        const PodPtr large = pod_of({.uid = "large", .cpu = "12"});
        const Rows what_if = evaluate(again, large, without.get());
        ASSERT_EQ(remove_pod(again, "early"), KOORD_OK);
        EXPECT_EQ(status_of(again, "owner"), R"({"cpuset":"0,4-6"})") << said;
        EXPECT_EQ(status_of(again, "kept"), R"({"cpuset":"1"})") << said;
        EXPECT_EQ(format_rows(what_if.rows), format_rows(evaluate(again, large).rows)) << said;
      });
}

// A reservation has precedence over the claims of all pods, whatever order they are read in, and
// releases the CPUs when it leaves.
TEST_F(Reservations, HavePrecedenceOverClaims) {
  restart_in_any_order(
      {{"kept", {.uid = "kept", .cpu = "2", .node = "a", .status = R"({"cpuset":"0-1"})"}},
       {"owner", {.uid = "owner", .cpu = "2", .node = "a", .status = R"({"cpuset":"0,4"})"}},
       {"early", {.uid = "early", .cpu = "1", .node = "a", .status = R"({"cpuset":"1"})"}}},
      "[]", [](const ClusterPtr &again, const std::string &said) {
        EXPECT_EQ(status_of(again, "early"), "{}") << said;
        EXPECT_EQ(status_of(again, "owner"), R"({"cpuset":"0,4"})") << said;
        EXPECT_EQ(status_of(again, "kept"), R"({"cpuset":"1"})") << said;
        ASSERT_EQ(remove_pod(again, "kept"), KOORD_OK);
        EXPECT_EQ(status_of(again, "early"), R"({"cpuset":"1"})") << said;
        EXPECT_EQ(status_of(again, "owner"), R"({"cpuset":"0,4"})") << said;
      });
}

TEST_F(Reservations, RefuseBadInput) {
  EXPECT_FAILS_UNCHANGED(cluster_, mark("kept", 3, &err), KOORD_E_INVALID, "policy");
  EXPECT_FAILS_UNCHANGED(cluster_, mark("nobody", 0, &err), KOORD_E_NOT_FOUND, "nobody");
  EXPECT_FAILS_UNCHANGED(cluster_, mark("", 0, &err), KOORD_E_INVALID, "uid");
  EXPECT_FAILS_UNCHANGED(cluster_, take({.uid = "x"}, "kept", &err), KOORD_E_NOT_FOUND,
                         "is not a reservation of this cluster");
  ASSERT_EQ(mark("kept", 0, nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(cluster_, take({.uid = "x"}, "kept", &err, 0, 1), KOORD_E_INVALID,
                         "query: has an affinity");
  EXPECT_FAILS_UNCHANGED(cluster_, take({.uid = "x"}, "kept", &err, 1), KOORD_E_STALE, "changed");
  const PodPtr x = pod_of({.uid = "x"});
  const QueryPtr two = new_query();
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_reserve_from(cluster_.get(), x.get(), two.get(), nullptr, 0, &refusal_, &err),
      KOORD_E_INVALID, "query: uses 0 reservations");
  for (const char *each : {"kept", "other"})
    ASSERT_EQ(koord_query_use_reservation(two.get(), each, KOORD_NUL, nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_reserve_from(cluster_.get(), x.get(), two.get(), nullptr, 0, &refusal_, &err),
      KOORD_E_INVALID, "query: uses 2 reservations");
  EXPECT_FAILS_UNCHANGED(cluster_, take({.uid = ""}, "kept", &err), KOORD_E_INVALID, "uid");
  EXPECT_EQ(reserve(cluster_, pod_of({.uid = "other", .cpu = "2"}), 0).reason, KOORD_REASON_NONE);
  EXPECT_FAILS_UNCHANGED(cluster_, take({.uid = "other", .cpu = "2"}, "kept", &err),
                         KOORD_E_CONFLICT, "other");
  EXPECT_FAILS_UNCHANGED(cluster_, adopt("nobody", "kept", &err), KOORD_E_NOT_FOUND, "nobody");
  EXPECT_FAILS_UNCHANGED(cluster_, adopt("other", "nobody", &err), KOORD_E_NOT_FOUND, "nobody");
  ASSERT_EQ(take({.uid = "x", .cpu = "2"}, "kept", nullptr), KOORD_OK);
  EXPECT_FAILS_UNCHANGED(cluster_, mark("x", 0, &err), KOORD_E_CONFLICT, "itself");
  const PodPtr larger = pod_of({.uid = "x", .cpu = "4"});
  koord_plan *plan = nullptr;
  EXPECT_FAILS_UNCHANGED(
      cluster_,
      koord_cluster_plan_resize(cluster_.get(), larger.get(), nullptr, &plan, &refusal_, &err),
      KOORD_E_CONFLICT, "takes from one");
  const PodPtr moved = pod_of({.uid = "x", .node = "b", .status = R"({"cpuset":"0-1"})"});
  EXPECT_FAILS_UNCHANGED(cluster_,
                         koord_cluster_set_pod(cluster_.get(), moved.get(), nullptr, &err),
                         KOORD_E_CONFLICT, "x");
  // A reservation larger than the node fails.
  EXPECT_NE(reserve(cluster_, pod_of({.uid = "huge", .cpu = "64"}), 1).reason, KOORD_REASON_NONE);
}

TEST_F(Reservations, GoWithTheirNode) {
  ASSERT_EQ(mark("kept", 0, nullptr), KOORD_OK);
  ASSERT_EQ(take({.uid = "x", .cpu = "2"}, "kept", nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_remove_node(cluster_.get(), "a", 1, nullptr), KOORD_OK);
  EXPECT_FAILS(take({.uid = "y"}, "kept", &err), KOORD_E_NOT_FOUND, "kept");
  EXPECT_EQ(reserve(cluster_, pod_of({.uid = "x", .cpu = "2"}), 1).reason, KOORD_REASON_NONE);
  EXPECT_EQ(remove_pod(cluster_, "x"), KOORD_OK);
}

}  // namespace
}  // namespace koord::testing
