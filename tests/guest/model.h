// Who may run where, written from the proposals' sentences (rules R02 to R17, R24 to R29), and
// nothing of the library.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "files.h"

namespace koord::guest {

// koordinator.sh/qosClass.
enum class Label { kNone, kLse, kLsr, kLs, kBe, kSystem };
// Of all containers, by which Kubernetes tells QoS classes.
enum class Asks { kNothing, kSome, kAll };

struct Container {
  std::string name;  // "": the sandbox
  std::string id;
  int milli = 0;  // CPU; 0: none asked
  size_t tasks = 0;
};

struct Pod {
  std::string uid;
  Label label = Label::kNone;
  Asks asks = Asks::kNothing;         // BestEffort, Burstable, Guaranteed
  std::vector<Container> containers;  // the sandbox first
  Cpus own;                           // by the scheduler, LSE and LSR
  std::vector<int> named_nodes;       // whose pools it keeps to
  bool by_amounts = false;            // they are named by amounts, memory included
};

// All that decides who runs where.
struct Node {
  Machine machine;
  bool is_static = false;                                      // kubelet's CPU policy
  Cpus reserved;                                               // by kubelet
  Cpus system;                                                 // of system QoS
  std::map<std::string, std::map<std::string, Cpus>> entries;  // kubelet's, by uid and container
  std::vector<Pod> pods;

  const Pod *find(const std::string &uid) const;
};

bool is_exclusive(const Pod &pod);  // CPUs of its own
bool is_be(const Pod &pod);

Cpus owned(const Node &node, bool lse_only);
// What kubelet's static policy says that it gave away, entries of pods that are gone included.
Cpus named_by_kubelet(const Node &node);
// As far as it is not somebody's by the scheduler, who had it first.
Cpus given_by_kubelet(const Node &node);
// Whether kubelet's static policy serves this container.
bool is_served(const Node &node, const Pod &pod, const Container &container);

Cpus may_run(const Node &node, const Pod &pod, const Container &container);
Cpus may_remember(const Node &node, const Pod &pod);  // NUMA nodes of its memory

// What a container is towards those of other pods.
enum class Sharing { kNobody, kBestEffortOnly, kBestEffort, kShared, kSystem };
Sharing sharing_of(const Node &node, const Pod &pod, const Container &container);
bool may_share(Sharing one, Sharing other);

}  // namespace koord::guest
