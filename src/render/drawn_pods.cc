#include "render/drawn_pods.h"

#include "base/error.h"
#include "render/label.h"
#include "render/palette.h"

namespace koord::render {
namespace {

constexpr size_t kNamedSharers = 8;

}  // namespace

Holding::Holding(const Topology &topology, std::span<const Holder> holders, bool ascii)
    : holders_(holders), marks_(CpuSet::kCapacity, kFree) {
  if (holders.size() > kMaxPictureHolders)
    throw Error(Status::kLimit, "picture: " + std::to_string(holders.size()) +
                                    " holders, at most " + std::to_string(kMaxPictureHolders) +
                                    " can be distinguished");
  CpuSet held, shared;
  for (size_t i = 0; i < holders.size(); ++i) {
    std::string label = clean_label(holders[i].label, kMaxPictureLabel, ascii);
    labels_.push_back(label.empty() ? "(no name)" : std::move(label));
    const CpuSet here = holders[i].cpus & topology.all_cpus();
    shared |= held & here;
    held |= here;
    here.for_each([&](int cpu) { marks_[static_cast<size_t>(cpu)] = static_cast<int16_t>(i); });
    const CpuSet elsewhere = holders[i].cpus - topology.all_cpus();
    if (!elsewhere.empty())
      remarks_.push_back(std::string(1, letter_of(i)) +
                         ": not a usable CPU of this machine: " + elsewhere.to_string());
  }
  const CpuSet barred = (topology.disallowed() & topology.all_cpus()) - held;
  free_ = topology.all_cpus() - held - barred;
  const auto mark_all = [this](const CpuSet &cpus, int16_t mark) {
    cpus.for_each([&](int cpu) { marks_[static_cast<size_t>(cpu)] = mark; });
  };
  mark_all(shared, kShared);
  mark_all(barred, kBarred);

  for (size_t i = 0; i < holders.size(); ++i)
    entries_.push_back(make_entry(topology, static_cast<int16_t>(i), labels_[i],
                                  holders[i].cpus & topology.all_cpus()));
  if (!shared.empty()) entries_.push_back(make_entry(topology, kShared, shared_label(), shared));
  entries_.push_back(make_entry(topology, kFree, "free", free_));
  if (!barred.empty())
    entries_.push_back(make_entry(topology, kBarred, "not allowed here", barred));
}

std::string Holding::shared_label() const {
  std::string names;
  size_t count = 0;
  for (size_t i = 0; i < holders_.size(); ++i) {
    bool is_sharing = false;
    holders_[i].cpus.for_each([&](int cpu) { is_sharing |= mark(cpu) == kShared; });
    if (!is_sharing) continue;
    if (++count <= kNamedSharers) names += std::string(count > 1 ? "," : "") + letter_of(i);
  }
  if (count > kNamedSharers) names += " and " + std::to_string(count - kNamedSharers) + " more";
  return "shared by " + names;
}

// Iterates over the CPUs once and counts what they
// belong to, because L3 groups and nodes can be many.
LegendEntry Holding::make_entry(const Topology &topology, int16_t mark, std::string label,
                                const CpuSet &cpus) const {
  LegendEntry entry;
  entry.mark = mark;
  entry.label = std::move(label);
  entry.cpus = cpus;
  std::vector<uint32_t> held_threads(topology.cores().size(), 0);
  cpus.for_each([&](int id) {
    const Topology::Cpu &cpu = *topology.find_cpu(id);
    ++held_threads[static_cast<size_t>(cpu.core)];
    if (cpu.node >= 0) entry.nodes.add(topology.nodes()[static_cast<size_t>(cpu.node)].id);
    if (cpu.l3 >= 0) entry.l3s.add(cpu.l3);
  });
  for (size_t i = 0; i < held_threads.size(); ++i)
    if (held_threads[i] == topology.cores()[i].threads)
      ++entry.whole_cores;
    else if (held_threads[i] > 0)
      ++entry.split_cores;
  return entry;
}

std::string Holding::names_of(int cpu) const {
  std::string names;
  size_t count = 0;
  for (size_t i = 0; i < holders_.size(); ++i) {
    if (!holders_[i].cpus.contains(cpu)) continue;
    if (++count > kNamedSharers) continue;
    if (count > 1) names += ", ";
    names += letter_of(i);
    names += ' ';
    names += labels_[i];
  }
  if (count > kNamedSharers) names += " and " + std::to_string(count - kNamedSharers) + " more";
  return names;
}

}  // namespace koord::render
