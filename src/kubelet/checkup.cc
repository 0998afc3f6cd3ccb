#include "kubelet/checkup.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "kubelet/cpu/policy.h"
#include "kubelet/restore.h"

namespace koord::kubelet {
namespace {

std::string list_in_quotes(const CpuSet &cpus) { return '"' + cpus.to_string() + '"'; }

// container: empty for the CPUs of a whole pod.
std::string entry_of(const std::string &pod, const std::string &container) {
  if (container.empty()) return "pod " + in_quotes(pod, 64);
  return "container " + in_quotes(container, 64) + " of pod " + in_quotes(pod, 64);
}

std::string holder(const Finding &finding) {
  return finding.pod.empty() && finding.container.empty()
             ? "the default set"
             : entry_of(finding.pod, finding.container);
}

// Walks over one state and collects its findings.
class CpuStateCheck {
 public:
  CpuStateCheck(const NodeSetup &setup, const CpuState &state, const PodSet *present)
      : state_(state),
        present_(present),
        all_(setup.topology().all_cpus()),
        reserved_(setup.reserved()),
        strict_(setup.has_option(kStrictReservation)),
        expected_(setup.initial_shared()) {}

  Checkup run() {
    if (state_.shared.empty() && state_.entries.empty()) return {};
    if (state_.shared.empty()) {
      Finding finding = finding_of(Fault::kDefaultEmpty, {});
      finding.kubelet = "default cpuset cannot be empty";
      out_.add(std::move(finding));
    } else {
      check_default();
    }
    for_entries([&](const auto &pod, const auto &name, const CpuSet &cpus) {
      if (const CpuSet both = state_.shared & cpus; !both.empty())
        add(Fault::kOverlapsDefault, both, pod, name, [&] {
          return "pod: " + pod + ", container: " + name + " cpuset: " + list_in_quotes(cpus) +
                 " overlaps with default cpuset " + list_in_quotes(state_.shared);
        });
    });
    check_union();
    check_accepted();
    return std::move(out_);
  }

 private:
  static Finding finding_of(Fault fault, const CpuSet &cpus) {
    Finding finding;
    finding.fault = fault;
    finding.severity = Severity::kStops;
    finding.cpus = cpus;
    return finding;
  }

  template <typename Message>
  void add(Fault fault, const CpuSet &cpus, const std::string &pod, const std::string &container,
           const Message &message) {
    Finding finding = finding_of(fault, cpus);
    if (fault == Fault::kReserved && strict_) finding.detail = "strictly reserved ";
    finding.pod = pod;
    finding.container = container;
    // The message names whole sets, so it is written once per fault, not once per entry.
    const uint32_t bit = uint32_t{1} << static_cast<uint32_t>(fault);
    if ((reported_ & bit) == 0) finding.kubelet = message();
    reported_ |= bit;
    out_.add(std::move(finding));
  }

  template <typename Visit>
  void for_entries(const Visit &visit) const {
    for (const auto &[pod, containers] : state_.entries)
      for (const auto &[name, cpus] : containers) visit(pod, name, cpus);
  }

  void check_default() {
    const CpuSet both = reserved_ & state_.shared;
    if (strict_ && !both.empty())
      add(Fault::kReserved, both, "", "", [&] {
        return "some of strictly reserved cpus: " + list_in_quotes(both) +
               " are present in defaultCpuSet: " + list_in_quotes(state_.shared);
      });
    if (!strict_ && !(both == reserved_))
      add(Fault::kReserved, reserved_ - both, "", "", [&] {
        return "not all reserved cpus: " + list_in_quotes(reserved_) +
               " are present in defaultCpuSet: " + list_in_quotes(state_.shared);
      });
  }

  // Checks that the state contains exactly the CPUs that kubelet manages.
  void check_union() {
    CpuSet known = state_.shared;
    for_entries([&](const auto &, const auto &, const CpuSet &cpus) { known |= cpus; });
    for (const auto &[pod, cpus] : state_.pods) known |= cpus;
    const auto message = [&] {
      return "current set of available CPUs " + list_in_quotes(expected_) +
             " doesn't match with CPUs in state " + list_in_quotes(known);
    };
    const auto check = [&](const std::string &pod, const std::string &name, const CpuSet &cpus) {
      if (const CpuSet gone = cpus - all_; !gone.empty())
        add(Fault::kCpusGone, gone, pod, name, message);
    };
    check("", "", state_.shared);
    for_entries([&](const auto &pod, const auto &name, const CpuSet &cpus) {
      check(pod, name, cpus);
      if (const CpuSet kept = cpus & reserved_; !kept.empty())
        add(Fault::kReserved, kept, pod, name, message);
    });
    for (const auto &[pod, cpus] : state_.pods) {
      check(pod, "", cpus);
      if (const CpuSet kept = cpus & reserved_; !kept.empty() && strict_)
        add(Fault::kReserved, kept, pod, "", message);
    }
    if (state_.shared.empty()) return;
    if (const CpuSet missing = expected_ - known; !missing.empty())
      add(Fault::kCpusMissing, missing, "", "", message);
  }

