#include "sched/cluster/node_table.h"

#include "base/error.h"

namespace koord::sched {

const uint32_t *NodeTable::find(std::string_view name) const {
  const auto at = by_name_.find(name);
  return at == by_name_.end() ? nullptr : &at->second;
}

std::optional<std::span<const uint32_t>> NodeTable::changed_since(uint64_t generation) const {
  const uint64_t behind = generation_ - generation;
  if (behind > log_.size() || generation == 0) return std::nullopt;
  return std::span(log_).last(static_cast<size_t>(behind));
}

void NodeTable::make_room_for_node() {
  const size_t nodes = rows_.size();
  if (nodes >= rows_.capacity()) rows_.reserve(2 * nodes + 8);
  if (nodes >= summaries_.capacity()) summaries_.reserve(2 * nodes + 8);
  if (nodes >= capacities_.capacity()) capacities_.reserve(2 * nodes + 8);
  if (nodes >= gpu_summaries_.capacity()) gpu_summaries_.reserve(2 * nodes + 8);
}

void NodeTable::make_room_to_touch(const Node &node, size_t touches) {
  if (log_.capacity() - log_.size() < touches) log_.reserve(2 * log_.size() + 64 + touches);
  if (numa_summaries_.size() + node.numa().size() > numa_packed_at_) pack_numa_summaries();
  const size_t numa = numa_summaries_.size() + node.numa().size();
  if (numa > numa_summaries_.capacity()) numa_summaries_.reserve(2 * numa);
}

// A node whose machine changes leaves a gap.
void NodeTable::pack_numa_summaries() {
  size_t used = 0;
  for (const Summary &summary : summaries_) used += summary.numa_count;
  std::vector<NumaSummary> packed;
  packed.reserve(2 * used + 64);
  for (Summary &summary : summaries_) {
    const auto from = numa_summaries_.begin() + static_cast<ptrdiff_t>(summary.first_numa);
    summary.first_numa = static_cast<uint32_t>(packed.size());
    packed.insert(packed.end(), from, from + summary.numa_count);
  }
  numa_summaries_ = std::move(packed);
  numa_packed_at_ = 2 * used + 4096;
}

void NodeTable::touch(uint32_t id) {
  Row &row = rows_[id];
  summarize(*row.node, summaries_[id], capacities_[id], gpu_summaries_[id], numa_summaries_);
  summaries_[id].removed = row.removed;
  log_.push_back(id);
  row.generation = ++generation_;
  // Verdicts that are further behind are rebuilt.
  if (log_.size() > 4 * rows_.size() + 1024)
    log_.erase(log_.begin(), log_.begin() + static_cast<ptrdiff_t>(log_.size() / 2));
}

void NodeTable::touch_all() noexcept {
  ++generation_;
  log_.clear();
}

void NodeTable::remove(uint32_t id, std::unique_ptr<Node> empty) noexcept {
  by_name_.erase(by_name_.find(rows_[id].node->name()));
  rows_[id].removed = true;
  ++removed_;
  replace(id, std::move(empty));
}

NodeTable::NodeNumber::NodeNumber(NodeTable &table, std::string_view name, const Options &options,
                                  const Resources &resources)
    : table_(table) {
  if (const uint32_t *known = table.find(name)) {
    id_ = *known;
    return;
  }
  if (table.rows_.size() >= kMaxNodes)
    throw Error(Status::kLimit, "Node " + in_quotes(name) + ": the cluster has had " +
                                    std::to_string(kMaxNodes) + " nodes, which is the limit");
  id_ = table.ids();
  Row row;
  row.node = std::make_unique<Node>(std::string(name), options, resources);
  table.make_room_for_node();
  table.make_room_to_touch(*row.node);
  table.rows_.push_back(std::move(row));
  try {
    new_name_ = table.by_name_.emplace(std::string(name), id_).first;
  } catch (...) {
    table.rows_.pop_back();
    throw;
  }
  is_new_ = true;
}

NodeTable::NodeNumber::~NodeNumber() {
  if (!is_new_ || kept_) return;
  table_.by_name_.erase(new_name_);
  table_.rows_.pop_back();
}

void NodeTable::NodeNumber::keep() {
  kept_ = true;
  if (!is_new_) return;
  table_.summaries_.push_back({});
  table_.capacities_.push_back({});
  table_.gpu_summaries_.push_back({});
  table_.touch(id_);
}

}  // namespace koord::sched
