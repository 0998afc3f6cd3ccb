#include "probe/nvml_mig.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "object/mig_instances.h"
#include "probe/nvml_text.h"
#include "probe/xml_writer.h"

namespace koord::probe::nvml {
namespace {

class InstanceReader {
 public:
  InstanceReader(const Api &api, Device gpu, const std::string &where)
      : api_(api), gpu_(gpu), where_(where + ": MIG instance") {}

  // Returns the id, or an empty string if the driver does not report one.
  std::string read_id(Device instance) const {
    char text[kUuidBytes];
    if (api_.uuid(instance, text, sizeof text) != kSuccess) return {};
    return checked_uuid(where_, checked_text(where_, text, sizeof text), "MIG-");
  }

  // Returns nullopt if the profile or the position is unknown.
  std::optional<object::MigInstance> read(Device instance, const std::string &id) const {
    object::MigInstance out;
    out.id = id;
    out.profile = read_profile(instance);
    unsigned gi = 0, ci = 0;
    if (out.profile.empty() || api_.gi_id == nullptr || api_.ci_id == nullptr ||
        api_.gi_id(instance, &gi) != kSuccess || api_.ci_id(instance, &ci) != kSuccess)
      return std::nullopt;
    if (gi > unsigned{object::kMaxMigGi} || ci > unsigned{object::kMaxMigCi})
      corrupt(where_, id + ": gi " + std::to_string(gi) + ", ci " + std::to_string(ci));
    out.gi = static_cast<int32_t>(gi);
    out.ci = static_cast<int32_t>(ci);
    read_placement(gi, out);
    return out;
  }

 private:
  // The name of an instance ends in its profile: "NVIDIA A100-SXM4-40GB MIG 1g.5gb".
  std::string read_profile(Device instance) const {
    constexpr std::string_view kMark = " MIG ";
    char text[kNameBytes];
    if (api_.name(instance, text, sizeof text) != kSuccess) return {};
    const std::string name = checked_text(where_ + ": name", text, sizeof text);
    const size_t at = name.rfind(kMark);
    if (at == name.npos) return {};
    std::string profile = name.substr(at + kMark.size());
    return object::is_mig_profile(profile) ? profile : std::string();
  }

  // Only privileged processes can read placements.
  void read_placement(unsigned gi, object::MigInstance &out) const {
    void *handle = nullptr;
    GpuInstanceInfo info{};
    if (api_.gi_by_id == nullptr || api_.gi_info == nullptr ||
        api_.gi_by_id(gpu_, gi, &handle) != kSuccess || handle == nullptr ||
        api_.gi_info(handle, &info) != kSuccess)
      return;
    constexpr unsigned kMost = object::kMaxMigSlices;
    if (info.size < 1 || info.size > kMost || info.start > kMost - info.size)
      corrupt(where_, out.id + ": placement " + std::to_string(info.start) + ':' +
                          std::to_string(info.size));
    out.start = static_cast<int32_t>(info.start);
    out.size = static_cast<int32_t>(info.size);
  }

  const Api &api_;
  Device gpu_;
  std::string where_;
};

}  // namespace

void read_mig(const Api &api, Device device, const std::string &where, const Log &log,
              NvmlGpu &gpu) {
  unsigned current = 0, pending = 0;
  if (api.mig_mode == nullptr || api.mig_mode(device, &current, &pending) != kSuccess) return;
  gpu.mig = current == 1;
  unsigned count = 0;
  // Older libraries do not support instances.
  if (!gpu.mig || api.mig_count == nullptr || api.mig_handle == nullptr ||
      api.mig_count(device, &count) != kSuccess || count == 0)
    return;
  const InstanceReader reader(api, device, where);
  constexpr unsigned kMost = object::kMaxMigInstances;
  gpu.mig_max = static_cast<int32_t>(std::clamp(count, 1U, kMost));
  size_t unknown = 0;
  // Indices without an instance fail.
  for (unsigned i = 0; i < std::min(count, kMaxMigInstances); ++i) {
    Device handle = nullptr;
    if (api.mig_handle(device, i, &handle) != kSuccess || handle == nullptr) continue;
    const std::string id = reader.read_id(handle);
    if (id.empty()) continue;
    gpu.mig_ids.push_back(id);
    if (auto instance = reader.read(handle, id))
      gpu.mig_instances.push_back(std::move(*instance));
    else
      ++unknown;
  }
  std::ranges::sort(gpu.mig_ids);
  std::ranges::sort(gpu.mig_instances, {},
                    [](const object::MigInstance &each) { return std::tie(each.gi, each.ci); });
  if (unknown > 0)
    log.warn("NVML: " + where + ": " + std::to_string(unknown) +
             " MIG instances cannot be allocated, because the driver does not report their profile "
             "and position");
}

}  // namespace koord::probe::nvml
