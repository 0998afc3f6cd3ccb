// Nodes, pods and arrivals of a recorded cluster.
#include "trace.h"

#include "support/failure_support.h"

namespace koordctl {
namespace {

constexpr const char *kNodeHeader = "sn,cpu_milli,memory_mib,gpu,model\n";
constexpr const char *kPodHeader = "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos\n";

std::vector<TraceNode> nodes(const std::string &rows) {
  return read_trace_nodes("nodes.csv", kNodeHeader + rows);
}
std::vector<TracePod> pods(const std::string &rows) {
  return read_trace_pods("pods.csv", kPodHeader + rows);
}

TEST(TraceNodes, AreRead) {
  const auto read = nodes("n1,96000,393216,8,G2\nn2,32000,65536,0,\n");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].name, "n1");
  EXPECT_EQ(read[0].cpu_milli, 96000);
  EXPECT_EQ(read[0].memory_mib, 393216);
  EXPECT_EQ(read[0].gpus, 8);
  EXPECT_EQ(read[0].model, "G2");
  EXPECT_EQ(read[1].gpus, 0);
}

TEST(TraceNodes, RefusalsNameTheField) {
  EXPECT_FAILURE(nodes("n1,1,1,65,G2\n"), kEnvironment,
                 "nodes.csv:2: gpu is \"65\", expected 0 to 64");
  EXPECT_FAILURE(nodes("n1,-1,1,1,G2\n"), kEnvironment,
                 "nodes.csv:2: cpu_milli is \"-1\", expected 0 to 100000000");
  EXPECT_FAILURE(nodes("n1,1,1,1,\n"), kEnvironment,
                 "nodes.csv:2: model is \"\", expected the model of its GPUs");
  EXPECT_FAILURE(nodes("n1,1,1,0,\nn1,1,1,0,\n"), kEnvironment,
                 "nodes.csv:3: sn is \"n1\", expected a name that is not on an earlier line");
  EXPECT_FAILURE(nodes(",1,1,0,\n"), kEnvironment, "nodes.csv:2: sn is \"\", expected a name");
  EXPECT_FAILURE(nodes(""), kEnvironment, "nodes.csv: no nodes");
  EXPECT_FAILURE(read_trace_nodes("nodes.csv", "sn,cpu_milli,memory_mib,model\n"), kEnvironment,
                 "nodes.csv: no column \"gpu\" among \"sn, cpu_milli, memory_mib, model\"");
}

TEST(TracePods, AreRead) {
  const auto read = pods(
      "p1,3152,1024,1,810,V100|A10|V100,LS\np2,88000,2048,8,1000,,BE\np3,500,10,0,1000,T4,BE\n");
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].gpu_total(), 810);
  EXPECT_EQ(read[0].models, (std::vector<std::string>{"A10", "V100"}));
  EXPECT_EQ(read[1].gpu_total(), 8000);
  EXPECT_TRUE(read[1].models.empty());
  EXPECT_EQ(read[2].gpu_total(), 0) << "no GPU is asked for, so no share of one";
  EXPECT_TRUE(read[2].models.empty());
  const auto without =
      read_trace_pods("pods.csv", "gpu_milli,num_gpu,name,memory_mib,cpu_milli\n500,1,p,1,2\n");
  EXPECT_EQ(without[0].gpu_milli, 500);
  EXPECT_EQ(without[0].cpu_milli, 2);
}

TEST(TracePods, RefusalsNameTheField) {
  EXPECT_FAILURE(pods("p,1,1,1,0,,\n"), kEnvironment,
                 "pods.csv:2: gpu_milli is \"0\", expected 1 to 1000");
  EXPECT_FAILURE(pods("p,1,1,1,1001,,\n"), kEnvironment,
                 "pods.csv:2: gpu_milli is \"1001\", expected 0 to 1000");
  EXPECT_FAILURE(pods("p,1,1,2,500,,\n"), kEnvironment,
                 "pods.csv:2: gpu_milli is \"500\", expected 1000, because it requests 2 GPUs");
  EXPECT_FAILURE(pods("p,1,1,0,0,,\nq,1,1,0,0,,\np,1,1,0,0,,\n"), kEnvironment,
                 "pods.csv:4: name is \"p\", expected a name that is not on an earlier line");
  EXPECT_FAILURE(pods(""), kEnvironment, "pods.csv: no pods");
}

TEST(Arrivals, AreRead) {
  const Arrivals read = read_arrivals("a.txt", "42:0,2,1,1\r\n\n7:2\n", 3);
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read.at(42), (std::vector<uint32_t>{0, 2, 1, 1}));
  EXPECT_EQ(read.at(7), std::vector<uint32_t>{2});
}

TEST(Arrivals, RefusalsNameTheLine) {
  const auto read = [](const char *text) { return read_arrivals("a.txt", text, 3); };
  EXPECT_FAILURE(read("1:0\n2:3\n"), kEnvironment,
                 "a.txt:2: found \"3\", expected a number from 0 to 2");
  EXPECT_FAILURE(read("1:0,,2\n"), kEnvironment,
                 "a.txt:1: found \"\", expected a number from 0 to 2");
  EXPECT_FAILURE(read("1:0,\n"), kEnvironment,
                 "a.txt:1: found \"\", expected a number from 0 to 2");
  EXPECT_FAILURE(read("1:\n"), kEnvironment, "a.txt:1: found \"\", expected a number from 0 to 2");
  EXPECT_FAILURE(read("1:0 1\n"), kEnvironment, "a.txt:1: found \" 1\", expected a comma");
  EXPECT_FAILURE(read("1\n"), kEnvironment, "a.txt:1: no colon after the seed");
  EXPECT_FAILURE(read("x:1\n"), kEnvironment,
                 "a.txt:1: found \"x\", expected a number from 0 to 18446744073709551615");
  EXPECT_FAILURE(read("1:0\n1:0\n"), kEnvironment, "a.txt:2: seed 1 is on an earlier line");
  EXPECT_FAILURE(read("\n"), kEnvironment, "a.txt: no arrivals");
  EXPECT_FAILURE(read_arrivals("a.txt", "1:0", 0), kEnvironment, "a.txt: no pods to arrive");
}

}  // namespace
}  // namespace koordctl
