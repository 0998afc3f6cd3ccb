#include "kubelet/repair.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace koord::kubelet {
namespace {

// Names the holder of an entry. Files of other versions name whole pods, or containers by id.
std::string holder(const Change &change) {
  const std::string container = "container " + in_quotes(change.container, 64);
  const std::string pod = "pod " + in_quotes(change.pod, 64);
  if (change.container.empty()) return pod;
  return change.pod.empty() ? container : container + " of " + pod;
}

std::string reason(Fault why) {
  switch (why) {
    case Fault::kReserved:
      return "reserved for the system";
    case Fault::kOverlapsDefault:
      return "held by containers";
    case Fault::kCpusGone:
      return "not on this machine or offline";
    case Fault::kCpusMissing:
      return "neither the default set nor an entry has them";
    case Fault::kOverlap:
      return "held by a pod with an earlier uid";
    case Fault::kEmptyEntry:
      return "the entry has no CPUs";
    case Fault::kPodGone:
      return "the pod does not exist";
    case Fault::kDefaultEmpty:
      return "kubelet does not start with an empty default set";
    case Fault::kVersion:
      return "the file format has no place for it";
    case Fault::kUnreadable:
      return "its CPUs cannot be read";
    default:
      return fault_name(why);
  }
}

class CpuRepairer {
 public:
  CpuRepairer(const NodeSetup &setup, const CpuState &state, const RepairOptions &options)
      : setup_(setup), before_(state), options_(options) {
    out_.state = state;
  }

  Repair run() {
    // Kubelet fills an empty state itself.
    if (before_.shared.empty() && before_.entries.empty()) return std::move(out_);
    repair_entries();
    repair_pods_alone();
    ensure_default();
    repair_default();
    return std::move(out_);
  }

 private:
  void repair_entries() {
    auto &entries = out_.state.entries;
    for (auto pod = entries.begin(); pod != entries.end();) {
      const bool gone = options_.present != nullptr && !options_.present->contains(pod->first);
      CpuSet own;  // containers of one pod may share the CPUs of its init containers
      bool changed = false;
      const bool had_whole = out_.state.pods.contains(pod->first);
      const CpuSet *whole = repair_whole(pod->first, gone);
      if (whole != nullptr) own = *whole;
      const bool drops = gone || (had_whole && whole == nullptr);
      const Fault why = drops && had_whole ? out_.changes.back().why : Fault::kPodGone;
      for (auto entry = pod->second.begin(); entry != pod->second.end();) {
        const bool kept = !drops ? repair_entry(pod->first, entry->first, entry->second, changed)
                                 : drop(pod->first, entry->first, entry->second, why);
        if (kept) own |= entry->second;
        entry = kept ? std::next(entry) : pod->second.erase(entry);
        changed |= !kept;
      }
      held_ |= own;
      pod = changed && pod->second.empty() ? entries.erase(pod) : std::next(pod);
    }
  }

  // Drops the CPUs of a whole pod if some of them are gone, reserved or another pod's. Returns them
  // if they stay, and nullptr if there are none.
  const CpuSet *repair_whole(const std::string &pod, bool gone) {
    const auto whole = out_.state.pods.find(pod);
    if (whole == out_.state.pods.end()) return nullptr;
    const CpuSet cpus = whole->second;
    bool changed = false;
    CpuSet kept = cpus;
    const bool stays =
        !gone ? repair_entry(pod, "", kept, changed) : drop(pod, "", cpus, Fault::kPodGone);
    if (stays) return &(whole->second = kept);
    out_.state.pods.erase(whole);
    return nullptr;
  }

  // Repairs sets of whole pods none of whose containers has an entry.
  void repair_pods_alone() {
    std::vector<std::string> alone;
    for (const auto &[pod, cpus] : out_.state.pods)
      if (!out_.state.entries.contains(pod)) alone.push_back(pod);
    for (const std::string &pod : alone) {
      const bool gone = options_.present != nullptr && !options_.present->contains(pod);
      if (const CpuSet *whole = repair_whole(pod, gone)) held_ |= *whole;
    }
  }

  // Returns true if the entry stays.
  bool repair_entry(const std::string &pod, const std::string &name, CpuSet &cpus, bool &changed) {
    if (cpus.empty()) return drop(pod, name, cpus, Fault::kEmptyEntry);
    const CpuSet existing = cpus & setup_.topology().all_cpus();
    const CpuSet left = existing - setup_.reserved() - held_;
    if (left == cpus) return true;
    const Fault why = !(existing == cpus)                  ? Fault::kCpusGone
                      : cpus.intersects(setup_.reserved()) ? Fault::kReserved
                                                           : Fault::kOverlap;
    if (!options_.keep_shrunk || left.empty()) return drop(pod, name, cpus, why);
    out_.changes.push_back({Act::kShrunk, why, pod, name, cpus, left, ""});
    cpus = left;
    changed = true;
    return true;
  }

