// A node without some of its pods, for one set of pods after another.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "plan/nominated.h"
#include "plan/shortage.h"
#include "sched/node/draft.h"

namespace koord::plan {

class Trial {
 public:
  Trial(const sched::ClusterSnapshot &snapshot, const sched::Query &query)
      : snapshot_(snapshot), query_(query), nominated_(snapshot, Nominated::Others::kLeave) {}

  // Switches to this node. `keepers`: the holdings of all pods
  // that are not candidates, except ClusterSnapshot::added_holdings().
  void begin(uint32_t node, std::span<const Candidate> candidates, sched::Holdings keepers);

  // Judges the node without these candidates. The result and view() are valid until the next call.
  const sched::Judgement &judge_without(std::span<const uint32_t> victims);
  // Rebuilds the draft like judge_without().
  bool try_without(std::span<const uint32_t> victims) {
    return !judge_without(victims).refusal.refused();
  }
  sched::View view() { return draft_->view(); }
  // Rebuilds the draft with all candidates on it. No less is free
  // than with nominated pods placed. Valid until the next call.
  sched::View rebuild_with_all();

 private:
  void set_removed(std::span<const uint32_t> victims);
  void arrange(size_t victims);
  // Appends to holdings_.
  template <typename Which>
  void collect(Which &&which);
  void copy_node();
  // Three ways to build a draft without the candidates in wanted_removed_.
  void start_full();
  void start_bare();
  void change();

  const sched::ClusterSnapshot &snapshot_;
  const sched::Query &query_;
  uint32_t node_ = 0;
  std::span<const Candidate> candidates_;
  sched::Holdings keepers_;
  std::optional<sched::Draft> draft_;  // reuses the memory of the previous node
  bool drafted_ = false;               // draft_ is of the present node
  bool judged_ = false;                // judgement_ is of the present draft
  Nominated nominated_;
  std::vector<uint8_t> removed_, wanted_removed_;
  std::vector<const sched::Holding *> holdings_;
  sched::Judgement judgement_;
};

}  // namespace koord::plan
