// Preferred and required bind policies on regular machines: the picked CPUs and the refusals.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

TEST(KoordinatorFullPcpus, TakesWholeCores) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull}).cpus, "0-1,8-9");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 8, .bind = kFull}).cpus, "0-3,8-11");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 16, .bind = kFull}).cpus, "0-15");
}

TEST(KoordinatorFullPcpus, PassesOverSplitCores) {
  // CPU 8 is busy, so core 0 is split; core 1 is whole.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2, .bind = kFull, .free = "0-7,9-15"}).cpus, "1,9");
}

TEST(KoordinatorFullPcpus, SplitsOneCoreForAnOddCount) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 3, .bind = kFull}).cpus, "0-1,8");
}

TEST(KoordinatorFullPcpus, GoesOnWithoutWholeCores) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull, .free = "0-7"}).cpus, "0-3");
  // The whole core with CPUs 5 and 13 comes first, then single threads of its socket.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull, .free = "0-2,5-7,13"}).cpus, "5-7,13");
}

TEST(KoordinatorFullPcpus, NodeThenSocketThenWholeSockets) {
  EXPECT_EQ(ask(four_nodes(), {.cpus = 4, .bind = kFull, .free = "1-15"}).cpus, "2-3,10-11");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 6, .bind = kFull}).cpus, "0-2,8-10");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 6, .bind = kFull, .free = "1-15"}).cpus, "1-3,9-11");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 10, .bind = kFull}).cpus, "0-4,8-12");
}

TEST(KoordinatorFullPcpus, NeverMoreThanAskedAcrossSockets) {
  // Three sockets of four SMT2 cores. Upstream returns 12 CPUs here, because it takes from each
  // remaining socket without checking whether CPUs are still needed.
  const MachinePtr m = machine(Shape{.sockets = 3});
  for (const Profile profile : {kSpec, kUpstream})
    EXPECT_EQ(ask(m, {.cpus = 11, .bind = kFull, .profile = profile}).cpus, "0-5,12-16");
}

TEST(KoordinatorSpread, OneCpuPerCoreFirst) {
  const MachinePtr eight_cores = machine(Shape{.cores_per_l3 = 8});
  EXPECT_EQ(ask(eight_cores, {.cpus = 8, .bind = kSpread}).cpus, "0-7");
  EXPECT_EQ(ask(eight_cores, {.cpus = 10, .bind = kSpread}).cpus, "0-9");
  const MachinePtr adjacent = machine({{0, 0, "0-1"}, {0, 0, "2-3"}, {0, 0, "4-5"}, {0, 0, "6-7"}});
  EXPECT_EQ(ask(adjacent, {.cpus = 3, .bind = kSpread}).cpus, "0,2,4");
  EXPECT_EQ(ask(adjacent, {.cpus = 3, .bind = kSpread, .free = "1,3-7"}).cpus, "1,3-4");
  EXPECT_EQ(ask(adjacent, {.cpus = 6, .bind = kSpread}).cpus, "0-4,6");
}

TEST(KoordinatorSpread, OneCpuPerCoreBeatsTheTighterNode) {
  // Node 0 has four CPUs on two cores, node 1 four cores.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kSpread, .free = "0-1,4-9,12-15"}).cpus, "4-7");
}

TEST(KoordinatorSpread, NodeBeforeSpreadingOverTheSocket) {
  // Three CPUs could be on separate cores of both nodes of a socket, but they fit on one node.
  EXPECT_EQ(ask(four_nodes(), {.cpus = 3, .bind = kSpread}).cpus, "0-1,8");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 6, .bind = kSpread}).cpus, "0-3,8-9");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 10, .bind = kSpread}).cpus, "0-9");
}

TEST(KoordinatorDefault, IsSpread) {
  for (const int cpus : {1, 3, 8, 11})
    EXPECT_EQ(ask(two_nodes(), {.cpus = cpus}).cpus,
              ask(two_nodes(), {.cpus = cpus, .bind = kSpread}).cpus);
}

TEST(KoordinatorRequired, WholeCoresOrRefused) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull, .required = true, .free = "0-11"}).cpus,
            "0-1,8-9");
  // CPUs 0-7 are single threads; only core 0 is whole.
  const Answer no = ask(two_nodes(), {.cpus = 4, .bind = kFull, .required = true, .free = "0-8"});
  EXPECT_EQ(no.refusal.reason, Reason::kRequiredBindPolicy);
  EXPECT_EQ(no.refusal.needed, 4);
  EXPECT_EQ(no.refusal.best, 2);
  EXPECT_EQ(no.refusal.object, Object::kCpu);
  EXPECT_EQ(
      no.cpus,
      "refused: needs 4 CPUs under the required bind policy FullPCPUs; the machine can supply 2");
}

