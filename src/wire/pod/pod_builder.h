// A Pod assembled piece by piece, for callers that hold
// it in memory. It means the same as the Pod in JSON.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "base/log.h"
#include "object/objects.h"
#include "wire/object/text_store.h"
#include "wire/pod/pod_decoder.h"

namespace koord::wire {

// The numeric fields of a pod. Policies apply unless a label or annotation states them.
struct PodSettings {
  bool terminated = false;
  bool pod_level = false;
  bool tolerates_unschedulable = false;
  bool initialized = false;
  std::optional<object::KubeQos> kube_qos;
  std::optional<int64_t> scheduled;
  int32_t priority = 0;
  object::Qos qos = object::Qos::kNone;
  object::PriorityClass priority_class = object::PriorityClass::kNone;
  object::PodBind required_bind = object::PodBind::kDefault;
  object::PodBind preferred_bind = object::PodBind::kDefault;
  ExclusivePolicy exclusive = ExclusivePolicy::kDefault;
  object::NumaPolicy numa_policy = object::NumaPolicy::kAbsent;
  object::NumaExclusive numa_exclusive = object::NumaExclusive::kAbsent;
};

// Setters may throw kLimit and then change nothing. Setting a value again replaces it.
class PodBuilder {
 public:
  enum class Text { kName, kNamespace, kUid, kNode };
  enum class ContainerKind { kApp, kInit, kSidecar };
  static constexpr int32_t kPod = -1;       // the pod as a whole
  static constexpr int32_t kOverhead = -2;  // the pod's overhead

  void clear();

  void set_settings(const PodSettings &settings) { settings_ = settings; }
  void set_text(Text which, std::string_view text);
  void set_label(std::string_view name, std::string_view text) { labels_.set(texts_, name, text); }
  void set_annotation(std::string_view name, std::string_view text) {
    annotations_.set(texts_, name, text);
  }
  // Adds a container in the order of the pod, app containers
  // and the others each among themselves. Returns its number.
  int32_t add_container(ContainerKind kind, std::string_view name);
  int32_t containers() const { return static_cast<int32_t>(containers_.size()); }
  // Sets the amounts of a container, kPod or kOverhead. Negative amounts are not stated.
  void set_resource(int32_t container, std::string_view resource, int64_t request, int64_t limit);
  // Sets one of them as a quantity, which overrides set_resource(). Throws kInvalid.
  enum class Bound { kRequest, kLimit };
  void set_quantity(int32_t container, Bound bound, std::string_view resource,
                    std::string_view quantity);
  void set_env(int32_t container, std::string_view name, std::string_view value);
  // Set what the pod was allocated, unless an annotation states it.
  void set_cpus(const CpuSet &cpus) { cpus_ = cpus; }
  void set_numa_resource(int32_t node, std::string_view resource, int64_t amount);

  // Builds the pod by the rules of read_pod.
  object::PodObject build(const Log &log, Faults faults) const;

 private:
  struct ContainerRow {
    ContainerKind kind;
    TextRange name;
    std::optional<TextRange> visible;  // NVIDIA_VISIBLE_DEVICES
  };
  struct ResourceRow {
    int32_t container;
    TextRange name;
    int64_t request;
    int64_t limit;
  };
  struct QuantityRow {
    int32_t container;
    TextRange name;
    int64_t value;
    object::AmountForm form;
  };
  struct NumaRow {
    int32_t node;
    TextRange name;
    int64_t amount;
  };

  std::string_view known(Text which) const { return texts_.at(known_[static_cast<size_t>(which)]); }
  template <typename Row, typename Take>
  void each_resource(const std::vector<Row> &rows, int32_t Row::*key, Take &&take) const;
  void fill(object::PodObject &pod, PodDecoder &decoder) const;
  void fill_containers(object::PodObject &pod, PodDecoder &decoder) const;
  void fill_amounts(std::span<const size_t> indices, object::PodObject &pod) const;
  void fill_status(object::PodObject &pod) const;

  TextStore texts_{JsonLimits{}.bytes};
  std::array<TextRange, 4> known_;
  PodSettings settings_;
  TextMap labels_;
  TextMap annotations_;
  std::vector<ContainerRow> containers_;
  std::vector<ResourceRow> resources_;
  std::array<std::vector<QuantityRow>, 2> quantities_;  // by Bound
  std::optional<CpuSet> cpus_;
  std::vector<NumaRow> numa_;
};

}  // namespace koord::wire
