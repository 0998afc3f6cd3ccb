#include "render/device_text.h"

#include <string_view>

#include "render/label.h"

namespace koord::render {
namespace {

constexpr size_t kMaxName = 24;
constexpr size_t kMaxNames = 4;

// Returns the usual name of a PCI class.
std::string_view class_name(uint32_t class_id) {
  switch (class_id) {
    case 0x0104:
      return "RAID";
    case 0x0106:
      return "SATA";
    case 0x0107:
      return "SAS";
    case 0x0108:
      return "NVMe";
    case 0x0200:
      return "Ethernet";
    case 0x0207:
      return "InfiniBand";
    case 0x0208:
      return "fabric";
    case 0x0300:
      return "VGA";
    case 0x0302:
      return "3D";
    case 0x0380:
      return "display";
    case 0x0b40:
      return "co-processor";
    case 0x0c03:
      return "USB";
    case 0x0c06:
      return "InfiniBand";
    default:
      break;
  }
  switch (class_id >> 8) {
    case 0x01:
      return "storage";
    case 0x02:
      return "network";
    case 0x03:
      return "display";
    case 0x06:
      return "bridge";
    case 0x12:
      return "accelerator";
    default:
      return "device";
  }
}

}  // namespace

std::string device_text(const PciDevice &device, bool ascii) {
  std::string text = clean_label(device.bus_id, kMaxName, ascii);
  text.insert(0, "PCI ");
  if (text.back() != ' ') text += ' ';
  text += class_name(device.class_id);
  for (size_t i = 0; i < device.os_names.size() && i < kMaxNames; ++i)
    text += " " + clean_label(device.os_names[i], kMaxName, ascii);
  if (device.os_names.size() > kMaxNames)
    text += " and " + std::to_string(device.os_names.size() - kMaxNames) + " more";
  return text;
}

}  // namespace koord::render
