// A Device object as tables for people.
#pragma once

#include <string>
#include <string_view>

namespace koordctl {

// Of an object that libkoord wrote: its devices, then how its GPUs are linked.
std::string device_table(std::string_view device_json, bool headers);

}  // namespace koordctl
