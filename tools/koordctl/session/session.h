// A cluster from files and machines, and the pods of the files on it or waiting: what every command
// on a cluster starts from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "session/simulation.h"

namespace koordctl {

// Of each pod of the input; empty: nobody can read it.
using SessionPods = std::vector<koord::Pod>;

class Session {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  // The nodes, and nobody there.
  explicit Session(const Scenario &scenario);

  // Reads all pods, and puts those that run already where they are; `aside` is left out.
  SessionPods start(size_t aside = kNone);
  // Throws a Failure where it cannot be read.
  const koord::Pod &one_of(const SessionPods &pods, size_t which) const;

  const SessionInput &input() const { return scenario_.input; }
  koord::Cluster &cluster() { return cluster_; }
  // In the order of the input; commands may take some away and add others.
  std::vector<PodResult> &pods() { return pods_; }
  const std::vector<PodResult> &pods() const { return pods_; }
  // The gangs that were placed, or were not.
  std::vector<GangOutcome> &gangs() { return gangs_; }
  // Those that are on no node; what could not be read stays, to be told of.
  void forget_waiting();
  // These, and the nodes as they are now.
  SessionResult snapshot() const;

  // On the best node, or why on none.
  void schedule(const SessionPods &pods, size_t which);
  // What it holds.
  void describe(PodResult &result) const;
  Rejection reject(const SessionPods &pods, size_t which) const;
  // The nodes that kube-scheduler's filters refuse for a pod of the input. Valid until it is called
  // for a pod with other selectors, affinity or tolerations.
  const FilteredNodes &filter(size_t which) const;
  // Takes these nodes and the pods on them off the cluster.
  void leave_out(const FilteredNodes &filtered);
  bool has_node(const std::string &name) const;
  // Throws a usage Failure that names `option` where there is none.
  uint32_t find_node(const std::string &name, const char *option) const;
  // The uid of a pod that holds something, on `node` where that is given; `option` as above.
  std::string find_bound(const std::string &name, const char *option,
                         const std::string &node = "") const;

 private:
  // Calls set() for an object of the cluster. Unless strict, one that cannot be read is left out.
  template <typename Set>
  void add(const SessionInput::Object &object, const Set &set);
  void add_machines();
  koord::Pod read(const SessionInput::Object &object, PodResult &result) const;

  const Scenario &scenario_;
  koord::Cluster cluster_;
  // By what the filters read of a pod: the pods of a workload have it in common.
  static constexpr size_t kMostFiltered = 64;
  mutable std::map<std::string, FilteredNodes> filtered_;
  std::map<uint32_t, std::string> left_out_;  // nodes, by number
  std::vector<size_t> restricted_;    // nodes of the input that may refuse pods that select none
  std::set<std::string> described_;   // nodes
  std::vector<std::string> ignored_;  // objects that cannot be read: a sentence each
  std::vector<PodResult> pods_;
  std::vector<GangOutcome> gangs_;
};

// The pod that is called NAME (in `name_space`), NAMESPACE/NAME or pod/NAME. Throws a usage Failure
// if there is none.
size_t find_pod(const SessionInput &input, const std::string &given,
                const std::string &name_space = "default");

}  // namespace koordctl
