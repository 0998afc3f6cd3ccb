// The devices of pods that others placed: by annotation, else by what their environment names.
#include <algorithm>

#include "device/visible.h"
#include "sched/cluster.h"

namespace koord::sched {
namespace {

bool asks_gpus(const Shape &shape) {
  return std::any_of(shape.demands.begin(), shape.demands.end(), [](const Demand &demand) {
    return device::is_device_resource(demand.resource) &&
           device::type_of(demand.resource) == kTypeGpu;
  });
}

}  // namespace

// By annotation, before its node is looked at.
DeviceGrants Cluster::devices_stated(const object::PodObject &pod, size_t &text) const {
  if (pod.devices.allocated.empty()) return nullptr;
  auto out = std::make_shared<device::Grants>();
  const auto names = resources_.mention(object::Mention::kByPod);
  const auto types = resources_.mention_types(object::Mention::kByPod);
  for (const object::AllocatedDevice &allocated : pod.devices.allocated) {
    device::Grant grant;
    grant.type = types->add(allocated.type);
    grant.minor = allocated.minor;
    for (const object::Amount &amount : allocated.resources)
      grant.parts.push_back({names->add(amount.resource), amount.value});
    std::sort(grant.parts.begin(), grant.parts.end(),
              [](const auto &a, const auto &b) { return a.resource < b.resource; });
    grant.vfs = allocated.vfs;
    grant.share_template = allocated.share_template;
    if (options_.profile == Profile::kSpec)
      for (const object::DeviceHint &hint : pod.devices.hints)
        if (hint.type == allocated.type) grant.exclusive = hint.exclusive;
    out->push_back(std::move(grant));
  }
  text = names->bytes() + types->bytes();
  if (text == 0) return out;
  const device::KeptNames kept =
      std::make_shared<std::pair<object::NamesPtr, object::NamesPtr>>(names, types);
  for (device::Grant &grant : *out) grant.names = kept;
  return out;
}

// Who sees all GPUs without asking for any looks after them, as monitors do, and has none for itself. Upstream does not
// read environments.
std::shared_ptr<const object::VisibleGpus> Cluster::visible_to(const object::PodObject &pod,
                                                               const Shape &shape) const {
  const object::PodDevices &devices = pod.devices;
  if (!devices.allocated.empty() || options_.profile == Profile::kUpstream) return nullptr;
  auto out = std::make_shared<object::VisibleGpus>(devices.visible);
  out->all = out->all && asks_gpus(shape);
  return out->empty() ? nullptr : out;
}

// Kubelet's record of a pod that sees all GPUs tells more.
DeviceGrants Cluster::devices_visible(const Node &node, std::string_view uid,
                                      const object::VisibleGpus &visible, int &unknown) {
  unknown = static_cast<int>(visible.names.size());
  if (node.devices() == nullptr) return nullptr;
  const device::Inventory &inventory = node.devices()->inventory();
  if (visible.names.empty())
    for (const device::KubeletGrants &given : inventory.kubelet)
      if (given.pod_uid == uid) return nullptr;
  device::VisibleGrants found = device::visible_grants(inventory, visible);
  unknown = found.unknown;
  return found.grants.empty() ? nullptr
                              : std::make_shared<const device::Grants>(std::move(found.grants));
}

std::vector<std::pair<Cluster::Pod *, DeviceGrants>> Cluster::see_anew(uint32_t id,
                                                                       const Node &node) {
  std::vector<std::pair<Pod *, DeviceGrants>> out;
  for (const auto *entry : nodes_[id].pods) {
    const auto &[uid, pod] = *entry;
    if (!pod.visible || is_linked(uid)) continue;
    int unknown = 0;
    out.emplace_back(&pods_.find(uid)->second, devices_visible(node, uid, *pod.visible, unknown));
  }
  return out;
}

}  // namespace koord::sched
