// A cluster from files and machines, with the running and waiting pods of the files. All commands
// on a cluster start with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "session/simulation.h"

namespace koordctl {

// One for each pod of the input; empty if the pod cannot be read.
using SessionPods = std::vector<koord::Pod>;

class Session {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  // Starts with the nodes, without pods.
  explicit Session(const Scenario &scenario);

  // Reads all pods and adds the running ones to their nodes. Pod `aside` is left out.
  SessionPods start(size_t aside = kNone);
  // Throws a Failure if the pod cannot be read.
  const koord::Pod &one_of(const SessionPods &pods, size_t which) const;

  const SessionInput &input() const { return scenario_.input; }
  koord::Cluster &cluster() { return cluster_; }
  // Pods in the order of the input. Commands may remove and add pods.
  std::vector<PodResult> &pods() { return pods_; }
  const std::vector<PodResult> &pods() const { return pods_; }
  // Gangs that were placed or refused.
  std::vector<GangOutcome> &gangs() { return gangs_; }
  // Removes pods without a node. Those that could not be read are kept for the report.
  void forget_waiting();
  // Returns these pods and gangs, and the current nodes.
  SessionResult snapshot() const;

  // Returns the verdict of the best node for the pod, or nullopt if none takes it.
  std::optional<koord_verdict> find_best(const SessionPods &pods, size_t which) const;
  // Places the pod on the best node, or records the reasons for a refusal.
  void schedule(const SessionPods &pods, size_t which);
  // Fills in what the pod holds.
  void describe(PodResult &result) const;
  Rejection reject(const SessionPods &pods, size_t which) const;
  // Returns the resource that is insufficient if the node refuses the pod for this reason, else "".
  // `unknown` is the pod's rejection, which names a resource that no node has.
  std::string short_resource(const koord::Pod &pod, const koord::Query &query, uint32_t node,
                             koord_reason reason, const Rejection &unknown) const;
  // Returns the object `request` of an explanation, JSON, if the pod's request is wrong on every
  // node, and "" if the nodes decide. Its member `hint` says what the request lacks, and which
  // profile takes it, if the profile's own message may not say so.
  std::string wrong_request(const koord::Pod &pod) const;
  // Returns true if the pod's request is wrong on every node.
  bool is_wrong(const koord::Pod &pod) const;
  // Returns the nodes that kube-scheduler's filters refuse for a pod of the input. The result is
  // valid until the next call for a pod with other selectors, affinity or tolerations.
  const FilteredNodes &filter(size_t which) const;
  // Keeps pods, as members of a gang or displaced, off the nodes that these filters refuse. Returns
  // the number of pods for which it did: fewer than all if a query cannot exclude as many nodes.
  size_t exclude_filtered(std::span<const size_t> which, koord::Query &query) const;
  // Removes these nodes and their pods from the cluster.
  void leave_out(const FilteredNodes &filtered);
  bool has_node(const std::string &name) const;
  std::string node_name(uint32_t node) const { return cluster_.get_node_name(node); }
  // Throws a usage Failure that names `option` if there is no such node.
  uint32_t find_node(const std::string &name, const char *option) const;
  // Returns the uid of a bound pod, on `node` if it is not empty. Errors are those of find_node.
  std::string find_bound(const std::string &name, const char *option,
                         const std::string &node = "") const;

 private:
  // Adds objects other than pods. Unless strict, an object that cannot be read is left out.
  void add(const std::vector<SessionInput::Object> &objects);
  void add_machines();
  // Adds pods of the input to a cluster and fills in `pods` and the results.
  void add_pods(koord::Cluster &cluster, const std::vector<size_t> &which, SessionPods &pods);
  void check(const SessionInput::Object &object, PodResult &result, const koord::Pod &pod) const;

  const Scenario &scenario_;
  koord::Cluster cluster_;
  // Cache keyed by the fields that filters read, which the pods of a workload share.
  static constexpr size_t kMostFiltered = 64;
  mutable std::map<std::string, FilteredNodes> filtered_;
  std::map<uint32_t, std::string> left_out_;  // names of nodes by number
  std::vector<size_t> restricted_;    // nodes of the input that may refuse pods without selectors
  std::set<std::string> described_;   // nodes
  std::vector<std::string> ignored_;  // messages about objects that cannot be read
  std::vector<PodResult> pods_;
  std::vector<GangOutcome> gangs_;
};

// Returns "the request is wrong on every node: ..." for the result of Session::wrong_request().
std::string request_sentence(const std::string &request);

// Returns the pod given as NAME (in `name_space`), NAMESPACE/NAME or pod/NAME. Throws a usage
// Failure if there is none.
size_t find_pod(const SessionInput &input, const std::string &given,
                const std::string &name_space = "default");

}  // namespace koordctl
