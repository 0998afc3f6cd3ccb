#include "render/palette.h"

#include <array>

namespace koord::render {
namespace {

struct Colour {
  std::string_view fill;
  int ansi;
};

// Adjacent colours differ most.
constexpr std::array<Colour, kColours> kPalette = {{
    {"#77aadd", 110},  // light blue
    {"#ee8866", 209},  // orange
    {"#eedd88", 222},  // light yellow
    {"#44bb99", 79},   // mint
    {"#ffaabb", 217},  // pink
    {"#bbcc33", 149},  // pear
    {"#99ddff", 153},  // light cyan
    {"#aaaa00", 142},  // olive
}};

constexpr std::string_view kLetters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%";
static_assert(kLetters.size() == kColours * kColours);

}  // namespace

char letter_of(size_t holder) { return kLetters[holder % kLetters.size()]; }
std::string_view fill_of(size_t holder) { return kPalette[holder % kColours].fill; }
int ansi_of(size_t holder) { return kPalette[holder % kColours].ansi; }
size_t hatching_of(size_t holder) { return holder / kColours % kColours; }

}  // namespace koord::render
