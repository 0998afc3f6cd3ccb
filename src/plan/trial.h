// A node without some of its pods, another set of them each time.
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
  Trial(const sched::Scene &scene, const sched::Query &query)
      : scene_(scene), query_(query), nominated_(scene, Nominated::Others::kLeave) {}

  // From now on it is this node. `keepers`: what all others hold there but
  // Scene::imagined_holdings().
  void begin(uint32_t node, std::span<const Candidate> candidates, sched::Holdings keepers);

  // What the node says without these candidates; good as long as view() is: until it is asked
  // again.
  const sched::Judgement &judge_without(std::span<const uint32_t> victims);
  // Rebuilds the draft, as judge_without().
  bool try_without(std::span<const uint32_t> victims) {
    return !judge_without(victims).refusal.refused();
  }
  sched::View view() { return draft_->view(); }
  // Rebuilds the draft with all candidates on it, and no less free than with nominated pods placed;
  // good as above.
  sched::View rebuild_with_all();

 private:
  void want_gone(std::span<const uint32_t> victims);
  void arrange(size_t victims);
  // Into holdings_.
  template <typename Which>
  void collect(Which &&which);
  void copy_node();
  // Three ways to a draft without the candidates that are wanted gone.
  void start_full();
  void start_bare();
  void change();

  const sched::Scene &scene_;
  const sched::Query &query_;
  uint32_t node_ = 0;
  std::span<const Candidate> candidates_;
  sched::Holdings keepers_;
  std::optional<sched::Draft> draft_;  // in the memory of the node before
  bool drafted_ = false;               // it is of this one
  bool judged_ = false;                // as it is now
  Nominated nominated_;
  std::vector<uint8_t> gone_, wanted_gone_;
  std::vector<const sched::Holding *> holdings_;
  sched::Judgement judgement_;
};

}  // namespace koord::plan
