#include "probe/nvml_links.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "topology/pci_address.h"

namespace koord::probe::nvml {
namespace {

using object::PciDistance;

constexpr size_t kMaxGpus = NvmlReport::kMaxGpus;

PciDistance distance_of(unsigned level) {
  switch (level) {
    case 0:
      return PciDistance::kSameBoard;
    case 10:
      return PciDistance::kSingleSwitch;
    case 20:
      return PciDistance::kMultiSwitch;
    case 30:
      return PciDistance::kHostBridge;
    case 40:
      return PciDistance::kSameCpu;
    case 50:
      return PciDistance::kCrossCpu;
    default:
      return PciDistance::kUnknown;
  }
}

std::optional<std::string> bus_id_of(const PciInfo &pci) {
  const void *end = std::memchr(pci.bus_id, '\0', sizeof pci.bus_id);
  if (end == nullptr) return std::nullopt;
  const auto address = parse_pci_address({pci.bus_id, static_cast<const char *>(end)});
  if (!address) return std::nullopt;
  return to_text(*address);
}

class LinkReader {
 public:
  LinkReader(const Api &api, const std::vector<Device> &handles, NvmlReport &report)
      : api_(api), handles_(handles), report_(report) {}

  void run() {
    if (api_.link_state != nullptr && api_.link_remote_pci != nullptr)
      for (size_t gpu = 0; gpu < handles_.size(); ++gpu)
        if (handles_[gpu] != nullptr)
          for (unsigned link = 0; link < kMaxLinks; ++link) read_link(gpu, link);
    for (size_t first = 0; first < handles_.size(); ++first)
      for (size_t second = first + 1; second < handles_.size(); ++second) {
        NvmlPair pair{first, second, pci_distance(first, second), 0};
        pair.nvlinks = std::min(links_[first][second], links_[second][first]);
        if (pair.pci != PciDistance::kUnknown || pair.nvlinks > 0) report_.pairs.push_back(pair);
      }
  }

 private:
  void read_link(size_t gpu, unsigned link) {
    const Device device = handles_[gpu];
    unsigned active = 0;
    if (api_.link_state(device, link, &active) != kSuccess || active != 1) return;
    unsigned type = 0;
    const bool type_known =
        api_.link_remote_type != nullptr && api_.link_remote_type(device, link, &type) == kSuccess;
    if (type_known && type == kRemoteSwitch) {
      ++report_.gpus[gpu].switch_links;
      return;
    }
    if (type_known && type != kRemoteGpu) return;
    PciInfo pci{};
    if (api_.link_remote_pci(device, link, &pci) != kSuccess) return;
    const auto bus_id = bus_id_of(pci);
    if (!bus_id) return;
    const auto other = std::find_if(report_.gpus.begin(), report_.gpus.end(),
                                    [&](const NvmlGpu &g) { return g.bus_id == *bus_id; });
    if (other != report_.gpus.end())
      ++links_[gpu][static_cast<size_t>(other - report_.gpus.begin())];
    else if (!type_known && (pci.pci_device_id & 0xffff) == kNvidiaVendor)
      ++report_.gpus[gpu].switch_links;  // older drivers show a switch by its PCI address only
  }

  PciDistance pci_distance(size_t first, size_t second) const {
    unsigned level = 0;
    if (api_.common_ancestor == nullptr || handles_[first] == nullptr ||
        handles_[second] == nullptr ||
        api_.common_ancestor(handles_[first], handles_[second], &level) != kSuccess)
      return PciDistance::kUnknown;
    return distance_of(level);
  }

  const Api &api_;
  const std::vector<Device> &handles_;
  NvmlReport &report_;
  // Links to each other GPU, as counted by the first of the two.
  std::array<std::array<int32_t, kMaxGpus>, kMaxGpus> links_{};
};

}  // namespace

void read_links(const Api &api, const std::vector<Device> &handles, NvmlReport &report) {
  LinkReader(api, handles, report).run();
}

}  // namespace koord::probe::nvml
