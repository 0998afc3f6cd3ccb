#include "kubelet/requests.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/error.h"
#include "object/pod_request.h"

namespace koord::kubelet {
namespace {

using object::Container;
using object::describe;
using object::PodObject;

// Returns 0 unless the request is a whole number of CPUs: a container with 5001m shares CPUs.
int64_t exclusive_cpus(const object::Amounts &requests) {
  const int64_t milli = object::amount_of(requests, object::kCpu);
  return milli > 0 && milli % 1000 == 0 ? milli / 1000 : 0;
}

// Returns true if the container of a pod with pod-level resources has CPUs and memory of its own.
bool is_guaranteed(const Container &container) {
  const auto limited = [&](std::string_view resource) {
    const object::Amount *request = object::find_amount(container.requests, resource);
    const object::Amount *limit = object::find_amount(container.limits, resource);
    return request != nullptr && limit != nullptr && request->value > 0 &&
           object::same_amount(request, limit);
  };
  return limited(object::kCpu) && limited(object::kMemory);
}

bool is_memory(const object::Amount &amount) {
  return amount.resource == object::kMemory || amount.resource.starts_with("hugepages-");
}

std::vector<MemoryRequest> memory_of(const object::Amounts &requests) {
  std::vector<MemoryRequest> out;
  for (const object::Amount &amount : requests)
    if (is_memory(amount))
      out.push_back({amount.resource, static_cast<uint64_t>(amount.value), amount.form.is_int64});
  return out;
}

// Requests of extended resources equal their limits.
std::vector<ExtendedRequest> extended_of(const Container &container) {
  std::vector<ExtendedRequest> out;
  for (const object::Amount &amount : container.limits)
    if (amount.resource.find('/') != amount.resource.npos)
      out.push_back({amount.resource, amount.value});
  return out;
}

void check_containers(const PodObject &pod) {
  if (pod.containers.size() > kMaxPodContainers)
    throw Error(Status::kLimit, describe(pod) + ": " + std::to_string(pod.containers.size()) +
                                    " containers, at most " + std::to_string(kMaxPodContainers));
  std::vector<std::string_view> names;
  for (const Container &container : pod.containers) names.push_back(container.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw Error(Status::kInvalid,
                describe(pod) + ": two containers are named " + in_quotes(*twice));
}

// The amount that a pod requests: its app containers and sidecars together, or the peak of an init
// container and the sidecars declared before it.
class PodAmount {
 public:
  explicit PodAmount(const PodObject &pod) : pod_(pod) {}

  void add(const ContainerRequest &container, int64_t amount) {
    if (!container.init)
      running_ = sum(running_, amount);
    else if (container.sidecar)
      sidecars_ = sum(sidecars_, amount);
    else
      peak_ = std::max(peak_, sum(sidecars_, amount));
  }
  int64_t total() const { return std::max(sum(running_, sidecars_), peak_); }

 private:
  int64_t sum(int64_t a, int64_t b) const {
    int64_t out;
    if (__builtin_add_overflow(a, b, &out))
      throw Error(Status::kLimit, describe(pod_) + ": requests add up to more than 2^63 - 1");
    return out;
  }

  const PodObject &pod_;
  int64_t running_ = 0;  // app containers
  int64_t sidecars_ = 0;
  int64_t peak_ = 0;
};

// Kubelet before 1.38 omits kinds of memory that no app container names.
std::vector<MemoryRequest> pod_memory(const PodObject &pod, const PodRequest &request,
                                      KubeletVersion version) {
  std::map<std::string_view, PodAmount> amounts;
  for (const ContainerRequest &container : request.containers)
    for (const MemoryRequest &memory : container.memory)
      if (!container.init || version >= KubeletVersion::k138) amounts.try_emplace(memory.kind, pod);
  for (const ContainerRequest &container : request.containers)
    for (const MemoryRequest &memory : container.memory)
      if (const auto amount = amounts.find(memory.kind); amount != amounts.end())
        amount->second.add(container, static_cast<int64_t>(memory.bytes));
  std::vector<MemoryRequest> out;
  out.reserve(amounts.size());
  for (const auto &[kind, amount] : amounts)
    out.push_back({std::string(kind), static_cast<uint64_t>(amount.total()), true});
  return out;
}

std::vector<MemoryRequest> pod_level_memory(const PodObject &pod, const PodRequest &request) {
  if (!request.managed) return {};
  std::vector<MemoryRequest> out = memory_of(pod.pod_requests);
  std::erase_if(out,
                [](const MemoryRequest &memory) { return memory.is_int64 && memory.bytes == 0; });
  return out;
}

std::vector<ExtendedRequest> pod_extended(const PodObject &pod, const PodRequest &request) {
  std::map<std::string_view, PodAmount> amounts;
  // Only resources of plugins matter, and no kubelet has that many devices, so larger
  // amounts are capped.
  constexpr int64_t kBeyond = int64_t{1} << 32;
  for (const ContainerRequest &container : request.containers)
    for (const ExtendedRequest &extended : container.extended)
      amounts.try_emplace(extended.resource, pod)
          .first->second.add(container, std::min(extended.units, kBeyond));
  std::vector<ExtendedRequest> out;
  out.reserve(amounts.size());
  for (const auto &[resource, amount] : amounts)
    out.push_back({std::string(resource), amount.total()});
  return out;
}

}  // namespace

Refusal judge_memory_form(const PodObject &pod, object::KubeQos qos) {
  if (qos != object::KubeQos::kGuaranteed || object::has_pod_level_resources(pod)) return {};
  for (size_t i = 0; i < pod.containers.size(); ++i)
    for (const object::Amount &amount : pod.containers[i].requests)
      if (is_memory(amount) && !amount.form.is_int64) {
        Refusal no = refuse_memory_form(amount.value);
        no.where_object = Object::kContainer;
        no.where = static_cast<int32_t>(i);
        return no;
      }
  return {};
}

Refusal refuse_memory_form(int64_t bytes) {
  Refusal no = Refusal::of(Reason::kMemoryNotInt64, Profile::kKubelet);
  no.object = Object::kBytes;
  no.needed = bytes;
  return no;
}

int64_t cpus_of_containers(const PodObject &pod, const std::vector<ContainerRequest> &containers) {
  PodAmount cpus(pod);
  for (const ContainerRequest &container : containers) cpus.add(container, container.cpus);
  return cpus.total();
}

PodRequest cpu_request_of(const PodObject &pod, object::KubeQos qos, const RequestRules &rules) {
  PodRequest request;
  const bool has_pod_level = object::has_pod_level_resources(pod);
  request.pod_level = has_pod_level && rules.pod_level_managers;
  request.managed =
      qos == object::KubeQos::kGuaranteed && (!has_pod_level || rules.pod_level_managers);
  for (size_t i = 0; i < pod.containers.size(); ++i) {
    const Container &container = pod.containers[i];
    ContainerRequest &added = request.containers.emplace_back();
    added.name = std::to_string(i);
    added.init = container.init;
    added.sidecar = container.init && container.restartable;
    if (request.managed && (!request.pod_level || is_guaranteed(container)))
      added.cpus = exclusive_cpus(container.requests);
  }
  if (!request.pod_level)
    request.cpus = cpus_of_containers(pod, request.containers);
  else if (request.managed)
    request.cpus = exclusive_cpus(pod.pod_requests);
  return request;
}

void add_memory(const PodObject &pod, const RequestRules &rules, PodRequest &request) {
  for (size_t i = 0; i < pod.containers.size(); ++i)
    if (request.managed && (!request.pod_level || is_guaranteed(pod.containers[i])))
      request.containers[i].memory = memory_of(pod.containers[i].requests);
  request.memory =
      request.pod_level ? pod_level_memory(pod, request) : pod_memory(pod, request, rules.version);
}

void add_extended(const PodObject &pod, PodRequest &request) {
  for (size_t i = 0; i < pod.containers.size(); ++i)
    request.containers[i].extended = extended_of(pod.containers[i]);
  request.extended = pod_extended(pod, request);
}

PodRequest request_of(const PodObject &pod, const RequestRules &rules) {
  check_containers(pod);
  PodRequest request = cpu_request_of(pod, object::kube_qos_of(pod, rules.version), rules);
  request.uid = pod.uid;
  for (size_t i = 0; i < pod.containers.size(); ++i)
    request.containers[i].name = pod.containers[i].name;
  add_memory(pod, rules, request);
  add_extended(pod, request);
  return request;
}

}  // namespace koord::kubelet
