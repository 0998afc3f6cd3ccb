// Suppression of a node's best-effort pods.
#include <algorithm>
#include <string>

#include "agent/suppress.h"
#include "base/error.h"
#include "capi/agent/node_handle.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace agent = koord::agent;

namespace {

// Returns the largest CPU amount that kubelet or the Node's annotation reserves for the system.
int64_t reserved_milli(const koord_agent &node) {
  const koord::wire::KubeletConfig &config = node.kubelet;
  const auto milli = [](const CpuSet &cpus) { return int64_t{1000} * cpus.count(); };
  const int64_t most = agent::CpuUse::kMost;
  const int64_t kubelet = std::min(config.kube_reserved.cpu_milli, most) +
                          std::min(config.system_reserved.cpu_milli, most);
  return std::min(
      most, std::max({kubelet, milli(node.node.kubelet_reserved()), milli(node.node.reserved())}));
}

int percent(uint32_t value, const char *name) {
  if (value > static_cast<uint32_t>(agent::CpuUse::kMostPercent))
    throw Error(Status::kInvalid, std::string(name) + ": found " + std::to_string(value) +
                                      ", expected at most " +
                                      std::to_string(agent::CpuUse::kMostPercent));
  return static_cast<int>(value);
}

agent::CpuUse read_usage(const koord_agent &node, const koord_suppress_usage &given) {
  agent::CpuUse out;
  out.capacity =
      given.capacity != 0 ? given.capacity : int64_t{1000} * node.node.machine().all_cpus().count();
  out.node = given.node_used;
  out.pods = given.pods_used;
  out.host_apps = given.host_apps_used;
  out.other_pods = given.non_be_pods_used;
  out.other_host_apps = given.non_be_host_apps_used;
  out.reserved = given.reserved != 0 ? given.reserved : reserved_milli(node);
  if (given.threshold_percent != 0)
    out.threshold_percent = percent(given.threshold_percent, "usage.threshold_percent");
  out.minimum_percent = percent(given.minimum_percent, "usage.minimum_percent");
  return out;
}

}  // namespace

koord_status koord_agent_suppress(const koord_agent *agent, const koord_suppress_usage *usage,
                                  const uint64_t *current, uint64_t *cpus, size_t words,
                                  koord_suppression *out, koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    require(usage, "usage");
    require(out, "out");
    const koord_suppress_usage given = read_struct(usage, "usage");
    check_flags(given.flags, 0, "usage.flags");
    check_extent(words, sizeof *cpus, "words");
    if ((current != nullptr || cpus != nullptr) && words < agent->words)
      throw Error(Status::kNoSpace, "words: " + std::to_string(words) +
                                        " given, this machine needs " +
                                        std::to_string(agent->words));
    const agent::CpuUse use = read_usage(*agent, given);
    CpuSet now;
    for (size_t i = 0; current != nullptr && i < agent->words; ++i) now.set_word(i, current[i]);
    now &= agent->node.machine().all_cpus();

    koord_suppression found{};
    found.allowance_milli = agent::best_effort_allowance(use);
    const agent::QuotaStep quota = agent::suppressed_quota(
        use.capacity, found.allowance_milli, given.quota_us > 0 ? given.quota_us : -1);
    found.quota_us = quota.quota_us;
    if (quota.keep) found.properties |= KOORD_SUPPRESSION_KEEP_QUOTA;
    const CpuSet chosen = agent::suppressed_cpus(agent->node, found.allowance_milli, now);
    found.cpus = static_cast<uint32_t>(chosen.count());
    write_struct(found, out, "out");
    if (cpus != nullptr) chosen.to_words({cpus, words});
  });
}

koord_status koord_agent_restrict_best_effort(koord_agent *agent, const uint64_t *words,
                                              size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(agent, "agent");
    agent->node.set_best_effort_limit(read_words(words, word_count, "words"));
  });
}
