// NodeResourceTopologyMatch over documents, one pod and one node at a time.
#include "sched/nrt_match.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "capi/arguments.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/pod_handle.h"
#include "capi/refusals.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "wire/node_reader.h"
#include "wire/nrt_match_args.h"
#include "wire/nrt_reader.h"

using namespace koord::capi;
using koord::Error;
using koord::Log;
using koord::Status;
namespace object = koord::object;
namespace sched = koord::sched;
namespace wire = koord::wire;

namespace {

// Numbers for the resources of one call.
class Names {
 public:
  sched::NrtNumbering numbering() {
    return [this](std::string_view name) {
      auto at = numbers_.find(name);
      if (at == numbers_.end()) {
        if (numbers_.size() > UINT16_MAX)
          throw Error(Status::kLimit, "resources: more than 65536 names");
        at = numbers_.emplace(name, static_cast<uint16_t>(numbers_.size())).first;
      }
      return at->second;
    };
  }

 private:
  std::map<std::string, uint16_t, std::less<>> numbers_;
};

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

// None where there is no document.
std::optional<object::NodeTopology> read_topology(std::string_view nrt, const Log &log) {
  if (nrt.empty()) return std::nullopt;
  return wire::read_node_topology(nrt, log);
}

// As much of a name as fits before the NUL, in whole characters.
template <size_t N>
void copy_name(std::string_view name, char (&out)[N]) {
  size_t length = std::min(name.size(), N - 1);
  if (length < name.size())
    while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
  std::memcpy(out, name.data(), length);
}

koord_nrt_verdict to_c(const sched::NrtVerdict &verdict, const sched::NrtPod &pod) {
  koord_nrt_verdict out{};
  out.refusal = koord::capi::to_c(sched::to_refusal(verdict, pod));
  out.level = static_cast<koord_nrt_level>(verdict.level);
  out.container = verdict.container;
  if (!verdict.fits())
    copy_name(pod.columns()[static_cast<size_t>(verdict.column)].resource, out.resource);
  return out;
}

}  // namespace

koord_status koord_nrt_filter(const koord_context *context, const koord_pod *pod, const char *node,
                              size_t node_length, const char *nrt, size_t nrt_length,
                              koord_nrt_verdict *verdict, koord_error *err) {
  return guarded(err, [&] {
    require(pod, "pod");
    require(verdict, "verdict");
    const Log &log = log_of(context);
    const object::NodeObject host = wire::read_node(document(node, node_length, "node"), log);
    const auto topology = read_topology(document(nrt, nrt_length, "nrt"), log);
    if (topology && topology->node != host.name)
      throw Error(Status::kInvalid, "nrt: found the topology of " +
                                        koord::in_quotes(topology->node) + ", expected that of " +
                                        koord::in_quotes(host.name));
    Names names;
    const sched::NrtPod asks(pod->object, pod->totals.kube_qos, names.numbering());
    sched::NrtVerdict found;
    if (topology) {
      const sched::NrtNode zones =
          sched::make_nrt_node(topology->report, host.allocatable, names.numbering());
      found = sched::NrtMatch(asks, {}).filter(&zones);
    }
    write_struct(::to_c(found, asks), verdict, "verdict");
  });
}

koord_status koord_nrt_score(const koord_context *context, const koord_pod *pod, const char *nrt,
                             size_t nrt_length, const char *args, size_t args_length,
                             int32_t *score, koord_error *err) {
  return guarded(err, [&] {
    require(pod, "pod");
    require(score, "score");
    const auto topology = read_topology(document(nrt, nrt_length, "nrt"), log_of(context));
    const sched::NrtScoring scoring = read_scoring(document(args, args_length, "args"));
    Names names;
    const sched::NrtPod asks(pod->object, pod->totals.kube_qos, names.numbering());
    sched::NrtMatch match(asks, scoring);
    if (!topology) {
      *score = match.score(nullptr);
      return;
    }
    const sched::NrtNode zones = sched::make_nrt_node(topology->report, {}, names.numbering());
    *score = match.score(&zones);
  });
}