  // Kubelet does not compare entries with each other. Entries of one pod may overlap, because its
  // containers reuse the CPUs of its init containers.
  void check_accepted() {
    using Owner = std::pair<const std::string *, const std::string *>;  // pod and container
    std::vector<Owner> owners(CpuSet::kCapacity);
    CpuSet held;
    for (const auto &[pod, containers] : state_.entries) {
      const bool gone = present_ != nullptr && !present_->contains(pod);
      for (const auto &[name, cpus] : containers) {
        Finding finding = finding_of(Fault::kPodGone, cpus);
        finding.severity = Severity::kWrong;
        finding.pod = pod;
        finding.container = name;
        if (gone) out_.add(finding);
        finding.fault = Fault::kEmptyEntry;
        if (cpus.empty()) out_.add(finding);
        if (!cpus.intersects(held)) continue;
        finding.fault = Fault::kOverlap;
        finding.cpus = cpus & held;
        const Owner &other = owners[static_cast<size_t>(finding.cpus.first())];
        finding.other_pod = *other.first;
        finding.other_container = *other.second;
        out_.add(std::move(finding));
      }
      for (const auto &[name, cpus] : containers) {
        const Owner owner{&pod, &name};
        (cpus - held).for_each([&](int cpu) { owners[static_cast<size_t>(cpu)] = owner; });
        held |= cpus;
      }
    }
  }

  const CpuState &state_;
  const PodSet *present_;
  const CpuSet &all_;
  const CpuSet &reserved_;
  const bool strict_;
  const CpuSet expected_;
  uint32_t reported_ = 0;  // bits of the faults whose message was written
  Checkup out_;
};

}  // namespace

std::string cpus_text(const CpuSet &cpus) {
  constexpr size_t kShown = 120;
  std::string text = cpus.to_string();
  if (text.size() > kShown) text = text.substr(0, text.rfind(',', kShown)) + ",...";
  return "CPUs " + text;
}

const char *fault_name(Fault fault) {
  switch (fault) {
    case Fault::kUnreadable:
      return "unreadable";
    case Fault::kChecksum:
      return "checksum";
    case Fault::kVersion:
      return "version";
    case Fault::kPolicy:
      return "policy";
    case Fault::kDefaultEmpty:
      return "default-empty";
    case Fault::kReserved:
      return "reserved";
    case Fault::kOverlapsDefault:
      return "overlaps-default";
    case Fault::kCpusGone:
      return "cpus-gone";
    case Fault::kCpusMissing:
      return "cpus-missing";
    case Fault::kOverlap:
      return "overlap";
    case Fault::kEmptyEntry:
      return "empty-entry";
    case Fault::kPodGone:
      return "pod-gone";
    case Fault::kMemory:
      return "memory";
  }
  return "unknown";
}

std::string sentence(const Finding &finding) {
  const std::string owner = holder(finding);
  const std::string cpus = cpus_text(finding.cpus);
  const bool entry = !finding.pod.empty() || !finding.container.empty();
  switch (finding.fault) {
    case Fault::kUnreadable:
      return (entry ? owner : "the file") + " cannot be read: " + finding.detail;
    case Fault::kChecksum:
      return "the checksum " + finding.detail;
    case Fault::kVersion:
      return "the file is of version " + finding.detail;
    case Fault::kPolicy:
      return "the file was written under " + finding.detail;
    case Fault::kDefaultEmpty:
      return "the default set is empty although containers have exclusive CPUs";
    case Fault::kReserved:
      if (entry) return owner + " holds " + cpus + ", which are reserved";
      return finding.detail + cpus + (finding.detail.empty() ? " are reserved and not" : " are") +
             " in the default set";
    case Fault::kOverlapsDefault:
      return owner + " holds " + cpus + ", which are also in the default set";
    case Fault::kCpusGone:
      return owner + " holds " + cpus + ", which do not exist on this machine or are offline";
    case Fault::kCpusMissing:
      return cpus +
             " are in neither the default set nor an entry: they were added later, or kubelet "
             "stopped between two writes";
    case Fault::kOverlap:
      return owner + " holds " + cpus + ", which " +
             entry_of(finding.other_pod, finding.other_container) + " also holds";
    case Fault::kEmptyEntry:
      return owner + " has an entry without CPUs";
    case Fault::kPodGone:
      return owner + " has an entry, but the pod does not exist";
    case Fault::kMemory:
      return finding.detail;
  }
  return "";
}

void Checkup::add(Finding finding) {
  if (findings.size() < kMaxFindings)
    findings.push_back(std::move(finding));
  else
    ++left_out;
}

const Finding *Checkup::stop() const {
  const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding &finding) {
    return finding.severity == Severity::kStops;
  });
  return found == findings.end() ? nullptr : &*found;
}

Checkup check_cpus(const NodeSetup &setup, const CpuState &state, const PodSet *present) {
  // Under policy none kubelet reads the sets and ignores them.
  if (!setup.static_cpus()) return {};
  return CpuStateCheck(setup, state, present).run();
}

Checkup check_memory(const NodeSetup &setup, const MemoryState &state, const PodSet *present) {
  Checkup out;
  try {
    restore_memory(setup, state);
  } catch (const Error &error) {
    if (error.status() != Status::kConflict) throw;
    Finding finding;
    finding.fault = Fault::kMemory;
    finding.severity = Severity::kStops;
    finding.kubelet = error.what();
    finding.detail =
        std::string("the state of the memory manager does not match the machine: ") + error.what();
    out.add(std::move(finding));
  }
  if (present == nullptr || !setup.static_memory()) return out;
  for (const auto &[pod, containers] : state.entries) {
    if (present->contains(pod)) continue;
    for (const auto &[name, blocks] : containers) {
      Finding finding;
      finding.fault = Fault::kPodGone;
      finding.severity = Severity::kWrong;
      finding.pod = pod;
      finding.container = name;
      out.add(std::move(finding));
    }
  }
  return out;
}

}  // namespace koord::kubelet
