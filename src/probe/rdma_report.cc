#include "probe/rdma_report.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/error.h"
#include "object/device_names.h"
#include "probe/sysfs_pci.h"

namespace koord::probe {
namespace {

constexpr size_t kMaxCards = 1024;
constexpr uint32_t kMellanox = 0x15b3;
// PCI device ids of virtual functions of ConnectX cards, for machines whose sysfs is not available.
constexpr uint32_t kVirtualFunctions[] = {0x1002, 0x1004, 0x1014, 0x1016,
                                          0x1018, 0x101a, 0x101c, 0x101e};

// Returns M of mlxN_M and of similar names, or -1 if the system renamed the device.
int number_of(const std::string &name) {
  const size_t at = name.rfind('_');
  if (at == std::string::npos || name.size() - at - 1 > 5) return -1;
  const char *const first = name.data() + at + 1;
  const char *const last = name.data() + name.size();
  int number = -1;
  const auto [end, status] = std::from_chars(first, last, number);
  return status == std::errc() && end == last && number >= 0 ? number : -1;
}

// Returns the lowest of the RDMA devices on a PCI function. The others belong to its subfunctions.
const RdmaDevice &main_device(const PciDevice &device) {
  return *std::min_element(
      device.rdma.begin(), device.rdma.end(), [](const RdmaDevice &a, const RdmaDevice &b) {
        return static_cast<unsigned>(number_of(a.name)) < static_cast<unsigned>(number_of(b.name));
      });
}

bool is_virtual(const PciDevice &device, const PciFunctions &functions) {
  if (functions.known) return functions.is_virtual;
  return device.vendor_id == kMellanox &&
         std::find(std::begin(kVirtualFunctions), std::end(kVirtualFunctions), device.device_id) !=
             std::end(kVirtualFunctions);
}

struct Card {
  object::DeviceInfo info;
  int number = -1;
};

Card read_card(const PciDevice &device, const PciFunctions &functions, const DevicePlaces &places) {
  const RdmaDevice &rdma = main_device(device);
  Card card;
  card.number = number_of(rdma.name);
  object::DeviceInfo &info = card.info;
  info.type = object::kRdmaType;
  info.id = device.bus_id;
  info.healthy = rdma.ports > 0 && rdma.active_ports == rdma.ports;
  info.resources = {{std::string(object::kRdmaResource), 100}};
  info.placed = true;
  info.place = places.of(device.bus_id);
  if (!functions.virtual_functions.empty()) {
    object::VfGroup &group = info.vf_groups.emplace_back();
    for (const std::string &function : functions.virtual_functions)
      group.vfs.push_back({-1, function});
  }
  return card;
}

// Each card gets its own number. If two have the same number, or a card has none, it gets the
// lowest free number, in the order of bus ids.
void give_minors(std::vector<Card> &cards, const Log &log) {
  std::set<int> used;
  for (Card &card : cards)
    if (card.number >= 0 && !used.insert(card.number).second) card.number = -1;
  int next = 0;
  for (Card &card : cards) {
    if (card.number < 0) {
      while (used.contains(next)) ++next;
      card.number = next++;
      log.write(LogLevel::kInfo, "rdma " + card.info.id + ": its name has no number; minor " +
                                     std::to_string(card.number) + " is used");
    }
    card.info.minor = card.number;
  }
}

}  // namespace

std::vector<object::DeviceInfo> report_rdma(const Topology &machine, const DevicePlaces &places,
                                            const std::string &sysfs_root, const Log &log) {
  std::vector<Card> cards;
  const std::string *last = nullptr;
  for (const PciDevice &device : machine.devices()) {
    if (device.rdma.empty()) continue;
    if (last != nullptr && *last == device.bus_id) continue;  // a document may list one twice
    last = &device.bus_id;
    PciFunctions functions;
    if (!sysfs_root.empty()) functions = read_pci_functions(sysfs_root, device.bus_id);
    if (is_virtual(device, functions)) continue;
    if (cards.size() == kMaxCards)
      throw Error(Status::kLimit,
                  "more than " + std::to_string(kMaxCards) + " RDMA devices of one machine");
    cards.push_back(read_card(device, functions, places));
  }
  give_minors(cards, log);
  std::sort(cards.begin(), cards.end(),
            [](const Card &a, const Card &b) { return a.number < b.number; });
  std::vector<object::DeviceInfo> out;
  out.reserve(cards.size());
  for (Card &card : cards) out.push_back(std::move(card.info));
  return out;
}

}  // namespace koord::probe
