// Suffixes of quantities, for parsing and formatting.
#pragma once

#include <cstdint>
#include <string_view>

namespace koord {

struct QuantitySuffix {
  std::string_view text;
  int64_t exponent;
};

inline constexpr QuantitySuffix kDecimalSuffixes[] = {{"n", -9}, {"u", -6}, {"m", -3}, {"", 0},
                                                      {"k", 3},  {"M", 6},  {"G", 9},  {"T", 12},
                                                      {"P", 15}, {"E", 18}};  // exponents of 10
inline constexpr QuantitySuffix kBinarySuffixes[] = {{"Ki", 10}, {"Mi", 20}, {"Gi", 30},
                                                     {"Ti", 40}, {"Pi", 50}, {"Ei", 60}};  // of 2

}  // namespace koord
