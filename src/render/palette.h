// How the holders are told apart: a letter, a colour and, past eight, a hatching.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace koord::render {

// Colours are Paul Tol's "light" scheme: told apart by colour-blind readers, and black letters on
// them keep a contrast of 7:1 or more.
inline constexpr size_t kColours = 8;

// 64 distinct ASCII characters: A-Z, a-z, 0-9, @, %.
char letter_of(size_t holder);
std::string_view fill_of(size_t holder);  // "#77aadd"
int ansi_of(size_t holder);               // background in the 256-colour scheme
// 0: plain, 1..7: kinds of hatching. With the colour it is unique to a holder.
size_t hatching_of(size_t holder);

}  // namespace koord::render
