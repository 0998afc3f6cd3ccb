// Small deterministic damage to seeds, for builds without libFuzzer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bytes.h"

namespace koord::fuzz {

class Mutator {
 public:
  // `tokens` are texts worth inserting; both must outlive the mutator.
  Mutator(const std::vector<std::string> &seeds, const std::vector<std::string> &tokens)
      : seeds_(seeds), tokens_(tokens) {}

  // Variant `number` of seed `seed`: always the same one.
  std::string mutate(size_t seed, size_t number) const;

 private:
  void damage(std::string &text, Random &random) const;

  const std::vector<std::string> &seeds_;
  const std::vector<std::string> &tokens_;
};

// The tokens of a libFuzzer dictionary: "..." or name="..." a line, \\ \" \xNN inside, # comments.
// Throws std::runtime_error naming the line.
std::vector<std::string> parse_dictionary(std::string_view text);

}  // namespace koord::fuzz
