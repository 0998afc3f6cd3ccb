#include "agent/report.h"

#include "base/word_hash.h"

namespace koord::agent {
namespace {

// Also hashes text.
class Hash : public WordHash {
 public:
  using WordHash::add;
  // Bytes fill a word from the lowest up, on every machine.
  void add(std::string_view text) {
    add(uint64_t{text.size()});
    for (size_t at = 0; at < text.size(); at += 8) {
      uint64_t word = 0;
      for (size_t i = 0; i < 8 && at + i < text.size(); ++i)
        word |= uint64_t{static_cast<unsigned char>(text[at + i])} << (8 * i);
      add(word);
    }
  }
};

// Visits (uid, CPUs, true if kubelet gave them, the pod or nullptr), ascending by uid.
template <typename Visit>
void for_each_held(const LocalNode &node, Visit &&visit) {
  const bool reports_owned = node.options().rules().reports_owned_cpus;
  auto assignment = node.assignments().begin();
  const auto visit_assignment = [&] {
    if (assignment->second.counts && !assignment->second.kept.empty())
      visit(assignment->first, assignment->second.kept, true, node.find_pod(assignment->first));
    ++assignment;
  };
  for (const auto &[uid, pod] : node.pods()) {
    if (!reports_owned || !pod.granted) continue;
    while (assignment != node.assignments().end() && assignment->first < uid) visit_assignment();
    visit(uid, pod.own, false, &pod);
  }
  while (assignment != node.assignments().end()) visit_assignment();
}

}  // namespace

std::vector<object::HeldCpus> held_cpus(const LocalNode &node) {
  std::vector<object::HeldCpus> out;
  for_each_held(node, [&](const std::string &uid, const CpuSet &cpus, bool by_kubelet,
                          const LocalNode::Pod *pod) {
    object::HeldCpus held;
    held.uid = uid;
    if (pod != nullptr) {
      held.name_space = pod->facts.name_space;
      held.name = pod->facts.name;
    }
    held.cpus = cpus;
    held.managed_by_kubelet = by_kubelet;
    out.push_back(held);
  });
  return out;
}

uint64_t text_hash(std::string_view text) {
  Hash hash;
  hash.add(text);
  return hash.value();
}

uint64_t report_hash(const LocalNode &node, std::string_view settings) {
  Hash hash;
  hash.add(settings);
  hash.add(node.name());
  hash.add(node.machine().all_cpus());
  hash.add(node.pools().shared);
  hash.add(node.pools().best_effort);
  hash.add(node.kubelet_reserved());
  hash.add(node.reserved());
  hash.add(node.system_qos());
  hash.add(uint64_t{node.system_qos_exclusive()});
  hash.add(uint64_t{node.options().ignore_kubelet});
  hash.add(node.machine().isolated());
  hash.add(node.machine().nohz_full());
  hash.add(node.excluded());
  for_each_held(node, [&](const std::string &uid, const CpuSet &cpus, bool by_kubelet,
                          const LocalNode::Pod *pod) {
    hash.add(uid);
    hash.add(cpus);
    hash.add(uint64_t{by_kubelet});
    if (pod == nullptr) return;
    hash.add(pod->facts.name_space);
    hash.add(pod->facts.name);
  });
  return hash.value();
}

}  // namespace koord::agent
