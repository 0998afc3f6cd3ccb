// Pods of a gang that are interchangeable, and the nodes that they could be on.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "plan/gang_board.h"

namespace koord::plan {

struct Kind {
  sched::ShapePtr shape;
  std::vector<size_t> pods;              // by uid
  std::vector<sched::Verdict> verdicts;  // of nodes that can take one of them; the best first

  // What best_node remembers.
  size_t next = 0;  // of verdicts, all before it have pods of the gang
  std::map<uint32_t, std::pair<size_t, sched::Verdict>>
      now;  // by node with pods of the gang: how many there were, and the verdict then
};

// The most demanding first: those that fewer nodes can take, then those that ask for more GPUs,
// more CPU, more memory, then those with policies for devices or NUMA nodes, then by the first uid.
// Adds the verdicts of all nodes to `work`; returns nothing if that is more than the conditions
// allow.
std::vector<Kind> kinds_of(const sched::Scene &scene, std::span<const GangPod> pods,
                           const GangConditions &conditions, uint64_t &work);

// How many pods of a shape the node has room for, each resource looked at alone; at most `most`.
int64_t at_most(const sched::View &node, const sched::Shape &shape,
                const GangConditions &conditions, int64_t most);

// The best node for a pod as things are, that the gang may use; or the best of those with pods of
// the gang.
enum class Where { kAnyNode, kUsedNode };
bool best_node(GangBoard &board, Kind &kind, sched::Verdict &best, Where where = Where::kAnyNode);

}  // namespace koord::plan
