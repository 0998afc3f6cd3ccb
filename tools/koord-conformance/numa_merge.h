// A NUMA merge of a vector, run through koord.h.

#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "koord.h"

// The input of one call: nodes first, then providers in order.
class NumaMerge {
 public:
  explicit NumaMerge(koord_profile profile);

  void add_node(int32_t node, koord_numa_use use);
  // Accepts null, or a map from resource to null, [], or hints {numa, preferred, score}.
  void add_provider(const nlohmann::json &provider);

  // Throws std::runtime_error if the call fails.
  void merge();

  // Returns {numa, preferred}.
  nlohmann::json hint() const;
  bool flag(uint32_t flag) const { return (merged_.flags & flag) != 0; }
  const koord_numa_merged &merged() const { return merged_; }
  // Returns the sorted lines of the refusal.
  std::vector<std::string> reasons() const;

  koord_numa_options options;
  std::vector<uint32_t> distances;

 private:
  uint64_t mask_of(const nlohmann::json &nodes) const;
  void set_nodes();
  void add_list(const std::string &resource, const nlohmann::json &hints);

  struct Free {
    void operator()(koord_numa_hints *hints) const { koord_numa_hints_free(hints); }
  };

  std::vector<koord_numa_place> places_;
  std::unique_ptr<koord_numa_hints, Free> hints_;
  int32_t provider_ = 0;
  koord_numa_merged merged_{};
  std::string text_;
};
