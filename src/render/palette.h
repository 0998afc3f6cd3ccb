// Marks that distinguish holders: a letter, a colour and, from the ninth holder on, a hatching.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace koord::render {

// The colours are Paul Tol's "light" scheme. Colour-blind readers can distinguish them, and black
// letters on them have a contrast of 7:1 or more.
inline constexpr size_t kColours = 8;

// 64 distinct ASCII characters: A-Z, a-z, 0-9, @, %.
char letter_of(size_t holder);
std::string_view fill_of(size_t holder);  // "#77aadd"
int ansi_of(size_t holder);               // background in the 256-colour scheme
// Returns 0 for plain, 1..7 for the kinds of hatching.
// Colour and hatching together are unique to a holder.
size_t hatching_of(size_t holder);

}  // namespace koord::render
