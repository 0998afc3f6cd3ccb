// A NodeResourceTopology assembled piece by piece, for callers
// that hold it in memory. It means the same as the object in JSON.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/log.h"
#include "object/objects.h"
#include "wire/node/nrt_parts.h"
#include "wire/object/text_store.h"

namespace koord::wire {

// The settings of a node's kubelet. They apply unless
// an annotation, attribute or policy states them.
struct NrtSettings {
  bool kubelet_static = false;
  bool full_pcpus_only = false;
  bool distribute_numa = false;
  object::NumaPolicy numa_policy = object::NumaPolicy::kAbsent;
};

// Setters may throw kLimit and then change nothing.
class NrtBuilder {
 public:
  enum class Cpus { kReserved, kHeld };

  void clear();

  void set_settings(const NrtSettings &settings) { settings_ = settings; }
  void set_name(std::string_view name) { name_ = texts_.add(name); }
  void set_annotation(std::string_view name, std::string_view text) {
    annotations_.set(texts_, name, text);
  }
  void add_policy(std::string_view policy) { policies_.push_back(texts_.add(policy)); }
  void add_attribute(std::string_view name, std::string_view value);
  // Returns the zone's number. An empty `type` counts as not stated.
  int32_t add_zone(std::string_view name, std::string_view type);
  int32_t zones() const { return static_cast<int32_t>(zones_.size()); }
  // Adds amounts. The name in `resource` is replaced by `name`.
  void add_resource(int32_t zone, std::string_view name, NrtResource resource);
  void add_cost(int32_t zone, std::string_view name, int64_t value);
  // Set the machine and its CPUs. Annotations take precedence.
  void set_machine(std::shared_ptr<const Topology> machine) { machine_ = std::move(machine); }
  void set_cpus(Cpus which, const CpuSet &cpus) { cpus_[static_cast<size_t>(which)] = cpus; }

  // Builds the object by the rules of read_node_topology.
  object::NodeTopology build(const Log &log) const;
  // Builds its machine by the rules of topology_from_nrt.
  std::shared_ptr<const Topology> machine(const Log &log) const;

 private:
  struct Named {
    TextRange name;
    TextRange text;
  };
  struct ResourceRow {
    int32_t zone;
    TextRange name;
    NrtResource amounts;
  };
  struct CostRow {
    int32_t zone;
    TextRange name;
    int64_t value;
  };

  template <typename Read>
  auto read(const Log &log, Read &&read) const;
  std::vector<NrtZone> zone_list(const Log &log) const;
  NrtParts parts(const Log &log) const;

  TextStore texts_{kNrtBytes};
  TextRange name_;
  NrtSettings settings_;
  TextMap labels_;  // always empty: no label is read
  TextMap annotations_;
  std::vector<TextRange> policies_;
  std::vector<Named> attributes_;
  std::vector<Named> zones_;
  std::vector<ResourceRow> resources_;
  std::vector<CostRow> costs_;
  std::shared_ptr<const Topology> machine_;
  std::array<std::optional<CpuSet>, 2> cpus_;
};

}  // namespace koord::wire
