// koord_cpulist_parse and _format: what is read is written back, and read again to the same.
#include <array>
#include <string>
#include <vector>

#include "base/cpu_set.h"
#include "bytes.h"
#include "check.h"
#include "wire/json/go_text.h"

using namespace koord::fuzz;

namespace {

constexpr size_t kMaxWords = KOORD_MAX_CPUS / 64;
using Words = std::array<uint64_t, kMaxWords>;

koord_status parse(std::string_view text, uint64_t *words, size_t count) {
  koord_error err{};
  const koord_status status = koord_cpulist_parse(text.data(), text.size(), words, count, &err);
  check_result(status, err);
  return status;
}

std::string format(const Words &words) {
  size_t needed = 0;
  koord_error err{};
  koord_status status = koord_cpulist_format(words.data(), words.size(), nullptr, 0, &needed, &err);
  check_result(status, err);
  FUZZ_CHECK(status == KOORD_E_NO_SPACE);  // there is always the NUL
  std::string text(needed + 1, '?');
  status = koord_cpulist_format(words.data(), words.size(), text.data(), needed, &needed, &err);
  FUZZ_CHECK(status == KOORD_E_NO_SPACE && text.find_first_not_of('?') == text.npos);
  status =
      koord_cpulist_format(words.data(), words.size(), text.data(), text.size(), &needed, &err);
  FUZZ_CHECK(status == KOORD_OK && text.back() == '\0' && text.size() == needed + 1);
  text.pop_back();
  return text;
}

// A set of few words: refused where it does not fit, else equal.
void check_short_words(std::string_view text, const Words &whole, size_t count) {
  std::vector<uint64_t> words(count, 0x55);
  size_t used = kMaxWords;
  while (used > 0 && whole[used - 1] == 0) --used;
  const koord_status status = parse(text, words.data(), count);
  FUZZ_CHECK(status == (used <= count ? KOORD_OK : KOORD_E_NO_SPACE));
  if (status != KOORD_OK) return;
  for (size_t i = 0; i < count; ++i) FUZZ_CHECK(words[i] == whole[i]);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  Words words;
  words.fill(0x55);
  if (parse(text, words.data(), words.size()) != KOORD_OK) return 0;
  const std::string list = format(words);
  Words again;
  FUZZ_CHECK(parse(list, again.data(), again.size()) == KOORD_OK);
  FUZZ_CHECK(words == again && format(again) == list);
  check_short_words(text, words, size % 4);
  // kubelet reads whatever is a list here, to the same set.
  koord::CpuSet kubelet;
  FUZZ_CHECK(koord::wire::parse_kubelet_cpus(text, kubelet).empty());
  FUZZ_CHECK(kubelet == koord::CpuSet::from_words(words));
  return 0;
}
