#include "base/cpu_set.h"

#include <charconv>

#include "base/error.h"

namespace koord {
namespace {

[[noreturn]] void bad_list(std::string_view field, std::string_view list, const std::string &why) {
  throw Error(Status::kInvalid,
              std::string(field) + ": " + why + " in CPU list " + in_quotes(list));
}

int parse_id(std::string_view text, std::string_view field, std::string_view list) {
  if (text.empty()) bad_list(field, list, "a CPU id is missing");
  long long id = -1;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (status == std::errc::invalid_argument || end != text.data() + text.size() || text[0] == '-')
    bad_list(field, list, in_quotes(text) + " is not a CPU id");
  if (status == std::errc::result_out_of_range || id >= CpuSet::kCapacity)
    bad_list(field, list,
             "CPU " + std::string(text.substr(0, 20)) + " is above the largest supported id " +
                 std::to_string(CpuSet::kCapacity - 1));
  return static_cast<int>(id);
}

// Works on whole words, because a hostile list may repeat the widest range many times.
void add_range(CpuSet &set, unsigned low, unsigned high) {
  for (size_t word = low / 64; word <= high / 64; ++word) {
    uint64_t bits = ~uint64_t{0};
    if (word == low / 64) bits &= ~uint64_t{0} << (low % 64);
    if (word == high / 64) bits &= ~uint64_t{0} >> (63 - high % 64);
    set.set_word(word, set.word(word) | bits);
  }
}

}  // namespace

CpuSet::CpuSet(std::initializer_list<int> cpus) : words_(0) {
  for (const int cpu : cpus) add(cpu);
}

size_t CpuSet::checked_size(std::span<const uint64_t> words) {
  for (size_t i = kMaxWords; i < words.size(); ++i)
    if (words[i] != 0)
      throw Error(Status::kInvalid,
                  "CPU set: CPU " + std::to_string(i * 64 + std::countr_zero(words[i])) +
                      " is above the largest supported id " + std::to_string(kCapacity - 1));
  return kMaxWords;
}

void CpuSet::to_words(std::span<uint64_t> out) const noexcept {
  for (size_t i = 0; i < out.size(); ++i) out[i] = word(i);
}

CpuSet CpuSet::parse(std::string_view list, std::string_view field) {
  CpuSet set;
  if (list.empty()) return set;
  for (size_t from = 0; from <= list.size();) {
    const size_t comma = std::min(list.find(',', from), list.size());
    const std::string_view item = list.substr(from, comma - from);
    const size_t dash = item.find('-', 1);
    const int low = parse_id(item.substr(0, dash), field, list);
    const int high =
        dash == std::string_view::npos ? low : parse_id(item.substr(dash + 1), field, list);
    if (high < low)
      bad_list(field, list, "the range " + in_quotes(item) + " ends before it starts");
    add_range(set, static_cast<unsigned>(low), static_cast<unsigned>(high));
    from = comma + 1;
  }
  return set;
}

std::string CpuSet::to_string() const {
  std::string out;
  int start = -2;
  int last = -2;
  const auto close = [&] {
    if (start >= 0 && last > start) out += '-' + std::to_string(last);
  };
  for_each([&](int cpu) {
    if (cpu != last + 1) {
      close();
      if (!out.empty()) out += ',';
      out += std::to_string(cpu);
      start = cpu;
    }
    last = cpu;
  });
  close();
  return out;
}

bool operator==(const CpuSet &a, const CpuSet &b) noexcept {
  const size_t words = a.words_ > b.words_ ? a.words_ : b.words_;
  for (size_t i = 0; i < words; ++i)
    if (a.word(i) != b.word(i)) return false;
  return true;
}

}  // namespace koord
