// Pods and clusters of koord.h with destructors and exceptions.
#ifndef KOORDCTL_CLUSTER_CPP_H_
#define KOORDCTL_CLUSTER_CPP_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "koord_cpp.h"

namespace koordctl {

// `subject` leads the message of a Failure everywhere: the document that is at fault.
class Pod {
 public:
  static Pod from_json(const Remarks &remarks, std::string_view json, std::string_view subject);

  const koord_pod *get() const { return handle_.get(); }
  koord_pod_info info() const;
  std::string text(koord_pod_text which) const;
  // As koord_pod_get_request.
  std::int64_t request(std::string_view resource) const;
  // What of it could not be read and was left aside.
  std::vector<std::string> faults() const;

 private:
  struct Unref {
    void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  };
  explicit Pod(koord_pod *handle) : handle_(handle) {}
  std::unique_ptr<koord_pod, Unref> handle_;
};

class Explanation {
 public:
  explicit Explanation(koord_explanation *handle) : handle_(handle) {}
  std::vector<koord_verdict> fits() const;
  std::vector<koord_near_miss> misses() const;
  std::string text() const;
  std::string json() const;

 private:
  struct Free {
    void operator()(koord_explanation *explanation) const { koord_explanation_unref(explanation); }
  };
  std::unique_ptr<koord_explanation, Free> handle_;
};

// Changes that were planned and not made.
class Plan {
 public:
  struct Step {
    std::string uid;
    CpuSet cpus;  // the pod's own after it
  };
  explicit Plan(koord_plan *handle) : handle_(handle) {}
  const koord_plan *get() const { return handle_.get(); }
  // Their statuses are Cluster::step_status.
  std::vector<Step> steps() const;

 private:
  struct Free {
    void operator()(koord_plan *plan) const { koord_plan_unref(plan); }
  };
  std::unique_ptr<koord_plan, Free> handle_;
};

// What a call is asked under.
class Query {
 public:
  Query();
  koord_query *get() const { return handle_.get(); }
  void set_flags(koord_query_flags flags);
  void protect(std::string_view uid, koord_protection protection);
  void there(const Pod &pod, std::uint32_t node);
  void drain(std::uint32_t node);
  void smt_off(std::uint32_t node);
  void isolate(std::uint32_t node, const CpuSet &cpus);

 private:
  struct Free {
    void operator()(koord_query *query) const { koord_query_free(query); }
  };
  std::unique_ptr<koord_query, Free> handle_;
};

class Cluster {
 public:
  // `flags`: KOORD_CLUSTER_*.
  Cluster(koord_profile profile, std::uint32_t flags, std::string_view args,
          std::string_view subject);

  void set_node(const Remarks &remarks, std::string_view json, std::string_view subject);
  void set_topology(const Remarks &remarks, std::string_view json, std::string_view subject);
  void set_devices(const Remarks &remarks, std::string_view json, std::string_view subject);
  // A node that is this machine, with kubelet's defaults; `with_node` also describes the node itself: all
  // of the machine is allocatable.
  void set_machine(const std::string &name, const Topology &machine, bool with_node,
                   std::string_view subject);
  void set_pod(const Pod &pod, std::string_view subject);
  // What of a bound pod's claims is not believed, as things are now.
  koord_pod_conflicts pod_conflicts(std::string_view uid) const;

  // Unset: no node can take the pod.
  std::optional<koord_verdict> best(const Pod &pod) const;
  std::vector<koord_verdict> evaluate(const Pod &pod) const;
  koord_refusal judge(const Pod &pod, std::uint32_t node) const;
  // With a close look at so many nodes that refuse; `max_judgements` as in koord_explain_options.
  Explanation explain(const Pod &pod, std::uint32_t nearest,
                      std::uint32_t max_judgements = 0) const;
  koord_refusal reserve(const Pod &pod, std::uint32_t node);

  // The plan is empty where the gang is refused.
  Plan gang(const std::vector<const Pod *> &pods, std::uint32_t max_nodes, std::uint64_t budget,
            koord_gang_info &info) const;
  // The pod's coming, after the moves of others that it needs; none: it does not fit on the node so.
  std::optional<Plan> make_room(const Pod &pod, std::uint32_t node) const;
  // Other CPUs for the pods of a node.
  Plan rebind(std::uint32_t node, const koord_rebind_options &options, const Query &query,
              koord_rebind_info &info) const;
  const koord_cluster *get() const { return handle_.get(); }
  // resource-status of a step's pod after it, JSON.
  std::string step_status(const Plan &plan, std::size_t step) const;
  void commit(const Plan &plan);

  std::uint32_t ids() const;  // numbers of nodes are below
  std::string node_name(std::uint32_t node) const;
  std::string resource_name(std::int32_t resource) const;
  std::optional<Topology> node_topology(std::uint32_t node) const;
  CpuSet node_cpus(std::uint32_t node, koord_cluster_cpuset which) const;
  bool has_node(std::string_view name) const;
  std::uint32_t pod_node(std::string_view uid) const;
  CpuSet pod_cpus(std::string_view uid) const;
  std::string pod_status(std::string_view uid) const;   // JSON
  std::string pod_devices(std::string_view uid) const;  // JSON
  std::string patch(const Pod &pod) const;              // JSON

 private:
  struct Free {
    void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  };
  std::unique_ptr<koord_cluster, Free> handle_;
};

}  // namespace koordctl

#endif  // KOORDCTL_CLUSTER_CPP_H_
