// Explanations as text.
#include <utility>

#include "base/profile_rules.h"
#include "base/words.h"
#include "object/spellings.h"
#include "plan/explain.h"
#include "wording/device_sentence.h"
#include "wording/sentence.h"

namespace koord::plan {
namespace {

namespace object = koord::object;

std::string named(const std::string &resource) {
  return resource.empty() ? "a resource that no node has" : plain(resource);
}

// A shortage to describe.
struct Thing {
  const Refusal &refusal;
  const Bound &bound;
  const std::string &resource;
  const std::string &devices;
};

// Returns "3 free GPUs", or "3 GPUs with enough left" if a part of each is requested.
std::string some_devices(int64_t n, const Thing &thing) {
  const std::string noun = noun_of(thing.devices);
  return thing.bound.parts ? plural(n, noun) + " with enough left" : plural(n, "free " + noun);
}

std::string amount(int64_t n, const Thing &thing) {
  switch (thing.bound.object) {
    case Object::kCpu:
      return plural(n, "CPU");
    case Object::kMilliCpu:
      return milli_cpu(n);
    case Object::kBytes:
      return byte_amount(n) + " of " + named(thing.resource);
    case Object::kDevice:
      return some_devices(n, thing);
    default:
      if (thing.resource == "pods") return "room for " + plural(n, "pod");
      return (counts_bytes(thing.resource) ? byte_amount(n) : std::to_string(n)) + " of " +
             named(thing.resource);
  }
}

// Returns for instance "needs 8 CPUs from one NUMA node". A bind policy that must hold is included.
std::string need(const Thing &thing) {
  const auto &[refusal, bound, resource, devices] = thing;
  std::string text = "needs " + amount(bound.needed, thing);
  if (refusal.reason == Reason::kRequiredBindPolicy)
    text += refusal.bind_policy == static_cast<uint8_t>(object::PodBind::kFullPcpus)
                ? " on whole cores"
                : " on separate cores";
  if (refusal.reason == Reason::kSharedPoolTooSmall)
    text += " in one NUMA node's shared pool";
  else if (refusal.reason == Reason::kNoNumaNodeFits)
    text += " on the NUMA node of its shared pool";
  else if (bound.scope == Scope::kNumaNode)
    text += " from one NUMA node";
  else if (bound.scope == Scope::kNumaNodes && bound.where > 0)
    text += " from " + plural(bound.where, "NUMA node");
  else if (refusal.reason == Reason::kDeviceNuma)
    text += " on the NUMA nodes of its CPUs and memory";
  else if (bound.scope == Scope::kDevice)
    text += " from one " + noun_of(devices);
  else if (bound.scope == Scope::kPlace)
    text.append(" ").append(place_of(static_cast<object::DeviceScope>(bound.where)));
  const bool kubelets = rules_of(refusal.profile).wording == Wording::kKubelet;
  if (kubelets && refusal.reason == Reason::kNumaUnaligned)
    text += ", as kubelet's topology manager requires";
  return text;
}

std::string supply(const Thing &thing) {
  const Bound &bound = thing.bound;
  std::string text =
      (bound.scope == Scope::kPlace ? "has at most " : "has ") + amount(bound.best, thing);
  if (bound.scope == Scope::kNumaNode) text += " on NUMA node " + std::to_string(bound.where);
  if (bound.scope == Scope::kNumaNodes && bound.where > 0)
    text += " on the best " + std::to_string(bound.where);
  if (thing.refusal.reason == Reason::kDeviceNuma) text += " there";
  if (bound.unplaced)
    text += "; " + noun_of(thing.devices) + "s that state no NUMA node do not count";
  if (bound.scope == Scope::kDevice)
    text += " on " + noun_of(thing.devices) + ' ' + std::to_string(bound.where);
  if (bound.scope == Scope::kPlace)
    text.append(" ").append(place_of(static_cast<object::DeviceScope>(bound.where)));
  return text;
}

std::string claims_clause(const HeldByClaims &held, const std::string &devices) {
  return held.devices == 0 ? "" : "; ResourceClaims hold " + plural(held.devices, noun_of(devices));
}

std::string sentence_of(const Refusal &refusal, const HeldByClaims &held,
                        const RefusalNames &names) {
  return held.closes
             ? claimed_devices_sentence(refusal, RefusalWords(refusal, names), held.are_many)
             : to_sentence(refusal, names);
}

}  // namespace

std::string to_text(const Group &group, uint32_t nodes) {
  std::string text = std::to_string(group.nodes) + " of " + plural(nodes, "node") + ": ";
  if (group.bound.scope == Scope::kNone)
    return text + sentence_of(group.refusal, group.held, {group.resource, group.devices}) + " (" +
           plain(group.name) + (group.nodes > 1 ? ", ...)" : ")");
  const Thing thing{group.refusal, group.bound, group.resource, group.devices};
  text += need(thing) + "; ";
  text += group.nodes > 1 ? "the best, " + plain(group.name) + "," : plain(group.name);
  return text + ' ' + supply(thing) + claims_clause(group.held, group.devices);
}

std::string to_text(const Miss &miss) {
  if (miss.lack.bound.scope == Scope::kNone)
    return sentence_of(miss.refusal, miss.held, {miss.resource, miss.devices});
  const Thing thing{miss.refusal, miss.lack.bound, miss.resource, miss.devices};
  return need(thing) + "; it " + supply(thing) + claims_clause(miss.held, miss.devices);
}

std::string to_text(const Explanation &explanation) {
  std::string text = plain(explanation.pod) + ": fits on " +
                     (explanation.fitting == 0 ? "none" : std::to_string(explanation.fitting)) +
                     " of " + plural(explanation.nodes, "node") + '\n';
  for (const Fit &fit : explanation.fits)
    text += "  " + plain(fit.name) + ": score " + std::to_string(fit.verdict.score) + '\n';
  const bool wrong = explanation.request.refused();
  if (wrong) {
    text += "\nThe request is wrong on every node: " + to_sentence(explanation.request) + '\n';
  } else if (!explanation.groups.empty()) {
    text += "\nRefused by\n";
    for (const Group &group : explanation.groups)
      text += "  " + to_text(group, explanation.nodes) + '\n';
  }
  const char *title = "\nNearest misses\n";
  for (const Miss &miss : explanation.misses) {
    if (wrong && miss.remedies.empty()) continue;  // all of it is said
    text += std::exchange(title, "");
    text += "  " + plain(miss.name) + ": " + to_text(miss) + '\n';
    for (const Remedy &remedy : miss.remedies) text += "    fits if " + to_text(remedy) + '\n';
    if (miss.remedies.empty()) text += "    no remedy found\n";
  }
  if (explanation.gave_up) text += "\nThere may be more remedies: not all were tried.\n";
  return text;
}

}  // namespace koord::plan