TEST(KoordinatorRequired, NoPartOfACore) {
  const Answer odd = ask(two_nodes(), {.cpus = 3, .bind = kFull, .required = true});
  EXPECT_EQ(odd.refusal.reason, Reason::kSmtAlignment);
  EXPECT_EQ(odd.cpus,
            "refused: requests 3 CPUs, which is not a multiple of the 2 threads per core");
}

TEST(KoordinatorRequired, OneCpuPerCoreOrRefused) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 8, .bind = kSpread, .required = true}).cpus, "0-7");
  // If the policy is only preferred, CPUs of one NUMA node are
  // better, because they are closer to each other.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 8, .bind = kSpread}).cpus, "0-3,8-11");
  const Answer no = ask(two_nodes(), {.cpus = 9, .bind = kSpread, .required = true});
  EXPECT_EQ(no.refusal.reason, Reason::kRequiredBindPolicy);
  EXPECT_EQ(no.refusal.best, 8);
  EXPECT_EQ(no.cpus,
            "refused: needs 9 CPUs under the required bind policy SpreadByPCPUs; the machine can "
            "supply 8");
  // Siblings held by other pods do not matter; only the CPUs of this request count.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2, .bind = kSpread, .required = true, .free = "8,11"}).cpus,
            "8,11");
}

TEST(KoordinatorRequired, OfNothingIsNothing) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 9, .required = true}).cpus, "0-8");
}

TEST(KoordinatorRequired, UpstreamCallsItAShortage) {
  const Answer no =
      ask(two_nodes(),
          {.cpus = 4, .bind = kFull, .required = true, .profile = kUpstream, .free = "0-8"});
  EXPECT_EQ(no.cpus, "refused: not enough cpus available to satisfy request");
  EXPECT_EQ(
      ask(two_nodes(), {.cpus = 3, .bind = kFull, .required = true, .profile = kUpstream}).cpus,
      "refused: insufficient CPUs to satisfy required cpu bind policy FullPCPUs");
}

TEST(KoordinatorRefusal, TooFewCpus) {
  for (const BindPolicy bind : {BindPolicy::kDefault, kFull, kSpread}) {
    const Answer no = ask(two_nodes(), {.cpus = 5, .bind = bind, .free = "0,3,9,15"});
    EXPECT_EQ(no.refusal.reason, Reason::kNotEnoughCpus);
    EXPECT_EQ(no.refusal.profile, kSpec);
    EXPECT_EQ(no.refusal.needed, 5);
    EXPECT_EQ(no.refusal.best, 4);
    EXPECT_EQ(no.refusal.where_object, Object::kMachine);
    EXPECT_EQ(no.cpus, "refused: needs 5 CPUs; the machine has 4 available");
  }
  EXPECT_EQ(ask(two_nodes(), {.cpus = 1, .free = ""}).cpus,
            "refused: needs 1 CPU; the machine has 0 available");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 17, .profile = kUpstream}).cpus,
            "refused: not enough cpus available to satisfy request");
}

TEST(KoordinatorRefusal, NothingAskedIsGranted) {
  for (const bool required : {false, true}) {
    const Answer none =
        ask(two_nodes(), {.cpus = 0, .bind = kFull, .required = required, .free = ""});
    EXPECT_FALSE(none.refusal.refused());
    EXPECT_EQ(none.cpus, "");
  }
}

TEST(KoordinatorPreferred, ComesFirst) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2, .bind = kFull, .preferred = "6,14"}).cpus, "6,14");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull, .preferred = "6,14"}).cpus, "4,6,12,14")
      << "the rest as if nothing had been preferred: node 1 is the tighter now";
  EXPECT_EQ(ask(two_nodes(), {.cpus = 1, .bind = kFull, .preferred = "5-7"}).cpus, "5");
  // Preferred CPUs that are not available are not picked.
  EXPECT_EQ(
      ask(two_nodes(), {.cpus = 2, .bind = kFull, .free = "0-13,15", .preferred = "6,14"}).cpus,
      "4,6");
}

}  // namespace
}  // namespace koord::cpu::testing
