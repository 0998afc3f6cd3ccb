#include "sched/pod/shape.h"

#include <algorithm>

#include "base/device_plugins.h"
#include "base/error.h"

namespace koord::sched {
namespace {

using object::PodBind;
using object::Qos;

// Resources that a pod may request. NUMA nodes check at most NumaRequests::kMax of its requests, so
// that a pod within this limit has all of them checked.
constexpr size_t kMaxRequests = 60;

// Marks fractions in keys; resource numbers are below.
constexpr int64_t kFraction = int64_t{1} << 32;

void append(std::string &key, int64_t value) {
  key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

// LSE and LSR pods own their CPUs: request and limit must be equal, and the CPUs a whole number.
Refusal check_request(const object::PodObject &pod, const Shape &shape) {
  Refusal refusal;
  refusal.object = Object::kMilliCpu;
  refusal.needed = shape.cpu_milli;
  for (const std::string_view resource : {object::kCpu, object::kMemory})
    if (!object::limit_is_request(pod, resource)) {
      refusal.reason = Reason::kRequestIsNotLimit;
      refusal.best = shape.cpu_limit_milli;
      refusal.resource = resource == object::kCpu ? kResourceCpu : kResourceMemory;
      return refusal;
    }
  if (shape.cpu_milli % 1000 != 0) refusal.reason = Reason::kCpusNotWhole;
  return refusal;
}

// Adds the pinned containers, which distinguish pods with equal totals.
void write_pinned(Shape &shape) {
  const Pinned &pinned = *shape.pinned;
  append(shape.key, pinned.request.cpus);
  if (shape.pinned_as_whole()) append(shape.key, pinned.of_containers);
  append(shape.key, pinned.divisor);
  append(shape.key, static_cast<int64_t>(pinned.request.containers.size()));
  for (size_t i = 0; i < pinned.request.containers.size(); ++i) {
    const kubelet::ContainerRequest &container = pinned.request.containers[i];
    append(shape.key, 4 * int64_t{pinned.places[i]} + 2 * container.init + container.sidecar);
    append(shape.key, container.cpus);
  }
}

// Adds the containers of a pod that kubelet's managers serve, their memory and devices, likewise.
void write_managed(Shape &shape) {
  const kubelet::PodRequest &request = shape.managed->request;
  append(shape.key, static_cast<int64_t>(request.containers.size()));
  append(shape.key, request.pod_level);
  const auto append_memory = [&](const std::vector<kubelet::MemoryRequest> &memory) {
    append(shape.key, static_cast<int64_t>(memory.size()));
    for (const kubelet::MemoryRequest &each : memory) {
      append(shape.key, static_cast<int64_t>(each.kind.size()));
      shape.key += each.kind;
      append(shape.key, static_cast<int64_t>(each.bytes));
      append(shape.key, each.is_int64);
    }
  };
  for (const kubelet::ContainerRequest &container : request.containers) {
    append(shape.key, 2 * container.init + container.sidecar);
    append(shape.key, container.cpus);
    append_memory(container.memory);
    append(shape.key, static_cast<int64_t>(container.extended.size()));
    for (const kubelet::ExtendedRequest &extended : container.extended) {
      append(shape.key, static_cast<int64_t>(extended.resource.size()));
      shape.key += extended.resource;
      append(shape.key, extended.units);
    }
  }
  if (request.pod_level) append_memory(request.memory);
}

void write_key(Shape &shape) {
  const int64_t numbers[] = {
      static_cast<int64_t>(shape.qos),
      static_cast<int64_t>(shape.kube_qos),
      static_cast<int64_t>(shape.required_bind),
      static_cast<int64_t>(shape.preferred_bind),
      static_cast<int64_t>(shape.requests_spread),
      static_cast<int64_t>(shape.exclusive),
      static_cast<int64_t>(shape.numa_policy),
      static_cast<int64_t>(shape.numa_exclusive),
      static_cast<int64_t>(shape.binds),
      static_cast<int64_t>(shape.isolated),
      static_cast<int64_t>(shape.refusal.reason),
      static_cast<int64_t>(shape.refusal.resource),
      shape.cpu_limit_milli,
      static_cast<int64_t>(shape.pinned != nullptr) + shape.pinned_as_whole(),
      static_cast<int64_t>(shape.managed != nullptr),
      shape.memory_refusal.needed,
      static_cast<int64_t>(shape.memory_refusal.where),
      static_cast<int64_t>(shape.container_amounts.size()),
      static_cast<int64_t>(shape.tolerates_unschedulable)};
  shape.key.reserve(sizeof numbers +
                    2 * sizeof(int64_t) * (shape.requests.size() + shape.container_amounts.size()) +
                    shape.device_policies.size());
  // All at once, because the key is made for every reservation.
  shape.key.assign(reinterpret_cast<const char *>(numbers), sizeof numbers);
  for (const Shape::ContainerAmounts &container : shape.container_amounts) {
    append(shape.key, container.cpu_milli);
    append(shape.key, container.memory);
  }
  for (const ResourceAmount &request : shape.requests) {
    append(shape.key, request.resource + (request.fraction ? kFraction : 0));
    append(shape.key, request.amount);
  }
  if (shape.pinned != nullptr) write_pinned(shape);
  if (shape.managed != nullptr) write_managed(shape);
  shape.key += shape.device_policies;
}

void pin(Shape &shape, std::shared_ptr<const Pinned> pinned) {
  shape.pinned = std::move(pinned);
  shape.pinned_cpus = shape.pinned == nullptr
                          ? 0
                          : std::max(shape.pinned->request.cpus, shape.pinned->of_containers);
}

// Returns the requests of the containers that keep running: kubelet resizes no others.
std::vector<Shape::ContainerAmounts> container_amounts_of(const object::PodObject &pod) {
  std::vector<Shape::ContainerAmounts> out;
  if (pod.containers.size() < 2) return out;
  for (const object::Container &container : pod.containers)
    if (!container.init || container.restartable)
      out.push_back({object::amount_of(container.requests, object::kCpu),
                     object::amount_of(container.requests, object::kMemory)});
  return out;
}

void count_cpus(Shape &shape) {
  shape.cpus = static_cast<int>(std::min<int64_t>(shape.cpu_milli / 1000, CpuSet::kCapacity + 1));
}

uint32_t rank(const ResourceAmount &request) {
  return request.resource == Resources::kUnknown
             ? request.resource
             : std::min<uint32_t>(request.resource, kWellKnownResources);
}

// Returns true if devices may supply the resource: a well-known
// device resource or any name that is not well known.
bool may_be_of_devices(const ResourceAmount &request) {
  return request.resource != Resources::kUnknown && request.resource > Resources::kPods;
}

bool is_native(const object::PodObject &pod, object::KubeQos kube_qos) {
  return object::priority_class_of(pod, kube_qos) == object::PriorityClass::kProd;
}

// Clears the policies of a pod whose own bind policy
// is not in force. A node's policy can still bind it.
void forget_policies(Shape &shape, Purpose purpose) {
  shape.required_bind = PodBind::kDefault;
  shape.preferred_bind = PodBind::kDefault;
  // The exclusive policy still counts for CPUs that a pod already holds.
  if (purpose == Purpose::kToRequest) shape.exclusive = ExclusivePolicy::kDefault;
}

// Reads the pod's policies for CPUs and NUMA nodes.
void read_policies(const object::PodObject &pod, const Options &options, Shape &shape) {
  shape.required_bind = pod.required_bind;
  shape.preferred_bind =
      pod.preferred_bind == PodBind::kDefault ? options.default_bind : pod.preferred_bind;
  shape.requests_spread =
      (pod.required_bind == PodBind::kDefault ? pod.preferred_bind : pod.required_bind) ==
      PodBind::kSpreadByPcpus;
  shape.exclusive = pod.exclusive;
  shape.numa_policy = pod.numa_policy;
  shape.numa_exclusive = pod.numa_exclusive == object::NumaExclusive::kRequired ||
                         (pod.numa_exclusive == object::NumaExclusive::kAbsent &&
                          pod.numa_policy > object::NumaPolicy::kNone);
}

// Returns the number of resources that the pod requests. Throws kLimit for a pod that is not bound.
size_t check_amounts(const object::PodObject &pod, const object::Amounts &requests,
                     Purpose purpose) {
  size_t count = 0;
  for (const object::Amount &amount : requests) {
    if (amount.value <= 0) continue;
    if (purpose == Purpose::kToRequest && amount.value > most_of(amount.resource))
      throw Error(Status::kLimit, object::describe(pod) + ": requests of " +
                                      in_quotes(amount.resource) + ": found " +
                                      std::to_string(amount.value) + ", expected at most " +
                                      std::to_string(most_of(amount.resource)));
    if (++count > kMaxRequests && purpose == Purpose::kToRequest)
      throw Error(Status::kLimit, object::describe(pod) + ": requests: more than " +
                                      std::to_string(kMaxRequests) + " resources");
  }
  return count;
}

void read_amounts(const object::PodObject &pod, const object::PodTotals &totals,
                  const ProfileRules &rules, const Resources &resources, Purpose purpose,
                  Shape &shape) {
  shape.requests.reserve(check_amounts(pod, totals.requests, purpose) + 2);
  std::shared_ptr<object::Names> names;
  const auto number_of = [&](const std::string &resource) {
    if (const ResourceId known = object::rank_of(resource); known < kWellKnownResources)
      return known;
    if (names == nullptr) names = resources.mention(object::Mention::kByPod);
    return purpose == Purpose::kToHold ? names->add(resource) : names->add_known(resource);
  };
  int64_t unknown = 0;
  for (const object::Amount &amount : totals.requests) {
    if (amount.value <= 0) continue;
    const ResourceId resource = number_of(amount.resource);
    if (resource == Resources::kUnknown) {
      unknown = unknown == 0 ? amount.value : unknown;  // amount of the first by name
      continue;
    }
    const bool fraction = amount.form.excess != 0 && !rules.rounds_fractions_up;
    const int64_t value = std::min(amount.value, most_of(resource));
    shape.requests.push_back({resource, value, fraction});
    if (!is_native_resource(amount.resource)) shape.extended.push_back(resource);
  }
  if (unknown > 0) shape.requests.push_back({Resources::kUnknown, unknown});
  shape.requests.push_back({Resources::kPods, 1});
  shape.names = keep(std::move(names));
  // Other resources stay in the order of their names.
  std::stable_sort(
      shape.requests.begin(), shape.requests.end(),
      [](const ResourceAmount &a, const ResourceAmount &b) { return rank(a) < rank(b); });
  for (const ResourceAmount &request : shape.requests)
    if (request.resource == Resources::kCpu) shape.cpu_milli = request.amount;
  shape.cpu_limit_milli =
      std::min(object::amount_of(totals.limits, object::kCpu), most_of(Resources::kCpu));
}

// Decides if the pod owns its CPUs, and which policies apply because of that.
void decide_binding(const object::PodObject &pod, const Options &options, Purpose purpose,
                    Shape &shape) {
  const ProfileRules &rules = options.rules();
  shape.owns_cpus = shape.qos == Qos::kLse || shape.qos == Qos::kLsr;
  if (shape.owns_cpus && rules.knows_constrained_burst) {
    // ConstrainedBurst is about shared CPUs. A pod that
    // owns CPUs is bound as if it had not requested it.
    if (shape.required_bind == PodBind::kConstrainedBurst) shape.required_bind = PodBind::kDefault;
    if (shape.preferred_bind == PodBind::kConstrainedBurst)
      shape.preferred_bind = options.default_bind == PodBind::kConstrainedBurst
                                 ? PodBind::kFullPcpus
                                 : options.default_bind;
  }
  if (rules.requires_default_bind && pod.requires_default_bind)
    shape.required_bind = options.default_bind;
  const PodBind bind =
      shape.required_bind != PodBind::kDefault ? shape.required_bind : shape.preferred_bind;
  const bool wants_cpus = bind == PodBind::kFullPcpus || bind == PodBind::kSpreadByPcpus;
  shape.binds = shape.owns_cpus && wants_cpus && shape.cpu_milli > 0 &&
                (!rules.binds_prod_only || is_native(pod, shape.kube_qos));
  shape.isolated = rules.knows_isolated_cpus && pod.requires_isolated && shape.owns_cpus;
  if (!rules.reads_policies_of_unbound && !shape.binds) forget_policies(shape, purpose);
  count_cpus(shape);
  shape.best_effort = shape.qos == Qos::kBe || shape.qos == Qos::kSystem ||
                      (shape.qos == Qos::kNone && shape.kube_qos == object::KubeQos::kBestEffort);
  shape.aligns_extended_only = shape.best_effort && !rules.best_effort_aligns;
  if (!shape.aligns_extended_only) shape.extended.clear();
  shape.constrained_burst = rules.knows_constrained_burst && !shape.owns_cpus &&
                            !shape.best_effort && bind == PodBind::kConstrainedBurst;
}

}  // namespace

Shape outline_shape(const object::PodObject &pod, const object::PodTotals &totals,
                    const Options &options, const Resources &resources, Purpose purpose) {
  const ProfileRules &rules = options.rules();
  Shape shape;
  shape.qos = pod.qos;
  shape.kube_qos = totals.kube_qos;
  shape.tolerates_unschedulable = pod.tolerates_unschedulable;
  read_policies(pod, options, shape);
  read_amounts(pod, totals, rules, resources, purpose, shape);
  decide_binding(pod, options, purpose, shape);
  if (shape.owns_cpus && rules.checks_owners_requests) {
    shape.refusal = check_request(pod, shape);
  } else if (shape.binds && shape.cpu_milli % 1000 != 0) {
    shape.refusal.reason = Reason::kCpusNotWhole;
    shape.refusal.object = Object::kMilliCpu;
    shape.refusal.needed = shape.cpu_milli;
  }
  shape.refusal.profile = options.profile;
  if (std::any_of(shape.requests.begin(), shape.requests.end(), may_be_of_devices))
    shape.device_policies = object::key_of(pod.devices);

  if (rules.asks_kubelet_admission) {
    pin(shape, pinned_of(pod, totals.kube_qos));
    shape.managed = managed_of(pod, totals.kube_qos);
    shape.memory_refusal = kubelet::judge_memory_form(pod, totals.kube_qos);
    if (totals.kube_qos == object::KubeQos::kGuaranteed)
      shape.container_amounts = container_amounts_of(pod);
  }
  write_key(shape);
  return shape;
}

void add_device_request(const object::PodObject &pod, const Options &options,
                        const Resources &resources, Shape &shape) {
  device::ResourceAmounts parts;
  for (const ResourceAmount &request : shape.requests)
    if (may_be_of_devices(request)) parts.push_back({request.resource, request.amount});
  if (parts.empty()) return;
  auto request = std::make_shared<device::Request>();
  const device::RequestOptions how{options.profile, &options.share_templates,
                                   options.split_by_size};
  shape.device_refusal = device::make_request(parts, pod.devices, resources, how, *request);
  shape.devices = std::move(request);
  shape.refuses_devices =
      shape.device_refusal.refused() && options.rules().refuses_device_requests_first;
  if (!options.rules().waits_for_devices) return;
  for (const device::ResourceAmount &part : parts) {
    if (!device::is_device_resource(part.resource)) continue;
    const bool counted = is_of_device_plugin(part.resource) && !options.requires_device_object;
    shape.awaits_devices =
        std::max(shape.awaits_devices, counted ? Shape::AwaitsDevices::kWhereKoordinatorListsThem
                                               : Shape::AwaitsDevices::kEverywhere);
  }
  if (shape.awaits_devices == Shape::AwaitsDevices::kEverywhere)
    shape.refuses_devices = shape.device_refusal.refused();
}

Shape with_cpu(const Shape &shape, int64_t milli, std::shared_ptr<const Pinned> pinned,
               std::shared_ptr<const Managed> managed) {
  Shape out = shape;
  out.managed = std::move(managed);
  if (out.constrained_burst || out.cpu_limit_milli == out.cpu_milli) out.cpu_limit_milli = milli;
  out.cpu_milli = out.constrained_burst ? std::min(out.cpu_milli, milli) : milli;
  for (ResourceAmount &request : out.requests)
    if (request.resource == Resources::kCpu) request.amount = out.cpu_milli;
  count_cpus(out);
  pin(out, std::move(pinned));
  if (out.refusal.reason == Reason::kCpusNotWhole) {
    out.refusal.needed = milli;
    if (milli % 1000 == 0) out.refusal.reason = Reason::kNone;
  }
  write_key(out);
  return out;
}

}  // namespace koord::sched