  bool drop(const std::string &pod, const std::string &name, const CpuSet &cpus, Fault why) {
    out_.changes.push_back({Act::kDropped, why, pod, name, cpus, {}, ""});
    return false;
  }

  // Drops entries until the default set is not empty. Under strict reservation containers can hold
  // all CPUs, but a restarted kubelet does not accept that.
  void ensure_default() {
    auto &entries = out_.state.entries;
    const CpuSet usable = setup_.initial_shared();
    while (!entries.empty() && (usable - held_).empty()) {
      const auto last = std::prev(entries.end());
      for (const auto &[name, cpus] : last->second)
        drop(last->first, name, cpus, Fault::kDefaultEmpty);
      out_.state.pods.erase(last->first);
      entries.erase(last);
      held_ = held_by_pods(out_.state);
    }
  }

  void repair_default() {
    const CpuSet usable = setup_.initial_shared();
    const CpuSet &all = setup_.topology().all_cpus();
    CpuSet &shared = out_.state.shared;
    const CpuSet released = held_by_pods(before_);
    const CpuSet now = usable - held_;
    const CpuSet leaving = shared - now;
    record(Act::kLeaves, Fault::kCpusGone, leaving - all);
    record(Act::kLeaves, Fault::kReserved, (leaving & all) - usable);
    record(Act::kLeaves, Fault::kOverlapsDefault, leaving & usable);
    // CPUs of dropped entries return to the default set without a note of their own.
    const CpuSet joining = now - shared - (released - setup_.reserved());
    record(Act::kJoins, Fault::kReserved, joining & setup_.reserved());
    record(Act::kJoins, Fault::kCpusMissing, joining - setup_.reserved());
    shared = now;
  }

  void record(Act act, Fault why, const CpuSet &cpus) {
    if (!cpus.empty()) out_.changes.push_back({act, why, "", "", cpus, {}, ""});
  }

  const NodeSetup &setup_;
  const CpuState &before_;
  const RepairOptions options_;
  Repair out_;
  CpuSet held_;
};

}  // namespace

CpuSet held_by_pods(const CpuState &state) {
  CpuSet held;
  for (const auto &[pod, containers] : state.entries)
    for (const auto &[name, cpus] : containers) held |= cpus;
  for (const auto &[pod, cpus] : state.pods) held |= cpus;
  return held;
}

const char *act_name(Act act) {
  switch (act) {
    case Act::kRewritten:
      return "rewritten";
    case Act::kDropped:
      return "dropped";
    case Act::kShrunk:
      return "shrunk";
    case Act::kJoins:
      return "joins-default";
    case Act::kLeaves:
      return "leaves-default";
    case Act::kReplaced:
      return "replaced";
    case Act::kShared:
      return "stays-shared";
  }
  return "unknown";
}

std::string sentence(const Change &change) {
  const std::string owner = holder(change);
  const std::string had = change.cpus.empty() ? "" : " (" + cpus_text(change.cpus) + ")";
  switch (change.act) {
    case Act::kRewritten:
      return change.detail;
    case Act::kDropped:
      if (change.why == Fault::kMemory)
        return "the entry of " + owner + " is dropped: " + change.detail +
               "; when kubelet starts, it assigns the container memory again, or refuses the pod "
               "if none is left";
      if (change.why == Fault::kPolicy) return "the entry of " + owner + had + " is dropped";
      if (change.why == Fault::kPodGone || change.why == Fault::kEmptyEntry)
        return "the entry of " + owner + had + " is dropped: " + reason(change.why);
      return "the entry of " + owner + had + " is dropped: " + reason(change.why) +
             "; when kubelet starts, it assigns the container CPUs again, or refuses the pod if "
             "none are left";
    case Act::kShrunk:
      return owner + " keeps " + cpus_text(change.left) + ", the others are " + reason(change.why) +
             "; kubelet does not replace them while the container runs";
    case Act::kJoins:
      return cpus_text(change.cpus) + " join the default set: " + reason(change.why);
    case Act::kLeaves:
      return cpus_text(change.cpus) + " leave the default set: " + reason(change.why);
    case Act::kReplaced:
      if (change.left.empty()) return owner + " no longer has exclusive CPUs" + had;
      return owner + (change.cpus.empty() ? " had none, gets " : had + " gets ") +
             cpus_text(change.left) + "; its cgroup follows when kubelet starts";
    case Act::kShared:
      return cpus_text(change.cpus) + " of pod " + in_quotes(change.pod, 64) +
             " stay in the default set: its containers request fewer exclusive CPUs from kubelet";
  }
  return "";
}

Repair repair_cpus(const NodeSetup &setup, const CpuState &state, const RepairOptions &options) {
  if (!setup.static_cpus()) return {state, {}};
  return CpuRepairer(setup, state, options).run();
}

}  // namespace koord::kubelet
