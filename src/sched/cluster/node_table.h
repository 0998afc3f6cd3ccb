// The nodes of a cluster by name and by number, with the summaries
// from which they are judged and a log of their changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_name.h"
#include "sched/node/node.h"
#include "sched/node/summary.h"

namespace koord::sched {

// Every change reserves memory first and cannot fail
// after its first step. A failed change has no effect.
class NodeTable {
 public:
  static constexpr size_t kMaxNodes = size_t{1} << 20;

  // Numbers are never reused. Each number below ids() is of a present or removed node.
  uint32_t ids() const { return static_cast<uint32_t>(rows_.size()); }
  uint32_t removed() const { return removed_; }
  bool is_there(uint32_t id) const { return id < rows_.size() && !rows_[id].removed; }
  // Returns nullptr if there is none.
  const uint32_t *find(std::string_view name) const;

  // A removed node is empty and keeps its name.
  const Node &operator[](uint32_t id) const { return *rows_[id].node; }
  Node &operator[](uint32_t id) { return *rows_[id].node; }
  View view(uint32_t id) const {
    return {summaries_[id], capacities_[id], gpu_summaries_[id], numa_summaries_};
  }

  // Counts the changes of nodes.
  uint64_t generation() const { return generation_; }
  // The generation of this node's last change.
  uint64_t generation(uint32_t id) const { return rows_[id].generation; }
  // Returns the nodes that changed after the generation, with one entry for each change. Returns
  // nullopt if the log does not go back that far.
  std::optional<std::span<const uint32_t>> changed_since(uint64_t generation) const;

  // Reserves memory for `touches` changes of a node like this.
  void make_room_to_touch(const Node &node, size_t touches = 4);
  // Records a change of the node and rebuilds its summary.
  void touch(uint32_t id);
  // Records a change of all nodes.
  void touch_all() noexcept;
  void replace(uint32_t id, std::unique_ptr<Node> node) noexcept {
    rows_[id].node = std::move(node);
  }
  // Replaces the node by an empty one. touch() must follow.
  void remove(uint32_t id, std::unique_ptr<Node> empty) noexcept;

  // The number of a node's name: its present number, or
  // a new one that is dropped unless keep() is called.
  class NodeNumber {
   public:
    // Throws kLimit.
    NodeNumber(NodeTable &table, std::string_view name, const Options &options,
               const Resources &resources);
    ~NodeNumber();
    NodeNumber(const NodeNumber &) = delete;
    NodeNumber &operator=(const NodeNumber &) = delete;
    uint32_t id() const { return id_; }
    void keep();

   private:
    NodeTable &table_;
    uint32_t id_ = 0;
    bool is_new_ = false;
    bool kept_ = false;
    ByName<uint32_t>::iterator new_name_;
  };

 private:
  struct Row {
    std::unique_ptr<Node> node;
    uint64_t generation = 0;
    bool removed = false;
  };
  void make_room_for_node();
  void pack_numa_summaries();

  ByName<uint32_t> by_name_;
  std::vector<Row> rows_;
  std::vector<Summary> summaries_;  // one for each node
  std::vector<Capacity> capacities_;
  std::vector<device::GpuSummary> gpu_summaries_;
  std::vector<NumaSummary> numa_summaries_;
  size_t numa_packed_at_ = 4096;  // size above which gaps are compacted
  uint32_t removed_ = 0;
  uint64_t generation_ = 1;
  std::vector<uint32_t> log_;  // touched nodes; the last entry belongs to generation_
};

}  // namespace koord::sched
