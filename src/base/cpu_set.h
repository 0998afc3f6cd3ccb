// A set of CPU ids as a bitmap of fixed capacity. Copying or combining sets never uses the heap and
// costs as many words as the machine's largest CPU id needs.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/count_bits.h"

namespace koord {

class CpuSet {
 public:
  static constexpr int kCapacity = 8192;  // Linux's largest NR_CPUS
  static constexpr size_t kMaxWords = kCapacity / 64;

  CpuSet() noexcept : words_(0) {}
  CpuSet(std::initializer_list<int> cpus);
  CpuSet(const CpuSet &other) noexcept : words_(other.words_) { copy_words(other); }
  CpuSet &operator=(const CpuSet &other) noexcept {
    words_ = other.words_;
    copy_words(other);
    return *this;
  }

  // Bit b of word w stands for CPU 64 * w + b. Throws kInvalid on bits at or above kCapacity.
  static CpuSet from_words(std::span<const uint64_t> words) {
    CpuSet set;
    set.words_ = words.size() <= kMaxWords ? words.size() : checked_size(words);
    for (size_t i = 0; i < set.words_; ++i) set.bits_[i] = words[i];
    return set;
  }
  // Writes the words; `out` must have at least word_count() words, the rest is zeroed.
  void to_words(std::span<uint64_t> out) const noexcept;

  // Linux cpu-list text: decimal ids and ascending ranges, comma separated ("0-3,8"); "" is the
  // empty set. Stricter than the kernel: no blanks, no strides. Throws kInvalid, naming `field`.
  static CpuSet parse(std::string_view list, std::string_view field = "cpuset");
  // Formats ascending ids with runs collapsed ("0-1", not "0,1").
  std::string to_string() const;

  void add(int cpu) noexcept {  // 0 <= cpu < kCapacity
    const auto word = static_cast<size_t>(cpu) / 64;
    grow(word + 1);
    bits_[word] |= uint64_t{1} << (static_cast<unsigned>(cpu) % 64);
  }
  void remove(int cpu) noexcept {
    const auto word = static_cast<size_t>(cpu) / 64;
    if (word < words_) bits_[word] &= ~(uint64_t{1} << (static_cast<unsigned>(cpu) % 64));
  }
  bool contains(int cpu) const noexcept {
    const auto word = static_cast<size_t>(cpu) / 64;
    return word < words_ && (bits_[word] >> (static_cast<unsigned>(cpu) % 64) & 1) != 0;
  }

  int count() const noexcept {
    int n = 0;
    for (size_t i = 0; i < words_; ++i) n += count_bits(bits_[i]);
    return n;
  }
  bool empty() const noexcept {
    for (size_t i = 0; i < words_; ++i)
      if (bits_[i] != 0) return false;
    return true;
  }
  // Returns the lowest member, or -1 if the set is empty.
  int first() const noexcept {
    for (size_t i = 0; i < words_; ++i)
      if (bits_[i] != 0) return static_cast<int>(i * 64) + std::countr_zero(bits_[i]);
    return -1;
  }

  CpuSet &operator&=(const CpuSet &other) noexcept {
    if (other.words_ < words_) words_ = other.words_;
    for (size_t i = 0; i < words_; ++i) bits_[i] &= other.bits_[i];
    return *this;
  }
  CpuSet &operator|=(const CpuSet &other) noexcept {
    grow(other.words_);
    for (size_t i = 0; i < other.words_; ++i) bits_[i] |= other.bits_[i];
    return *this;
  }
  CpuSet &operator-=(const CpuSet &other) noexcept {
    const size_t shared = words_ < other.words_ ? words_ : other.words_;
    for (size_t i = 0; i < shared; ++i) bits_[i] &= ~other.bits_[i];
    return *this;
  }
  // Removes a set that is stored as words.
  CpuSet &operator-=(std::span<const uint64_t> words) noexcept {
    const size_t shared = words_ < words.size() ? words_ : words.size();
    for (size_t i = 0; i < shared; ++i) bits_[i] &= ~words[i];
    return *this;
  }
  // Built in place, because copying an operand first would cost as much again.
  friend CpuSet operator&(const CpuSet &a, const CpuSet &b) noexcept {
    CpuSet both;
    both.words_ = a.words_ < b.words_ ? a.words_ : b.words_;
    for (size_t i = 0; i < both.words_; ++i) both.bits_[i] = a.bits_[i] & b.bits_[i];
    return both;
  }
  friend CpuSet operator|(const CpuSet &a, const CpuSet &b) noexcept {
    CpuSet either = a;
    either |= b;
    return either;
  }
  friend CpuSet operator-(const CpuSet &a, const CpuSet &b) noexcept {
    CpuSet rest = a;
    rest -= b;
    return rest;
  }
  friend bool operator==(const CpuSet &a, const CpuSet &b) noexcept;

  // Counts the bits of words that are not in a CpuSet.
  static int count_in(std::span<const uint64_t> words) noexcept {
    int n = 0;
    for (const uint64_t word : words) n += count_bits(word);
    return n;
  }
  // Counts an intersection without building it.
  int count_and(const CpuSet &other) const noexcept {
    const size_t shared = words_ < other.words_ ? words_ : other.words_;
    int n = 0;
    for (size_t i = 0; i < shared; ++i) n += count_bits(bits_[i] & other.bits_[i]);
    return n;
  }
  bool intersects(const CpuSet &other) const noexcept {
    const size_t shared = words_ < other.words_ ? words_ : other.words_;
    for (size_t i = 0; i < shared; ++i)
      if ((bits_[i] & other.bits_[i]) != 0) return true;
    return false;
  }
  bool is_subset_of(const CpuSet &other) const noexcept {
    for (size_t i = 0; i < words_; ++i)
      if ((bits_[i] & ~other.word(i)) != 0) return false;
    return true;
  }

  // Visits the members in ascending order. The set must not change meanwhile.
  template <typename Visit>
  void for_each(Visit &&visit) const {
    for (size_t i = 0; i < words_; ++i)
      for (uint64_t rest = bits_[i]; rest != 0; rest &= rest - 1)
        visit(static_cast<int>(i * 64) + std::countr_zero(rest));
  }

  // Visits members like for_each() as long as visit(cpu) returns true. Returns true if
  // it always did.
  template <typename Visit>
  bool for_each_while(Visit &&visit) const {
    for (size_t i = 0; i < words_; ++i)
      for (uint64_t rest = bits_[i]; rest != 0; rest &= rest - 1)
        if (!visit(static_cast<int>(i * 64) + std::countr_zero(rest))) return false;
    return true;
  }

  size_t word_count() const noexcept { return words_; }
  uint64_t word(size_t i) const noexcept { return i < words_ ? bits_[i] : 0; }
  // Sets one word and grows the set with zeros up to it; i < kMaxWords.
  void set_word(size_t i, uint64_t bits) noexcept {
    grow(i + 1);
    bits_[i] = bits;
  }

 private:
  // Returns the number of words, at most kMaxWords. Throws kInvalid for bits above.
  static size_t checked_size(std::span<const uint64_t> words);
  void copy_words(const CpuSet &other) noexcept {
    for (size_t i = 0; i < words_; ++i) bits_[i] = other.bits_[i];
  }
  void grow(size_t words) noexcept {
    while (words_ < words) bits_[words_++] = 0;
  }

  size_t words_;  // words in use; all bits above them are zero, and their words are never read
  std::array<uint64_t, kMaxWords> bits_;
};

}  // namespace koord
