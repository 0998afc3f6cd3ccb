// The fit computed from numbers equals the result of allocating.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sched/cluster/cluster_snapshot.h"
#include "sched/draw.h"
#include "sched/placing/grant.h"
#include "sched/upstream/fit.h"

namespace koord::testing {
namespace {

PodObject draw_prod(const std::string &uid) {
  PodObject pod = draw_pod(uid);
  pod.priority_class = PriorityClass::kProd;
  if (*rc::gen::inRange(0, 3) == 0) {
    pod.containers[0].requests = {{"cpu", pod.containers[0].requests[0].value}};
    pod.containers[0].limits = pod.containers[0].requests;
  }
  return pod;
}

// Draws a report in which some NUMA nodes have a fractional number of CPUs.
Drawn draw_report() {
  Drawn drawn = draw_node("n");
  for (NumaAmounts &zone : drawn.topology.allocatable)
    if (*rc::gen::inRange(0, 4) == 0) zone.amounts[0].value -= 100 * *rc::gen::inRange(1, 40);
  return drawn;
}

RC_GTEST_PROP(UpstreamFit, AgreesWithAllocation, ()) {
  sched::Options options;
  options.profile = Profile::kUpstream;
  Cluster cluster(options);
  add(cluster, draw_report());
  const int pods = *rc::gen::inRange(0, 6);
  for (int i = 0; i < pods; ++i) reserve(cluster, draw_prod("held" + std::to_string(i)), 0);

  const sched::ClusterSnapshot snapshot(cluster);
  const sched::View node = snapshot.view(0);
  const sched::ShapePtr shape = cluster.shape_of(draw_prod("asked"));
  const sched::Judgement prepared =
      sched::prepare(node, *shape, snapshot.options(), sched::Fit::kNone);
  RC_PRE(!prepared.refusal.refused());
  sched::Placement placement = prepared.placement;
  int bound = 0;
  for (const sched::NumaSummary &numa : node.numa()) bound += numa.bound;
  RC_ASSERT(bound == node.node().bound_cpus());
  const numa::Mask all = numa::first_nodes(node.numa_count());
  for (numa::Mask nodes = 0; nodes <= all; ++nodes) {
    placement.aligned = nodes != 0;
    placement.mask = nodes;
    placement.width = numa::width(nodes);
    numa::Mask from = 0;
    const Refusal refusal =
        sched::try_grant(node.node(), *shape, snapshot.options(), placement, &from);
    const sched::UpstreamFit fit(node, *shape, snapshot.options(), placement);
    RC_ASSERT((nodes == 0 ? fit.fits_anywhere() : fit.fits(nodes)) == !refusal.refused());
    sched::Placement checked = placement;
    const Refusal found = sched::check_grant(node, *shape, snapshot.options(), checked);
    RC_ASSERT(found.reason == refusal.reason);
    if (!refusal.refused()) RC_ASSERT(checked.granted == from);
  }
}

}  // namespace
}  // namespace koord::testing
