// The fill of CPUs in an SVG picture: the holder's colour, hatched from the ninth holder on.
#pragma once

#include <string>

#include "render/drawn_pods.h"
#include "render/svg_writer.h"

namespace koord::render {

// Returns the value of `fill` for a mark: a colour, or a reference to a pattern of define_fills.
std::string fill_for(int16_t mark);
// Returns the class of a filled rectangle, and of the text on it.
std::string class_for(int16_t mark);
std::string ink_for(int16_t mark);
// Returns the style sheet: colours for a dark page, and a class with the fill of each holder.
std::string style_of(const std::vector<LegendEntry> &entries);
// Returns the letter or sign of a mark, or an empty string for a free CPU.
std::string sign_for(int16_t mark);
// Writes <defs> with the patterns that these entries need.
void define_fills(SvgWriter &svg, const std::vector<LegendEntry> &entries);

}  // namespace koord::render
