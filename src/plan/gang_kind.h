// Interchangeable pods of a gang: of one shape, and with the same excluded nodes.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "plan/gang_board.h"

namespace koord::plan {

struct Kind {
  sched::ShapePtr shape;
  std::vector<size_t> pods;              // ordered by uid
  std::vector<sched::Verdict> verdicts;  // of nodes that can take one of the pods, best first

  // Cache of best_node().
  size_t next = 0;  // index into verdicts; all nodes before it have pods of the gang
  // By node with pods of the gang: their number, and the verdict at that number.
  std::map<uint32_t, std::pair<size_t, sched::Verdict>> now;
};

// Returns the kinds, the most demanding first: those that fewer nodes can take, then
// those that request more GPUs, more CPU, more memory, then those with policies for
// devices or NUMA nodes, then by the first uid. Adds the cost of the verdicts of all
// nodes to `work`, and returns nothing if that is more than the conditions allow.
std::vector<Kind> kinds_of(const sched::ClusterSnapshot &snapshot, std::span<const GangPod> pods,
                           const GangConditions &conditions, uint64_t &work);

// Returns an upper bound on the pods of a shape that the
// node can take, by each resource alone; at most `most`.
int64_t at_most(const sched::View &node, const sched::Shape &shape,
                const GangConditions &conditions, int64_t most);

// Finds the best node for a pod at present, among the nodes that the gang may use or those with
// pods of the gang. Returns false if there is none.
enum class Where { kAnyNode, kUsedNode };
bool best_node(GangBoard &board, Kind &kind, sched::Verdict &best, Where where = Where::kAnyNode);

}  // namespace koord::plan
