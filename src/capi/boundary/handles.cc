#include "capi/boundary/handles.h"

#include <algorithm>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/rows.h"

namespace {

size_t words_of(const koord::CpuSet &set) {
  size_t words = set.word_count();
  while (words > 0 && set.word(words - 1) == 0) --words;
  return words;
}

}  // namespace

koord_topology::koord_topology(std::shared_ptr<const koord::Topology> picture)
    : topology(std::move(picture)),
      words(std::max({words_of(topology->all_cpus()), words_of(topology->offline()),
                      words_of(topology->disallowed())})),
      texts(koord::capi::join_texts(topology->devices(), [](const koord::PciDevice &device) {
        return device.bus_id + koord::capi::joined_names(device);
      })) {}

namespace koord::capi {

std::string joined_names(const PciDevice &device) {
  std::string names;
  for (const std::string &name : device.os_names) {
    if (!names.empty()) names += ',';
    names += name;
  }
  return names;
}

CpuSet read_set(const koord_topology &topology, const uint64_t *words) noexcept {
  const CpuSet &all = topology->all_cpus();
  CpuSet set;
  for (size_t i = 0; i < all.word_count(); ++i) set.set_word(i, words[i] & all.word(i));
  return set;
}

void check_words(const koord_topology &topology, size_t words) {
  check_extent(words, sizeof(uint64_t), "words");
  if (words < topology.words)
    throw Error(Status::kNoSpace, "words: found " + std::to_string(words) +
                                      ", this machine needs " + std::to_string(topology.words));
}

void check_set_words(const koord_topology &topology, uint32_t words) {
  constexpr uint32_t kMost = KOORD_MAX_CPUS / 64;
  if (words > kMost)
    throw Error(Status::kLimit, "request.words: found " + std::to_string(words) +
                                    ", expected at most " + std::to_string(kMost));
  if (words < topology.words)
    throw Error(Status::kNoSpace, "request.words: found " + std::to_string(words) +
                                      ", this machine needs " + std::to_string(topology.words));
}

}  // namespace koord::capi
