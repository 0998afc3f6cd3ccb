// Places pods on nodes, from files with Node and NodeResourceTopology objects:
//
//   kubectl get node NAME -o json >node.json
//   kubectl get noderesourcetopology NAME -o json >nrt.json
//   c++ -std=c++20 place.cc $(pkg-config --cflags --libs koord) -o place
//   ./place node.json nrt.json
//
// Prints where each of six pods with 12 exclusive CPUs runs.
#define KOORD_EXPERIMENTAL 1  // for Cluster::from_files
#include <exception>
#include <iostream>
#include <koord.hpp>
#include <string>
#include <tuple>
#include <vector>

namespace {

koord::Pod make_pod(const std::string &name) {
  return koord::Pod::from_json(R"({"metadata":{"name":")" + name + R"(","uid":")" + name +
                               R"(","labels":{"koordinator.sh/qosClass":"LSR"}},
      "spec":{"priority":9500,"containers":[{"name":"main",
      "resources":{"limits":{"cpu":"12","memory":"8Gi"}}}]}})");
}

// Reserves the pod on the best node and says where, or says why the first node refuses it.
std::string place(koord::Cluster &cluster, const koord::Pod &pod) {
  koord_verdict best{};
  if (cluster.find_best(pod, nullptr, {&best, 1}).count == 0) {
    const koord_refusal why = std::get<koord_refusal>(cluster.judge(pod, nullptr, 0));
    return cluster.get_node_name(0) + " refuses it: " + cluster.format_refusal(why);
  }
  koord::CpuSet cpus;
  const koord_refusal why = cluster.reserve(pod, nullptr, best.node, cpus);
  if (why.reason != KOORD_REASON_NONE) return "refused: " + cluster.format_refusal(why);
  return cluster.get_node_name(best.node) + ", CPUs " + cpus.to_string();
}

}  // namespace

int main(int argc, char **argv) {
  try {
    const std::vector<std::string> files(argv + 1, argv + argc);
    koord::Cluster cluster = koord::Cluster::from_files(files);
    for (int i = 0; i < 6; ++i) {
      const std::string name = "web-" + std::to_string(i);
      std::cout << name << ": " << place(cluster, make_pod(name)) << '\n';
    }
  } catch (const std::exception &error) {
    std::cerr << "place: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
