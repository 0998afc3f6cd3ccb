// Finds changes with which a pod would fit on a node, by trying them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "object/objects.h"
#include "plan/relaxed.h"
#include "sched/cluster/cluster_snapshot.h"

namespace koord::plan {

class Remedies {
 public:
  // `tries` limits how often a changed node is judged. If they do not
  // suffice to search for the best victims, a set is returned in which every
  // victim is needed. `query` must be about `pod`, which must outlive this.
  Remedies(const sched::ClusterSnapshot &snapshot, const sched::Query &query,
           const object::PodObject &pod, uint64_t tries);

  // Returns the remedies for a node that refuses the pod,
  // fewest steps first. Each of them has been tried.
  std::vector<Remedy> find(uint32_t node);

  // Returns true if not all remedies were tried.
  bool gave_up() const { return gave_up_ || incomplete_; }

 private:
  struct Relabelled {
    Step step;
    sched::NodeLabels labels;
  };
  static std::vector<Relabelled> relabellings(const sched::View &node);

  // Returns true if no tries are left. Records that not all remedies were tried then.
  bool is_exhausted();
  // Runs a search that may need many tries, and leaves half of them to later searches.
  template <typename Search>
  void with_half_of_tries(Search &&search);
  // Spends a try. Returns true if the changed node takes
  // the changed pod, and false if no tries are left.
  bool try_fit(const sched::View &node, const sched::Shape &shape);
  void by_pod(uint32_t node, std::vector<Remedy> &out);
  void by_node(uint32_t node, std::vector<Remedy> &out);
  void by_both(uint32_t node, std::vector<Remedy> &out);
  void by_less_cpu(uint32_t node, std::vector<Remedy> &out);
  sched::Shape with_cpu(int64_t milli) const;
  bool binds_on(uint32_t node) const;
  int64_t try_most_cpus(uint32_t node);
  static std::vector<int64_t> steps_of_width(const sched::View &node);
  int64_t try_most_milli(uint32_t node);
  void by_fewer_devices(uint32_t node, std::vector<Remedy> &out);
  void by_less_of_devices(uint32_t node, std::vector<Remedy> &out);
  bool try_less(const sched::View &node, std::span<const Less> changes);
  void try_less_of_two(const sched::View &node, std::span<const Share> shares,
                       std::vector<Remedy> &out);
  void by_rebind(uint32_t node, std::vector<Remedy> &out);
  void by_eviction(uint32_t node, std::vector<Remedy> &out);

  const sched::ClusterSnapshot &snapshot_;
  const sched::Query query_;
  const object::PodObject &pod_;
  uint64_t tries_left_;
  bool gave_up_ = false;     // no tries are left
  bool incomplete_ = false;  // a nested search reached its limit
  const std::vector<Relaxed> relaxed_;
};

}  // namespace koord::plan
