#include "fitting_nodes.h"

#include <bit>

namespace koordctl {
namespace {

constexpr uint32_t kBits = 64;

}  // namespace

void FittingNodes::update(const koord::Cluster &cluster, const koord::Pod &pod,
                          const TracePod &wanted, Known &known) {
  koord_evaluation evaluation{known.generation, 0};
  cluster.get_changes(pod, nullptr, rows_, evaluation);
  known.generation = evaluation.generation;
  known.words.resize(nodes_.size() / kBits + 1);
  for (size_t i = 0; i < evaluation.count; ++i) {
    const koord_verdict &row = rows_[i];
    const bool fits = row.reason == KOORD_REASON_NONE && wanted.may_use(nodes_[row.node].model);
    uint64_t &word = known.words[row.node / kBits];
    const uint64_t bit = uint64_t{1} << row.node % kBits;
    word = fits ? word | bit : word & ~bit;
  }
}

std::optional<uint32_t> FittingNodes::draw(const koord::Cluster &cluster, const koord::Pod &pod,
                                           const TracePod &wanted, Random &random) {
  Known &known = known_[{wanted.cpu_milli, wanted.memory_mib, wanted.gpu_count, wanted.gpu_milli,
                         wanted.models}];
  update(cluster, pod, wanted, known);
  int fitting = 0;
  for (const uint64_t word : known.words) fitting += std::popcount(word);
  if (fitting == 0) return std::nullopt;
  auto left = static_cast<int>(random.below(static_cast<uint32_t>(fitting)));
  uint32_t at = 0;
  while (left >= std::popcount(known.words[at])) left -= std::popcount(known.words[at++]);
  uint64_t word = known.words[at];
  for (; left > 0; --left) word &= word - 1;
  return at * kBits + static_cast<uint32_t>(std::countr_zero(word));
}

}  // namespace koordctl
