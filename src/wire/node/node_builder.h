// A Node assembled piece by piece, for callers that hold
// it in memory. It means the same as the Node in JSON.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/log.h"
#include "object/objects.h"
#include "wire/object/text_store.h"

namespace koord::wire {

// The numeric fields of a node. Policies apply unless a label or annotation states them.
struct NodeSettings {
  bool unschedulable = false;
  bool system_qos_exclusive = true;
  object::NodeBind bind = object::NodeBind::kAbsent;
  object::NodeStrategy strategy = object::NodeStrategy::kAbsent;
  object::NumaPolicy numa_policy = object::NumaPolicy::kAbsent;
  double cpu_amplification = 1;
};

// Setters may throw kLimit and then change nothing. Setting a value again replaces it.
class NodeBuilder {
 public:
  enum class Text { kName, kArchitecture, kKubeletVersion };
  static constexpr size_t kTexts = static_cast<size_t>(Text::kKubeletVersion) + 1;
  enum class Cpus { kReserved, kSystem };

  void clear();

  void set_settings(const NodeSettings &settings) { settings_ = settings; }
  void set_text(Text which, std::string_view text) {
    known_[static_cast<size_t>(which)] = texts_.add(text);
  }
  void set_label(std::string_view name, std::string_view text) { labels_.set(texts_, name, text); }
  void set_annotation(std::string_view name, std::string_view text) {
    annotations_.set(texts_, name, text);
  }
  // Sets an amount, of which `reserved` is not for pods unless an annotation states a reservation.
  void set_resource(std::string_view resource, int64_t allocatable, int64_t reserved) {
    resources_.push_back({texts_.add(resource), allocatable, reserved});
  }
  // Applies unless an annotation states the CPUs.
  void set_cpus(Cpus which, const CpuSet &cpus) { cpus_[static_cast<size_t>(which)] = cpus; }

  // Builds the node by the rules of read_node.
  object::NodeObject build(const Log &log) const;

 private:
  struct ResourceRow {
    TextRange name;
    int64_t allocatable;
    int64_t reserved;
  };

  std::string_view known(Text which) const { return texts_.at(known_[static_cast<size_t>(which)]); }

  TextStore texts_{JsonLimits{}.bytes};
  std::array<TextRange, kTexts> known_;
  NodeSettings settings_;
  TextMap labels_;
  TextMap annotations_;
  std::vector<ResourceRow> resources_;
  std::array<std::optional<CpuSet>, 2> cpus_;
};

}  // namespace koord::wire
