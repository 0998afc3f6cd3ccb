#include "mutator.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace koord::fuzz {
namespace {

constexpr size_t kMaxInput = size_t{1} << 17;

size_t some_length(Random &random, size_t most) {
  return std::min(most, size_t{1} << random.below(8));
}

// Numbers are where the bounds are.
bool change_number(std::string &text, Random &random) {
  static constexpr std::string_view kNumbers[] = {"0",     "-1",         "1",
                                                  "63",    "8191",       "8192",
                                                  "65536", "2147483647", "2147483648",
                                                  "1e9",   "4294967295", "18446744073709551615",
                                                  "0x",    "00",         "9223372036854775807"};
  constexpr std::string_view kDigits = "0123456789";
  const size_t begin = text.find_first_of(kDigits, random.below(text.size()));
  if (begin == text.npos) return false;
  const size_t end = std::min(text.find_first_not_of(kDigits, begin), text.size());
  text.replace(begin, end - begin, kNumbers[random.below(std::size(kNumbers))]);
  return true;
}

}  // namespace

void Mutator::damage(std::string &text, Random &random) const {
  const size_t at = random.below(text.size() + 1);
  const size_t left = text.size() - at;
  switch (random.below(10)) {
    case 0:
      if (left > 0) text[at] = static_cast<char>(random.next());
      break;
    case 1:
      if (left > 0) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8)));
      break;
    case 2:
      text.insert(at, some_length(random, 16), static_cast<char>(random.next()));
      break;
    case 3:
      text.erase(at, some_length(random, left));
      break;
    case 4:
      text.insert(random.below(text.size() + 1), text.substr(at, some_length(random, left)));
      break;
    case 5:
      if (random.below(4) == 0) text.resize(at);
      break;
    case 6: {
      const std::string &other = seeds_[random.below(seeds_.size())];
      const size_t from = random.below(other.size() + 1);
      text.replace(at, some_length(random, left), other, from,
                   some_length(random, other.size() - from));
      break;
    }
    case 7:
    case 8:
      if (!text.empty() && change_number(text, random)) break;
      [[fallthrough]];
    default:
      if (tokens_.empty()) break;
      text.replace(at, random.below(2) == 0 ? 0 : some_length(random, left),
                   tokens_[random.below(tokens_.size())]);
  }
  if (text.size() > kMaxInput) text.resize(kMaxInput);
}

std::string Mutator::mutate(size_t seed, size_t number) const {
  Random random(number * 0x10001 + seed);
  std::string text = seeds_[seed];
  for (size_t times = 1 + random.below(4); times > 0; --times) damage(text, random);
  return text;
}

std::vector<std::string> parse_dictionary(std::string_view text) {
  std::vector<std::string> tokens;
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const size_t open = line.find('"');
    if (line.empty() || line[0] == '#') continue;
    const auto fail = [&] {
      throw std::runtime_error("dictionary line " + std::to_string(line_number) +
                               ": expected \"token\"");
    };
    if (open == line.npos) fail();
    std::string token;
    size_t at = open + 1;
    for (; at < line.size() && line[at] != '"'; ++at) {
      if (line[at] != '\\') {
        token += line[at];
      } else if (at + 3 < line.size() && line[at + 1] == 'x') {
        unsigned byte = 0;
        std::from_chars(line.data() + at + 2, line.data() + at + 4, byte, 16);
        token += static_cast<char>(byte);
        at += 3;
      } else if (++at < line.size()) {
        token += line[at];
      }
    }
    if (at >= line.size() || token.empty()) fail();
    tokens.push_back(std::move(token));
  }
  return tokens;
}

}  // namespace koord::fuzz
