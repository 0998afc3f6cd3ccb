// A node's drawing with its devices below the CPUs, as SVG.
#pragma once

#include <string>
#include <string_view>

#include "output/node_devices.h"

namespace koordctl {

// Returns text of objects for XML and HTML: printable, of at most `limit` bytes, escaped.
std::string safe_text(std::string_view text, size_t limit = 200);

// Returns one SVG document with libkoord's picture and a card per device. Cards of a NUMA node and
// a PCIe switch stand together. The fill of a holder is the class that the picture defines.
std::string with_devices(const std::string &picture, const NodeDevices &devices);

}  // namespace koordctl
