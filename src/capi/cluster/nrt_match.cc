// NodeResourceTopologyMatch: nodes from documents, and their verdicts on pods.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/struct_reader.h"
#include "capi/object/pod_handle.h"
#include "koord.h"
#include "nrt/match.h"
#include "wire/args/nrt_match_args.h"
#include "wire/node/node_reader.h"
#include "wire/node/nrt_reader.h"

using namespace koord::capi;
using koord::Error;
using koord::Log;
using koord::Status;
namespace object = koord::object;
namespace sched = koord::sched;
namespace wire = koord::wire;

struct koord_nrt_node {
  using Numbers = std::map<std::string, uint16_t, std::less<>>;

  Numbers numbers;                      // numbers of its resources
  std::optional<sched::NrtNode> zones;  // nullopt without a NodeResourceTopology
  koord::capi::References references{};

  const sched::NrtNode *get() const { return zones ? &*zones : nullptr; }
};

namespace {

using Numbers = koord_nrt_node::Numbers;

uint16_t number_in(Numbers &numbers, std::string_view name, size_t taken) {
  auto at = numbers.find(name);
  if (at == numbers.end()) {
    if (taken + numbers.size() > UINT16_MAX)
      throw Error(Status::kLimit, "resources: more than 65536 names");
    at = numbers.emplace(name, static_cast<uint16_t>(taken + numbers.size())).first;
  }
  return at->second;
}

// Returns a pod as the node sees it. Resources that
// the node does not have get numbers of their own.
sched::NrtPod to_nrt_pod(const koord_nrt_node &node, const koord_pod &pod) {
  Numbers others;
  return {pod.object, pod.totals.kube_qos, [&](std::string_view name) {
            const auto at = node.numbers.find(name);
            return at != node.numbers.end() ? at->second
                                            : number_in(others, name, node.numbers.size());
          }};
}

sched::NrtStrategy strategy_of(const std::string &name) {
  using sched::NrtStrategy;
  constexpr std::pair<const char *, NrtStrategy> kStrategies[] = {
      {"MostAllocated", NrtStrategy::kMostAllocated},
      {"LeastAllocated", NrtStrategy::kLeastAllocated},
      {"BalancedAllocation", NrtStrategy::kBalancedAllocation},
      {"LeastNUMANodes", NrtStrategy::kLeastNumaNodes}};
  for (const auto &[known, strategy] : kStrategies)
    if (known == name) return strategy;
  throw Error(Status::kInvalid, "args: scoringStrategy.type: found " + koord::in_quotes(name) +
                                    ", expected MostAllocated, LeastAllocated, "
                                    "BalancedAllocation or LeastNUMANodes");
}

sched::NrtScoring read_scoring(std::string_view args) {
  const wire::NrtMatchArgs given = wire::read_nrt_match_args(args);
  sched::NrtScoring out{strategy_of(given.strategy), {}};
  for (const auto &[resource, weight] : given.weights) out.weights.push_back({resource, weight});
  return out;
}

std::optional<sched::NrtNode> read_zones(std::string_view nrt, const object::NodeObject &host,
                                         const Log &log, Numbers &numbers) {
  if (nrt.empty()) return std::nullopt;
  const object::NodeTopology topology = wire::read_node_topology(nrt, log);
  if (topology.node != host.name)
    throw Error(Status::kInvalid, "nrt: found the topology of " + koord::in_quotes(topology.node) +
                                      ", expected that of " + koord::in_quotes(host.name));
  return sched::make_nrt_node(topology.report, host.allocatable,
                              [&](std::string_view name) { return number_in(numbers, name, 0); });
}

koord_nrt_verdict to_c(const sched::NrtVerdict &verdict, const sched::NrtPod &pod) {
  koord_nrt_verdict out{};
  out.refusal = koord::capi::to_c(sched::to_refusal(verdict, pod));
  out.level = static_cast<koord_nrt_level>(verdict.level);
  out.container = verdict.container;
  return out;
}

}  // namespace

koord_nrt_node *koord_nrt_node_ref(const koord_nrt_node *node) { return add_reference(node); }
void koord_nrt_node_unref(koord_nrt_node *node) { drop_reference(node); }

koord_status koord_nrt_node_from_json(const koord_context *context, const char *node,
                                      size_t node_length, const char *nrt, size_t nrt_length,
                                      koord_nrt_node **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const Log &log = log_of(context);
    const object::NodeObject host = wire::read_node(document(node, node_length, "node"), log);
    auto handle = std::make_unique<koord_nrt_node>();
    handle->zones = read_zones(document(nrt, nrt_length, "nrt"), host, log, handle->numbers);
    *out = handle.release();
  });
}

koord_status koord_nrt_node_filter(const koord_nrt_node *node, const koord_pod *pod,
                                   koord_nrt_verdict *verdict, char *text, size_t capacity,
                                   size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(pod, "pod");
    require(verdict, "verdict");
    read_struct(verdict, "verdict");
    const sched::NrtPod nrt_pod = to_nrt_pod(*node, *pod);
    const sched::NrtVerdict found = sched::NrtMatch(nrt_pod, {}).filter(node->get());
    const std::string_view resource =
        found.fits() ? std::string_view()
                     : nrt_pod.columns()[static_cast<size_t>(found.column)].resource;
    if (text == nullptr && capacity == 0)
      write_optional(resource.size(), needed);
    else
      write_text(resource, text, capacity, needed);
    write_struct(::to_c(found, nrt_pod), verdict, "verdict");
  });
}

koord_status koord_nrt_node_score(const koord_nrt_node *node, const koord_pod *pod,
                                  const char *args, size_t args_length, int32_t *score,
                                  koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(pod, "pod");
    require(score, "score");
    const sched::NrtScoring scoring = read_scoring(document(args, args_length, "args"));
    const sched::NrtPod nrt_pod = to_nrt_pod(*node, *pod);
    *score = sched::NrtMatch(nrt_pod, scoring).score(node->get());
  });
}
