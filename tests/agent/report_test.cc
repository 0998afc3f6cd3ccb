// The node's report to the scheduler.
#include "agent/report.h"

#include <gtest/gtest.h>

#include "node_support.h"

namespace koord::agent::testing {
namespace {

std::string held(const LocalNode &node) {
  std::string out;
  for (const object::HeldCpus &one : held_cpus(node))
    out += one.uid + '=' + one.name + ' ' + one.cpus.to_string() +
           (one.managed_by_kubelet ? " kubelet" : "") + '\n';
  return out;
}

LocalNode with_pods(Profile profile) {
  LocalNode node(machine(), {.profile = profile});
  node.set_kubelet(static_kubelet(
      "", {{"b", {{"app", "4"}, {"two", "5"}}}, {"gone", {{"app", "6"}}}, {"z", {{"app", "7"}}}}));
  node.set_pod(PodMaker("b").guaranteed(2000));
  node.set_pod(lsr("a", "0-1"));
  node.set_pod(lse("c", "2-3"));
  node.set_pod(lsr("x", "0-1"));  // these CPUs belong to another pod
  node.set_pod(lsr("z", "10"));   // its entry is ignored
  return node;
}

TEST(Report, HeldCpusAreThoseOfKubeletAndUnderTheProposalsOfLseAndLsr) {
  EXPECT_EQ(held(with_pods(Profile::kSpec)),
            "a=pod-a 0-1\nb=pod-b 4-5 kubelet\nc=pod-c 2-3\ngone= 6 kubelet\nz=pod-z 10\n");
  EXPECT_EQ(held(with_pods(Profile::kUpstream)), "b=pod-b 4-5 kubelet\ngone= 6 kubelet\n");
}

TEST(Report, TheHashIsThatOfTheReport) {
  LocalNode node = with_pods(Profile::kSpec);
  const uint64_t before = report_hash(node, "settings");
  EXPECT_EQ(report_hash(with_pods(Profile::kSpec), "settings"), before);
  EXPECT_NE(report_hash(node, "other"), before);
  node.set_pod(PodMaker("ls").burstable(1));
  EXPECT_EQ(report_hash(node, "settings"), before);
  node.set_pod(lse("a", "0-1"));
  EXPECT_NE(report_hash(node, "settings"), before) << "the BE pool is another";
  node.set_pod(lsr("a", "0-1"));
  object::NodeObject object;
  object.system_qos_exclusive = false;
  node.set_node(object);
  EXPECT_NE(report_hash(node, "settings"), before);
}

TEST(Report, HashesDependOnLengths) {
  EXPECT_NE(text_hash(""), text_hash(std::string_view("\0", 1)));
  EXPECT_NE(text_hash("12345678"), text_hash("1234567"));
  EXPECT_NE(text_hash("12345678a"), text_hash("12345678b"));
}

}  // namespace
}  // namespace koord::agent::testing
