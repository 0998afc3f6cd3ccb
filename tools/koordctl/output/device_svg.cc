#include "output/device_svg.h"

#include <algorithm>
#include <cstdlib>

#include "cli/options.h"
#include "cli/printable.h"

namespace koordctl {
namespace {

constexpr int kDrawingMargin = 16, kCardGap = 8;
constexpr int kCardWidth = 208, kCardHeight = 72;
constexpr int kBarWidth = kCardWidth - 2 * kCardGap, kBarHeight = 20;
constexpr int kPlaceLine = 24;
constexpr size_t kMaxNameBytes = 60;

constexpr const char *kDeviceStyle =
    "<style>.koord-card{fill:#ffffff;stroke:#8a93a0}.koord-card-bad{stroke:#c1440e;stroke-width:2;"
    "stroke-dasharray:5 3}.koord-bar{fill:#eceff3;stroke:#8a93a0}.koord-seam{stroke:#1a1d21}"
    ".koord-device:focus .koord-card{stroke:#0072b2;stroke-width:3}"
    "@media (prefers-color-scheme:dark){.koord-card{fill:#14171b}.koord-bar{fill:#2b323b}"
    ".koord-card-bad{stroke:#ff8a5c}.koord-device:focus .koord-card{stroke:#56b4e9}}</style>\n"
    "<defs><pattern id=\"koord-unknown\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
    "<rect width=\"8\" height=\"8\" fill=\"#dfe2e6\"/><path d=\"M0 0L8 8M0 8L8 0\" "
    "stroke=\"#6b7480\" fill=\"none\"/></pattern></defs>\n";

// Returns the number in the root's attribute, such as width="640".
int svg_root_number(const std::string &svg, const std::string &attribute) {
  const size_t at = svg.find(" " + attribute + "=\"");
  return at == std::string::npos ? 0 : std::atoi(svg.c_str() + at + attribute.size() + 3);
}

std::string svg_pair(const char *x, int left, const char *y, int top) {
  return std::string(" ") + x + "=\"" + std::to_string(left) + "\" " + y + "=\"" +
         std::to_string(top) + "\"";
}

std::string svg_box(int left, int top, int width, int height) {
  return svg_pair("x", left, "y", top) + svg_pair("width", width, "height", height);
}

std::string svg_text(int left, int top, const std::string &attributes, const std::string &text) {
  return "<text" + svg_pair("x", left, "y", top) + attributes + ">" +
         safe_text(text, kMaxNameBytes) + "</text>\n";
}

std::string device_details(const DrawnDevice &device) {
  std::vector<std::string> parts = {device.name()};
  if (!device.id.empty()) parts.push_back(device.id);
  if (!device.bus.empty()) parts.push_back("PCI " + device.bus);
  if (device.parent >= 0) parts.push_back("instance of gpu " + std::to_string(device.parent));
  if (device.nvlink_group >= 0)
    parts.push_back("NVLink group " + std::to_string(device.nvlink_group));
  parts.push_back(device.state());
  return join(parts, " · ");
}

// Draws the shares of a device as parts of a bar, as wide as their percentages.
std::string device_bar(const DrawnDevice &device, int left, int top) {
  std::string out =
      "<rect class=\"koord-bar\"" + svg_box(left, top, kBarWidth, kBarHeight) + "/>\n";
  int total = 0;
  for (const DeviceShare &share : device.shares) total += share.percent;
  int start = 0;
  int used = 0;
  for (const DeviceShare &share : device.shares) {
    used += share.percent;
    const int end = static_cast<int>(int64_t{kBarWidth} * used / std::max(total, 100));
    const bool is_known = share.holder != DeviceShare::kUnknown;
    out += "<rect class=\"koord-share";
    out += is_known ? " koord-holder-" + std::to_string(share.holder) + "\""
                    : "\" fill=\"url(#koord-unknown)\"";
    out += svg_box(left + start, top, end - start, kBarHeight) +
           " stroke=\"#1a1d21\" stroke-width=\"0.5\"/>\n";
    if (end - start >= 12)
      out += svg_text(
          left + (start + end) / 2, top + 15,
          " class=\"koord-ink\" text-anchor=\"middle\" font-weight=\"bold\" font-size=\"12\"",
          holder_letter(share.holder));
    start = end;
  }
  return out;
}

std::string device_caption(const DrawnDevice &device) {
  if (!device.is_healthy) return "unhealthy";
  if (device.is_mig) return "in MIG mode";
  if (device.shares.empty())
    return device.is_uncertain || !device.doubt.empty() ? "holder unknown" : "free";
  if (device.shares.size() > 1) return std::to_string(device.shares.size()) + " pods";
  return device.shares[0].amount.empty() ? device.shares[0].name : device.shares[0].amount;
}

std::string device_card(const DrawnDevice &device, int left, int top) {
  std::string out = "<g class=\"koord-device\" tabindex=\"0\"><title>" +
                    safe_text(device_details(device), 2000) + "</title>\n<rect class=\"koord-card" +
                    (device.is_healthy ? "" : " koord-card-bad") + "\" rx=\"4\"" +
                    svg_box(left, top, kCardWidth, kCardHeight) + "/>\n";
  out += svg_text(left + kCardGap, top + 17, " font-weight=\"bold\"", device.name());
  if (device.nvlink_group >= 0)
    out += svg_text(left + kCardWidth - kCardGap, top + 17, " text-anchor=\"end\" font-size=\"11\"",
                    "NVLink " + std::to_string(device.nvlink_group));
  out += device_bar(device, left + kCardGap, top + 24);
  out += svg_text(left + kCardGap, top + 61, " font-size=\"11\"",
                  device_caption(device).substr(0, 34));
  return out + "</g>\n";
}

}  // namespace

std::string safe_text(std::string_view text, size_t limit) {
  const bool is_cut = text.size() > limit;
  if (is_cut) {
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0) == 0x80) --limit;
    text = text.substr(0, limit);
  }
  return escape_xml(printable(text)) + (is_cut ? "…" : "");
}

