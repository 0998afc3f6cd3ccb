// A node on which pods are thought away, another set of them each time.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "plan/shortage.h"
#include "sched/draft.h"

namespace koord::plan {

class Trial {
 public:
  // `keepers`: what all other pods hold on the node.
  Trial(const sched::Scene &scene, const sched::Question &question, uint32_t node,
        std::span<const Candidate> candidates, std::span<const sched::Holding *const> keepers);

  // What the node says without these candidates; good as long as view() is: until it is asked again.
  const sched::Judgement &judge_without(std::span<const uint32_t> victims);
  bool fits_without(std::span<const uint32_t> victims) {
    return !judge_without(victims).refusal.refused();
  }
  sched::View view() { return draft_->view(); }

 private:
  void start_full();
  void start_bare();
  void set_gone(uint32_t candidate, bool gone);

  const sched::Scene &scene_;
  const sched::Question &question_;
  const uint32_t node_;
  const std::span<const Candidate> candidates_;
  const std::span<const sched::Holding *const> keepers_;
  std::optional<sched::Draft> draft_;
  std::vector<bool> gone_, wanted_gone_;
  sched::Judgement judgement_;
};

}  // namespace koord::plan
