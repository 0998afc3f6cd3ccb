// The verdicts of recent queries, kept up to date with the nodes.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <utility>

#include "base/mutex.h"
#include "sched/cluster/node_table.h"
#include "sched/cluster/query.h"
#include "sched/verdict/verdicts.h"

namespace koord::sched {

// Thread-safe as long as the nodes do not change during a call.
class VerdictCache {
 public:
  explicit VerdictCache(const Options &options) : options_(options) {}

  // Calls look(Verdicts &) with the current verdicts of all nodes, for one caller at a time.
  template <typename Look>
  void look_at(const NodeTable &nodes, const Query &query, Look &&look) const
      KOORD_EXCLUDES(mutex_) {
    const std::shared_ptr<Kept> kept = find_or_add(nodes, query);
    const Lock lock(kept->mutex);
    refresh(nodes, *kept);
    look(kept->verdicts);
  }

 private:
  struct Kept {
    explicit Kept(Query kept) : query(std::move(kept)) {}
    const Query query;
    Mutex mutex;
    Verdicts verdicts KOORD_GUARDED_BY(mutex);
  };
  std::shared_ptr<Kept> find_or_add(const NodeTable &nodes, const Query &query) const
      KOORD_EXCLUDES(mutex_);
  void refresh(const NodeTable &nodes, Kept &kept) const KOORD_REQUIRES(kept.mutex);

  const Options &options_;
  mutable Mutex mutex_;
  using ByUse = std::list<std::shared_ptr<Kept>>;
  mutable ByUse by_use_ KOORD_GUARDED_BY(mutex_);  // the last used first
  mutable std::map<std::pair<const Shape *, bool>, ByUse::iterator> by_query_
      KOORD_GUARDED_BY(mutex_);
};

}  // namespace koord::sched
