#include "wire/pod/pod_builder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "object/pod_request.h"
#include "wire/object/amount.h"
#include "wire/pod/container_env.h"

namespace koord::wire {

using object::PodFault;
using object::PodObject;

void PodBuilder::clear() {
  texts_.clear();
  known_ = {};
  settings_ = {};
  labels_.clear();
  annotations_.clear();
  containers_.clear();
  resources_.clear();
  for (auto &rows : quantities_) rows.clear();
  cpus_.reset();
  numa_.clear();
}

void PodBuilder::set_text(Text which, std::string_view text) {
  known_[static_cast<size_t>(which)] = texts_.add(text);
}

int32_t PodBuilder::add_container(ContainerKind kind, std::string_view name) {
  if (containers_.size() == kMaxContainers)
    throw Error(Status::kLimit,
                "containers: more than " + std::to_string(kMaxContainers) + " containers");
  containers_.push_back({kind, texts_.add(name), std::nullopt});
  return containers() - 1;
}

void PodBuilder::set_resource(int32_t container, std::string_view resource, int64_t request,
                              int64_t limit) {
  resources_.push_back({container, texts_.add(resource), request, limit});
}

void PodBuilder::set_quantity(int32_t container, Bound bound, std::string_view resource,
                              std::string_view quantity) {
  const Quantity parsed = Quantity::parse(quantity);
  if (parsed.sign() < 0)
    throw Error(Status::kInvalid, "quantity: found " + in_quotes(quantity) +
                                      ", expected an amount that is not negative");
  const object::Amount amount = capped_amount(resource, parsed);
  quantities_[static_cast<size_t>(bound)].push_back(
      {container, texts_.add(resource), amount.value, amount.form});
}

void PodBuilder::set_env(int32_t container, std::string_view name, std::string_view value) {
  if (name == kVisibleDevices)
    containers_[static_cast<size_t>(container)].visible = texts_.add(value);
}

void PodBuilder::set_numa_resource(int32_t node, std::string_view resource, int64_t amount) {
  numa_.push_back({node, texts_.add(resource), amount});
}

// Visits rows by place and name. Of rows that were set again, only the last is visited.
template <typename Row, typename Take>
void PodBuilder::each_resource(const std::vector<Row> &rows, int32_t Row::*key, Take &&take) const {
  std::vector<const Row *> order;
  order.reserve(rows.size());
  for (const Row &row : rows) order.push_back(&row);
  const auto same = [&](const Row &a, const Row &b) {
    return a.*key == b.*key && texts_.at(a.name) == texts_.at(b.name);
  };
  std::sort(order.begin(), order.end(), [&](const Row *a, const Row *b) {
    if (a->*key != b->*key) return a->*key < b->*key;
    const int names = texts_.at(a->name).compare(texts_.at(b->name));
    return names != 0 ? names < 0 : a < b;
  });
  for (size_t i = 0; i < order.size(); ++i)
    if (i + 1 == order.size() || !same(*order[i], *order[i + 1]))
      take(*order[i], texts_.at(order[i]->name));
}

void PodBuilder::fill_containers(PodObject &pod, PodDecoder &decoder) const {
  std::vector<size_t> indices(containers_.size());
  pod.containers.reserve(containers_.size());
  for (const bool init : {true, false}) {
    size_t index = 0;
    for (size_t i = 0; i < containers_.size(); ++i) {
      const ContainerRow &row = containers_[i];
      if (init != (row.kind != ContainerKind::kApp)) continue;
      indices[i] = pod.containers.size();
      object::Container &container = pod.containers.emplace_back();
      container.name = texts_.at(row.name);
      container.init = init;
      container.restartable = row.kind == ContainerKind::kSidecar;
      const size_t at = index++;
      if (!row.visible || row.kind == ContainerKind::kInit) continue;
      decoder.attempt(PodFault::Costs::kDevices, [&] {
        const auto path = [&] {
          return (init ? "spec.initContainers[" : "spec.containers[") + std::to_string(at) +
                 "].env";
        };
        add_visible_gpus(texts_.at(*row.visible), path, pod.devices.visible);
      });
    }
  }
  fill_amounts(indices, pod);
}

void PodBuilder::fill_amounts(std::span<const size_t> indices, PodObject &pod) const {
  // Returns nullptr for limits of the overhead, which do not count.
  const auto amounts_of = [&](int32_t at, Bound bound) -> object::Amounts * {
    const bool is_limit = bound == Bound::kLimit;
    if (at == kOverhead) return is_limit ? nullptr : &pod.overhead;
    if (at == kPod) return is_limit ? &pod.pod_limits : &pod.pod_requests;
    object::Container &container = pod.containers[indices[static_cast<size_t>(at)]];
    return is_limit ? &container.limits : &container.requests;
  };
  const auto add = [&](int32_t at, Bound bound, object::Amount amount) {
    pod.pod_level = pod.pod_level || at == kPod;
    object::Amounts *amounts = amounts_of(at, bound);
    if (amounts != nullptr && amount.value >= 0) amounts->push_back(std::move(amount));
  };
  each_resource(resources_, &ResourceRow::container, [&](const ResourceRow &row, auto name) {
    add(row.container, Bound::kRequest, {std::string(name), row.request});
    add(row.container, Bound::kLimit, {std::string(name), row.limit});
  });
  for (const Bound bound : {Bound::kRequest, Bound::kLimit})
    each_resource(quantities_[static_cast<size_t>(bound)], &QuantityRow::container,
                  [&](const QuantityRow &row, auto name) {
                    add(row.container, bound, {std::string(name), row.value, row.form});
                  });
  for (object::Amounts *amounts : {&pod.overhead, &pod.pod_requests, &pod.pod_limits})
    sort_amounts(*amounts);
  for (object::Container &container : pod.containers) {
    sort_amounts(container.requests);
    sort_amounts(container.limits);
  }
}

void PodBuilder::fill_status(PodObject &pod) const {
  if (!numa_.empty() || (cpus_ && !cpus_->empty())) pod.status.emplace();
  if (cpus_ && !cpus_->empty()) pod.status->cpus = *cpus_;
  each_resource(numa_, &NumaRow::node, [&](const NumaRow &row, auto name) {
    auto &nodes = pod.status->numa;
    if (nodes.empty() || nodes.back().node != row.node) nodes.push_back({row.node, {}});
    nodes.back().amounts.push_back({std::string(name), row.amount});
  });
}

void PodBuilder::fill(PodObject &pod, PodDecoder &decoder) const {
  if (known(Text::kName).empty()) throw Error(Status::kInvalid, "metadata.name: missing");
  pod.name = known(Text::kName);
  if (!known(Text::kNamespace).empty()) pod.name_space = known(Text::kNamespace);
  pod.uid = known(Text::kUid);
  pod.node = known(Text::kNode);
  pod.terminated = settings_.terminated;
  pod.pod_level = settings_.pod_level;
  pod.tolerates_unschedulable = settings_.tolerates_unschedulable;
  pod.kube_qos = settings_.kube_qos;
  if (!pod.node.empty()) pod.scheduled = settings_.scheduled;
  pod.initialized = !pod.node.empty() && settings_.initialized;
  pod.priority = settings_.priority;
  pod.qos = settings_.qos;
  pod.priority_class = settings_.priority_class;
  pod.required_bind = settings_.required_bind;
  pod.preferred_bind = settings_.preferred_bind;
  pod.exclusive = settings_.exclusive;
  pod.numa_policy = settings_.numa_policy;
  pod.numa_exclusive = settings_.numa_exclusive;
  fill_containers(pod, decoder);
  fill_status(pod);
}

PodObject PodBuilder::build(const Log &log, Faults faults) const {
  const std::string name =
      name_of_object(koord::wire::kPodKind, known(Text::kNamespace), known(Text::kName));
  PodObject pod;
  read_named(name, log, [&](const Log &remarks) {
    const BuiltTexts texts(texts_, labels_, annotations_, remarks);
    PodDecoder decoder(pod, texts, faults);
    fill(pod, decoder);
    decoder.read_texts();
  });
  fill_defaults(pod);
  return pod;
}

}  // namespace koord::wire
