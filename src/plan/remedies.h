// What would have to change for a pod to fit on a node, tried out.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "object/objects.h"
#include "plan/relaxed.h"
#include "sched/cluster/scene.h"

namespace koord::plan {

class Remedies {
 public:
  // `tries` bounds how often a changed node is judged. Where the tries do not suffice to search the
  // best set of pods that leave, a set is found of which every pod must leave. `query` is about
  // `pod`, which outlives it.
  Remedies(const sched::Scene &scene, const sched::Query &query, const object::PodObject &pod,
           uint64_t tries);

  // Those of a node that refuses the pod, those of fewest steps first. Every one of them was tried.
  std::vector<Remedy> find(uint32_t node);

  // There were more ways to try.
  bool gave_up() const { return gave_up_ || incomplete_; }

 private:
  struct Relabelled {
    Step step;
    sched::NodeLabels labels;
  };
  static std::vector<Relabelled> relabellings(const sched::View &node);

  // Spends a try: whether a changed node takes a changed pod; false once all tries are used.
  bool try_fit(const sched::View &node, const sched::Shape &shape);
  void by_pod(uint32_t node, std::vector<Remedy> &out);
  void by_node(uint32_t node, std::vector<Remedy> &out);
  void by_both(uint32_t node, std::vector<Remedy> &out);
  void by_less_cpu(uint32_t node, std::vector<Remedy> &out);
  sched::Shape with_cpu(int64_t milli) const;
  bool binds_on(uint32_t node) const;
  int64_t try_most_cpus(uint32_t node);
  int64_t try_most_milli(uint32_t node);
  void by_fewer_devices(uint32_t node, std::vector<Remedy> &out);
  void by_rebind(uint32_t node, std::vector<Remedy> &out);
  void by_eviction(uint32_t node, std::vector<Remedy> &out);

  const sched::Scene &scene_;
  const sched::Query query_;
  const object::PodObject &pod_;
  uint64_t tries_left_;
  bool gave_up_ = false;     // all tries are used
  bool incomplete_ = false;  // a search of its own had a bound
  const std::vector<Relaxed> relaxed_;
};

}  // namespace koord::plan
