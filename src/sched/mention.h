// The change that a first mention of a node is.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "sched/cluster.h"

namespace koord::sched {

// A name and the number that it has, or gets where keep() is reached.
class Cluster::Mention {
 public:
  static constexpr size_t kMaxNodes = size_t{1} << 20;

  Mention(Cluster &cluster, std::string_view name) : cluster_(cluster) {
    if (const auto at = cluster.ids_.find(name); at != cluster.ids_.end()) {
      id_ = at->second;
      return;
    }
    auto &nodes = cluster.nodes_;
    if (nodes.size() >= kMaxNodes)
      throw Error(Status::kLimit, "Node " + in_quotes(name) + ": the cluster has had " +
                                      std::to_string(kMaxNodes) + " nodes, which is the limit");
    id_ = static_cast<uint32_t>(nodes.size());
    Slot slot;
    slot.node = std::make_unique<Node>(std::string(name), cluster.options_, cluster.resources_);
    cluster.make_room_for_node();
    cluster.make_room_to_touch(*slot.node);
    nodes.push_back(std::move(slot));
    try {
      new_name_ = cluster.ids_.emplace(std::string(name), id_).first;
    } catch (...) {
      nodes.pop_back();
      throw;
    }
    is_new_ = true;
  }
  ~Mention() {
    if (!is_new_ || kept_) return;
    cluster_.ids_.erase(new_name_);
    cluster_.nodes_.pop_back();
  }
  Mention(const Mention &) = delete;
  Mention &operator=(const Mention &) = delete;

  uint32_t id() const { return id_; }
  uint32_t keep() {
    kept_ = true;
    if (is_new_) {
      cluster_.summaries_.push_back({});
      cluster_.capacities_.push_back({});
      cluster_.gpu_briefs_.push_back({});
      cluster_.touch(id_);
    }
    return id_;
  }

 private:
  Cluster &cluster_;
  uint32_t id_ = 0;
  bool is_new_ = false;
  bool kept_ = false;
  ByName<uint32_t>::iterator new_name_;
};

}  // namespace koord::sched
