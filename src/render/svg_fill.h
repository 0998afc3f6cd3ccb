// What a CPU is filled with in an SVG picture: its holder's colour, hatched past the eighth.
#pragma once

#include <string>

#include "render/holding.h"
#include "render/svg_writer.h"

namespace koord::render {

// Value of `fill` for a mark: a colour, or a reference to a pattern that define_fills wrote.
std::string fill_for(int16_t mark);
// The letter or sign on it; "" for a free CPU.
std::string sign_for(int16_t mark);
// Writes <defs> with the patterns that these shares need.
void define_fills(SvgWriter &svg, const std::vector<Share> &shares);

}  // namespace koord::render
