// Placement rules written from the sentences of the proposals (rules R02 to
// R17, R24 to R29), without code of the library.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files.h"

namespace koord::guest {

// Values of koordinator.sh/qosClass.
enum class Label { kNone, kLse, kLsr, kLs, kBe, kSystem };
// Resource requests of all containers, which determine the Kubernetes QoS class.
enum class Asks { kNothing, kSome, kAll };

struct Container {
  std::string name;  // empty for the sandbox
  std::string id;
  int milli = 0;  // requested CPU, 0 if none
  size_t tasks = 0;
};

struct Pod {
  std::string uid;
  Label label = Label::kNone;
  Asks asks = Asks::kNothing;         // give BestEffort, Burstable, Guaranteed
  std::vector<Container> containers;  // the sandbox first
  Cpus own;                           // assigned by the scheduler to LSE and LSR pods
  std::vector<int> named_nodes;       // NUMA nodes whose pools it uses
  bool by_amounts = false;            // the nodes are named by amounts, including memory
};

// All inputs of the placement.
struct Node {
  Machine machine;
  bool is_static = false;  // kubelet's CPU policy is static
  Cpus reserved;           // CPUs that kubelet reserves
  Cpus system;             // CPUs for system QoS
  // kubelet's state file, by uid and container
  std::map<std::string, std::map<std::string, Cpus>> entries;
  std::vector<Pod> pods;

  const Pod *find(const std::string &uid) const;
};

bool is_exclusive(const Pod &pod);  // true if the pod has CPUs of its own
bool is_be(const Pod &pod);

Cpus owned(const Node &node, bool lse_only);
// Returns the CPUs that kubelet's static policy assigned, including entries of removed pods.
Cpus named_by_kubelet(const Node &node);
// Returns named_by_kubelet() without CPUs that the scheduler assigned earlier.
Cpus given_by_kubelet(const Node &node);
// Returns true if kubelet's static policy assigned CPUs to this container.
bool is_served(const Node &node, const Pod &pod, const Container &container);

Cpus may_run(const Node &node, const Pod &pod, const Container &container);
Cpus may_remember(const Node &node, const Pod &pod);  // NUMA nodes of the pod's memory

// Relation of a container to containers of other pods.
enum class Sharing { kNobody, kBestEffortOnly, kBestEffort, kShared, kSystem };
Sharing sharing_of(const Node &node, const Pod &pod, const Container &container);
bool may_share(Sharing one, Sharing other);

}  // namespace koord::guest
