#include "render/svg_fill.h"

#include <array>

#include "render/palette.h"

namespace koord::render {
namespace {

// Lines of the hatchings, in a repeated square of 8 pixels.
constexpr std::array<std::string_view, kColours> kHatchings = {
    "",
    "M-2 2L2 -2M0 8L8 0M6 10L10 6",
    "M-2 6L2 10M0 0L8 8M6 -2L10 2",
    "M0 4H8",
    "M4 0V8",
    "M0 4H8M4 0V8",
    "M0 0L8 8M0 8L8 0",
    "M1 4H5M3 2V6",
};
constexpr std::string_view kSharedFill = "koord-shared";

std::string pattern_name(size_t holder) { return "koord-holder-" + std::to_string(holder); }

void define(SvgWriter &svg, std::string_view name, std::string_view ground, std::string_view lines,
            std::string_view colour) {
  svg.open("pattern",
           {{"id", name}, {"width", 8}, {"height", 8}, {"patternUnits", "userSpaceOnUse"}});
  svg.empty("rect", {{"width", 8}, {"height", 8}, {"fill", ground}});
  svg.empty("path", {{"d", lines},
                     {"stroke", colour},
                     {"stroke-width", 2},
                     {"stroke-opacity", "0.65"},
                     {"fill", "none"}});
  svg.close("pattern");
}

}  // namespace

std::string fill_for(int16_t mark) {
  if (mark == kFree) return "#ffffff";
  if (mark == kBarred) return "#dfe2e6";
  if (mark == kShared) return "url(#" + std::string(kSharedFill) + ")";
  const auto holder = static_cast<size_t>(mark);
  if (hatching_of(holder) == 0) return std::string(fill_of(holder));
  return "url(#" + pattern_name(holder) + ")";
}

std::string class_for(int16_t mark) {
  if (mark == kFree) return "koord-empty";
  if (mark == kBarred) return "koord-barred";
  return mark == kShared ? "koord-shared" : pattern_name(static_cast<size_t>(mark));
}

// The fills of holders are light on a dark page, too, so that their text stays dark.
std::string ink_for(int16_t mark) {
  return mark == kFree || mark == kBarred ? "koord-text" : "koord-ink";
}

std::string style_of(const std::vector<LegendEntry> &entries) {
  std::string style = ".koord-ink{fill:#1a1d21}";
  for (const LegendEntry &entry : entries)
    if (entry.mark >= 0)
      style += "." + class_for(entry.mark) + "{fill:" + fill_for(entry.mark) + "}";
  return style +
         "@media (prefers-color-scheme:dark){"
         ".koord-picture{fill:#e6e9ee}.koord-page{fill:#14171b}.koord-outer{fill:#20252c}"
         ".koord-inner{fill:#1a1e24}.koord-empty{fill:#2b323b}.koord-barred{fill:#454d58}}";
}

std::string sign_for(int16_t mark) {
  if (mark == kFree) return "";
  return std::string(1, mark == kShared   ? '#'
                        : mark == kBarred ? '-'
                                          : letter_of(static_cast<size_t>(mark)));
}

void define_fills(SvgWriter &svg, const std::vector<LegendEntry> &entries) {
  svg.open("defs");
  for (const LegendEntry &entry : entries) {
    if (entry.mark == kShared) define(svg, kSharedFill, "#ffffff", kHatchings[6], "#c4c8ce");
    if (entry.mark < 0) continue;
    const auto holder = static_cast<size_t>(entry.mark);
    if (hatching_of(holder) == 0) continue;
    define(svg, pattern_name(holder), fill_of(holder), kHatchings[hatching_of(holder)], "#ffffff");
  }
  svg.close("defs");
}

}  // namespace koord::render
