// A Device object as tables for people.
#pragma once

#include <string>
#include <string_view>

namespace koordctl {

// Formats a Device object written by libkoord: its devices, the instances of GPUs in MIG mode, and
// the links between GPUs.
std::string device_table(std::string_view device_json, bool headers);

}  // namespace koordctl