std::string with_devices(const std::string &picture, const NodeDevices &devices) {
  if (devices.devices.empty()) return picture;
  const int width =
      std::max(svg_root_number(picture, "width"), 2 * kCardWidth + 2 * kDrawingMargin + kCardGap);
  const int columns =
      std::max(1, (width - 2 * kDrawingMargin + kCardGap) / (kCardWidth + kCardGap));
  int top = svg_root_number(picture, "height") + kCardGap;
  std::string cards;
  for (const auto &[place, members] : devices.by_place()) {
    cards += svg_text(kDrawingMargin, top + 15, " font-weight=\"bold\"", place);
    top += kPlaceLine;
    for (size_t i = 0; i < members.size(); ++i) {
      const auto column = static_cast<int>(i) % columns;
      if (i > 0 && column == 0) top += kCardHeight + kCardGap;
      cards += device_card(*members[i], kDrawingMargin + column * (kCardWidth + kCardGap), top);
    }
    top += kCardHeight + 2 * kCardGap;
  }
  if (devices.left_out > 0) {
    cards += svg_text(kDrawingMargin, top + 15, "",
                      "and " + std::to_string(devices.left_out) + " more devices");
    top += kPlaceLine;
  }
  const std::string size = std::to_string(width) + " " + std::to_string(top + kCardGap);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
         svg_pair("width", width, "height", top + kCardGap) + " viewBox=\"0 0 " + size +
         "\" class=\"koord-picture\" fill=\"#1a1d21\" font-size=\"12\" "
         "font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">\n" +
         kDeviceStyle + "<rect class=\"koord-page\"" +
         svg_pair("width", width, "height", top + kCardGap) + " fill=\"#ffffff\"/>\n" + picture +
         cards + "</svg>\n";
}

}  // namespace koordctl
