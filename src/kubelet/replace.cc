#include "kubelet/replace.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "kubelet/cpu/policy.h"
#include "kubelet/restore.h"

namespace koord::kubelet {
namespace {

using Entries = std::map<std::string, CpuSet>;  // by container of one pod

[[noreturn]] void refuse(const ScheduledPod &pod, const std::string &text) {
  throw Error(Status::kConflict, "pod " + in_quotes(pod.name, 64) + ": " + text);
}

void check_pods(std::span<const ScheduledPod> pods) {
  PodSet uids;
  for (const ScheduledPod &pod : pods) {
    if (pod.request.uid.empty())
      throw Error(Status::kInvalid, "pod " + in_quotes(pod.name, 64) + ": uid: found none");
    if (!uids.insert(pod.request.uid).second)
      throw Error(Status::kInvalid, "pod " + in_quotes(pod.name, 64) + ": given twice");
  }
}

void check_cpus_of(const NodeSetup &setup, const ScheduledPod &pod) {
  if (const CpuSet gone = pod.cpus - setup.topology().all_cpus(); !gone.empty())
    refuse(pod, "CPUs " + gone.to_string() + " are not on this machine");
  if (const CpuSet kept = pod.cpus & setup.reserved(); !kept.empty())
    refuse(pod, "CPUs " + kept.to_string() +
                    " are reserved for the system; leave the pod out, and it keeps the CPUs that "
                    "kubelet assigned, or delete it, and its replacement gets others");
}

// Returns each container's part of the pod's CPUs. `rest` receives the CPUs that are left.
Entries distribute(const NodeSetup &setup, const ScheduledPod &pod, const Entries &before,
                   CpuSet &rest) {
  Entries out;
  CpuSet init;  // CPUs of init containers, which later containers reuse
  rest = pod.cpus;
  for (const ContainerRequest &container : pod.request.containers) {
    if (container.cpus == 0) continue;
    CpuSet part;
    const auto had = before.find(container.name);
    if (had != before.end() && had->second.is_subset_of(rest) &&
        had->second.count() == container.cpus) {
      part = had->second;
    } else if (container.cpus > rest.count() ||
               assign(setup.machine(), setup.cpu_options(), rest, static_cast<int>(container.cpus),
                      part, setup.version())
                   .refused()) {
      refuse(pod, "container " + in_quotes(container.name, 64) + " requests " +
                      std::to_string(container.cpus) + " CPUs; of the pod's " +
                      std::to_string(pod.cpus.count()) + " CPUs " + std::to_string(rest.count()) +
                      " are left");
    }
    if (container.ends())
      init |= part;
    else
      rest -= part;
    out[container.name] = part;
  }
  rest -= init;
  return out;
}

void note_entries(const ScheduledPod &pod, const Entries &before, const Entries &after,
                  std::vector<Change> &changes) {
  for (const auto &[name, cpus] : before)
    if (!after.contains(name))
      changes.push_back({Act::kReplaced, Fault{}, pod.request.uid, name, cpus, {}, ""});
  for (const auto &[name, cpus] : after) {
    const auto had = before.find(name);
    if (had != before.end() && had->second == cpus) continue;
    changes.push_back({Act::kReplaced, Fault{}, pod.request.uid, name,
                       had == before.end() ? CpuSet() : had->second, cpus, ""});
  }
}

}  // namespace

Repair replace_cpus(const NodeSetup &setup, const CpuState &state,
                    std::span<const ScheduledPod> pods) {
  if (!setup.static_cpus())
    throw Error(Status::kConflict,
                "cpuManagerPolicy: found none, expected static: there are no CPUs to replace");
  check_pods(pods);
  for (const ScheduledPod &pod : pods)
    if (pod.request.pod_level || state.pods.contains(pod.request.uid))
      refuse(pod, "kubelet assigns CPUs to the pod as a whole (PodLevelResourceManagers)");
  Repair out;
  out.state = state;
  out.state.shared = restore_cpus(setup, state);
  auto &entries = out.state.entries;

  std::map<std::string, Entries> before;
  for (const ScheduledPod &pod : pods)
    if (auto node = entries.extract(pod.request.uid)) before[node.key()] = std::move(node.mapped());
  std::vector<const std::string *> owners(CpuSet::kCapacity);
  for (const auto &[pod, containers] : entries)
    for (const auto &[name, cpus] : containers)
      cpus.for_each([&, owner = &pod](int cpu) { owners[static_cast<size_t>(cpu)] = owner; });

  for (const auto &[pod, cpus] : out.state.pods)
    cpus.for_each([&, owner = &pod](int cpu) { owners[static_cast<size_t>(cpu)] = owner; });

  CpuSet held = held_by_pods(out.state);
  for (const ScheduledPod &pod : pods) {
    check_cpus_of(setup, pod);
    if (const CpuSet both = pod.cpus & held; !both.empty())
      refuse(pod, "CPUs " + both.to_string() + " are held by pod " +
                      in_quotes(*owners[static_cast<size_t>(both.first())], 64));
    const Entries &had = before[pod.request.uid];
    CpuSet rest;
    Entries parts = distribute(setup, pod, had, rest);
    note_entries(pod, had, parts, out.changes);
    if (!rest.empty())
      out.changes.push_back({Act::kShared, Fault{}, pod.request.uid, "", rest, {}, ""});
    pod.cpus.for_each([&](int cpu) { owners[static_cast<size_t>(cpu)] = &pod.request.uid; });
    held |= pod.cpus;
    if (!parts.empty()) entries[pod.request.uid] = std::move(parts);
  }

  out.state.shared = setup.initial_shared() - held_by_pods(out.state);
  if (out.state.shared.empty() && !entries.empty())
    refuse(pods.back(),
           "no CPU would be left in the default set, and kubelet does not start with an "
           "empty one");
  return out;
}

}  // namespace koord::kubelet
