// Explanations in words.
#include <algorithm>

#include "base/error.h"
#include "object/spellings.h"
#include "plan/explain.h"

namespace koord::plan {
namespace {

namespace object = koord::object;

std::string plural(int64_t n, const std::string &one) {
  return std::to_string(n) + ' ' + one + (n == 1 ? "" : "s");
}

// A name as it is, where nothing about it could be taken for something else.
std::string plain(const std::string &name) {
  const bool is_plain = name.size() <= 253 && std::all_of(name.begin(), name.end(), [](char c) {
                          return c > 0x20 && c < 0x7f && c != '"';
                        });
  return is_plain ? name : quoted(name, 253);
}

template <typename Value, size_t N>
std::string spelled(const object::Spelling<Value> (&table)[N], int64_t number) {
  const auto *entry = object::find_value(table, static_cast<Value>(number));
  return entry == nullptr ? std::to_string(number) : std::string(entry->text);
}

std::string bytes(int64_t n) {
  const std::pair<int, const char *> units[] = {
      {40, " TiB"}, {30, " GiB"}, {20, " MiB"}, {10, " KiB"}};
  for (const auto &[shift, unit] : units)
    if (n >> shift > 0 && (n & ((int64_t{1} << shift) - 1)) == 0)
      return std::to_string(n >> shift) + unit;
  return plural(n, "byte");
}

std::string milli_cpu(int64_t milli) {
  return milli % 1000 == 0 ? plural(milli / 1000, "CPU") : std::to_string(milli) + " milli-CPU";
}

std::string named(const std::string &resource) {
  return resource.empty() ? "a resource that no node has" : plain(resource);
}

std::string amount(int64_t n, Object object, const std::string &resource) {
  switch (object) {
    case Object::kCpu:
      return plural(n, "CPU");
    case Object::kMilliCpu:
      return milli_cpu(n);
    case Object::kBytes:
      return bytes(n) + " of " + named(resource);
    default:
      return resource == "pods" ? "room for " + plural(n, "pod")
                                : std::to_string(n) + " of " + named(resource);
  }
}

// "needs 8 CPUs from one NUMA node"; the bind policy that must hold is part of it.
std::string need(const Refusal &refusal, const Bound &bound, const std::string &resource) {
  std::string text = "needs " + amount(bound.needed, bound.object, resource);
  if (refusal.reason == Reason::kRequiredBindPolicy)
    text += refusal.detail == static_cast<int32_t>(object::PodBind::kFullPcpus)
                ? " on whole cores"
                : " on as many cores";
  if (refusal.reason == Reason::kSharedPoolTooSmall && bound.object == Object::kMilliCpu)
    text += " in one NUMA node's shared pool";
  else if (bound.scope == Scope::kNumaNode)
    text += " from one NUMA node";
  else if (bound.scope == Scope::kNumaNodes && bound.where > 0)
    text += " from " + plural(bound.where, "NUMA node");
  return text;
}

std::string place(const Bound &bound) {
  if (bound.scope == Scope::kNumaNode) return " on NUMA node " + std::to_string(bound.where);
  if (bound.scope == Scope::kNumaNodes && bound.where > 0) return " on as many";
  return "";
}

std::string why(const Miss &miss) {
  const Bound &bound = miss.lack.bound;
  if (bound.scope == Scope::kNone) return to_sentence(miss.refusal);
  return need(miss.refusal, bound, miss.resource) + "; it has " +
         amount(bound.best, bound.object, miss.resource) + place(bound);
}

std::string exclusive_name(int64_t number) {
  return spelled(object::kPodExclusiveSpellings, number);
}

std::string numa_name(int64_t number) {
  return number == 0 ? "none of its own" : spelled(object::kNumaPolicySpellings, number);
}

std::string bind_name(int64_t number) {
  return number == 0 ? "none of its own" : spelled(object::kPodBindSpellings, number);
}

std::string words_of(const Step &step) {
  switch (step.kind) {
    case RemedyKind::kPreferBind:
      return "the pod prefers the bind policy " + bind_name(step.from) + " instead of requiring it";
    case RemedyKind::kRequiredBind:
      return "the pod requires the bind policy " + bind_name(step.to) + " instead of " +
             bind_name(step.from);
    case RemedyKind::kPreferredBind:
      return "the pod prefers the bind policy " + bind_name(step.to) + " instead of " +
             bind_name(step.from);
    case RemedyKind::kPodExclusive:
      return "the pod's exclusive policy is " + exclusive_name(step.to) + " instead of " +
             exclusive_name(step.from);
    case RemedyKind::kPodNuma:
      return "the pod's NUMA policy is " + numa_name(step.to) + " instead of " +
             numa_name(step.from);
    case RemedyKind::kNumaExclusive:
      return "the pod may share NUMA nodes with pods of the other kind, of one or of several";
    case RemedyKind::kPodCpu:
      return "the pod asks for " + milli_cpu(step.to) + " instead of " + milli_cpu(step.from);
    case RemedyKind::kPodCpuLimit:
      return "the pod's CPU limit is " + milli_cpu(step.to) + " instead of " + milli_cpu(step.from);
    case RemedyKind::kNodeSchedulable:
      return "the node is no longer marked unschedulable";
    case RemedyKind::kNodeBind:
      return "the node's bind policy is " + spelled(object::kNodeBindSpellings, step.to) +
             " instead of " + spelled(object::kNodeBindSpellings, step.from);
    case RemedyKind::kNodeNuma:
      return "the node's NUMA policy is " + spelled(object::kNumaPolicySpellings, step.to) +
             " instead of " + spelled(object::kNumaPolicySpellings, step.from);
    case RemedyKind::kEvict:
      break;
  }
  return "the pod " + plain(step.uid) + " (priority " + std::to_string(step.priority) + ") leaves";
}

}  // namespace

std::string to_text(const Group &group, uint32_t nodes) {
  const Bound &bound = group.bound;
  std::string text = std::to_string(group.nodes) + " of " + plural(nodes, "node") + ": ";
  if (bound.scope == Scope::kNone)
    return text + to_sentence(group.refusal) + " (" + plain(group.name) +
           (group.nodes > 1 ? ", ...)" : ")");
  text += need(group.refusal, bound, group.resource) + "; ";
  text += group.nodes > 1 ? "the best, " + plain(group.name) + "," : plain(group.name);
  return text + " has " + amount(bound.best, bound.object, group.resource) + place(bound);
}

std::string to_text(const Remedy &remedy) {
  std::string text;
  for (const Step &step : remedy.steps) {
    if (!text.empty()) text += &step == &remedy.steps.back() ? " and " : ", ";
    text += words_of(step);
  }
  return text;
}

std::string to_text(const Explanation &explanation) {
  std::string text = plain(explanation.pod) + ": fits on " +
                     (explanation.fitting == 0 ? "none" : std::to_string(explanation.fitting)) +
                     " of " + plural(explanation.nodes, "node") + '\n';
  for (const Fit &fit : explanation.fits)
    text += "  " + plain(fit.name) + ": score " + std::to_string(fit.verdict.score) + '\n';
  if (!explanation.groups.empty()) text += "\nRefused by\n";
  for (const Group &group : explanation.groups)
    text += "  " + to_text(group, explanation.nodes) + '\n';
  if (!explanation.misses.empty()) text += "\nNearest misses\n";
  for (const Miss &miss : explanation.misses) {
    text += "  " + plain(miss.name) + ": " + why(miss) + '\n';
    for (const Remedy &remedy : miss.remedies) text += "    fits if " + to_text(remedy) + '\n';
    if (miss.remedies.empty()) text += "    no remedy found\n";
  }
  if (explanation.gave_up) text += "\nThere may be more remedies: not all were tried.\n";
  return text;
}

}  // namespace koord::plan
