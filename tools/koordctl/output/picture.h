// Pictures of a machine and the holders of its CPUs, for terminals and as SVG.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct NamedSet {
  std::string name;
  koord::CpuSet cpus;
};

struct PictureOptions {
  std::string color = "auto";
  bool ascii = false;
  bool is_utf8 = false;  // the locale is known to have UTF-8, and is not looked at again
  bool devices = false;
};

// The maximum number of sets that libkoord draws.
inline constexpr size_t kMaxPictureSets = 64;
// Reduces `sets` to at most `room` entries by merging the last ones into "others".
void fold_sets(std::vector<NamedSet> &sets, size_t room);

// Returns true if the locale has no UTF-8.
bool wants_ascii();
// Returns true for --color always, and for auto if standard output is a terminal and NO_COLOR is
// empty.
bool wants_color(const std::string &color);

void add_picture_options(CLI::App &command, PictureOptions &options);

std::string text_picture(const koord::Topology &topology, const PictureOptions &options,
                         std::span<const NamedSet> sets, std::string_view title);
std::string svg_picture(const koord::Topology &topology, const PictureOptions &options,
                        std::span<const NamedSet> sets, std::string_view title);

}  // namespace koordctl
