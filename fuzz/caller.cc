#include "caller.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>

namespace koord::fuzz {
namespace {

constexpr size_t kLongestSeed = 4096;
constexpr size_t kMostLearnt = 32;
constexpr size_t kLongestLearnt = 64 << 10;

std::vector<std::string> names() {
  return {"",
          "n1",
          "node-0",
          "u1",
          "pod-1",
          "web",
          "default",
          "cpu",
          "memory",
          "gpu",
          "nvidia.com/gpu",
          "0",
          "0-3",
          "1",
          "500m",
          "LSR",
          "koordinator.sh/gpu-core",
          "koordinator.sh/qosClass",
          "hugepages-2Mi",
          "\xff",
          "node-1"};
}

// An empty folder that is removed when the process ends.
const std::string &folder() {
  static const struct Folder {
    Folder() : path((std::filesystem::temp_directory_path() / "koord-fuzz-XXXXXX").string()) {
      if (mkdtemp(path.data()) == nullptr) std::abort();
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::string path;
  } made;
  return made.path;
}

std::vector<std::string> read_seeds(std::string_view kind) {
  if (kind.empty()) return names();
  if (kind == "path") return {folder(), folder() + "/file"};
  std::vector<std::filesystem::path> files;
  for (const auto &entry :
       std::filesystem::directory_iterator(std::filesystem::path(KOORD_FUZZ_CORPUS) / kind))
    if (entry.file_size() <= kLongestSeed) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> texts;
  for (const std::filesystem::path &file : files) {
    std::ifstream in(file, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  FUZZ_CHECK_WITH(!texts.empty(), kind);
  return texts;
}

}  // namespace

const std::vector<std::string> &seed_texts(std::string_view kind) {
  static std::map<std::string, std::vector<std::string>, std::less<>> known;
  const auto found = known.find(kind);
  if (found != known.end()) return found->second;
  return known.emplace(std::string(kind), read_seeds(kind)).first->second;
}

int64_t Arguments::number() {
  constexpr int64_t kExtreme[] = {-1,         16,        64,        100,
                                  1000,       1 << 20,   INT32_MAX, INT32_MIN,
                                  UINT32_MAX, INT64_MAX, INT64_MIN, 1LL << 40};
  const uint8_t byte = bytes_.u8();
  return byte < 208 ? byte % 8 : kExtreme[byte % std::size(kExtreme)];
}

int64_t Arguments::one_of(std::initializer_list<int64_t> values, bool are_flags) {
  const uint8_t byte = bytes_.u8();
  if (byte >= 250 || values.size() == 0) return number();
  const int64_t first = values.begin()[byte % values.size()];
  if (!are_flags) return first;
  return bytes_.flag() ? first | values.begin()[below(values.size())] : first;
}

Text Arguments::text(std::string_view kind, bool nullable) {
  const bool is_path = kind == "path";  // never another path than those of the folder
  const uint8_t byte = bytes_.u8();
  if (nullable && !is_path && byte >= 240) return {nullptr, 0};
  const std::vector<std::string> &seeds = seed_texts(kind);
  const bool learnt = !is_path && byte >= 128 && !learnt_.empty();
  const std::string &text = learnt ? learnt_[below(learnt_.size())] : seeds[below(seeds.size())];
  if (!is_path && byte % 16 == 15) return {text.data(), below(text.size() + 1)};
  return {text.c_str(), byte % 16 == 14 ? KOORD_NUL : text.size()};
}

std::vector<uint64_t> Arguments::words() {
  std::vector<uint64_t> words(below(4) + (bytes_.flag() ? 0 : 1));
  for (uint64_t &word : words) word = bytes_.flag() ? bytes_.u8() : bytes_.u64();
  return words;
}

void Arguments::check_count(koord_status status, size_t count, size_t capacity) const {
  FUZZ_CHECK(status != KOORD_OK || count <= capacity || capacity == 0);
  FUZZ_CHECK(status != KOORD_E_NO_SPACE || count > capacity);
}

void Arguments::check_same(const void *referenced, const void *handle) const {
  FUZZ_CHECK(referenced == handle);
}

void Arguments::read(const char *text) const {
  if (text != nullptr) static_cast<void>(std::strlen(text));
}

void Arguments::learn(koord_status status, const koord_buffer *document) {
  if (status != KOORD_OK) return;
  const char *data = koord_buffer_get_data(document);
  const size_t length = koord_buffer_get_length(document);
  FUZZ_CHECK(data[length] == 0);
  check_text({data, length}, "\n\t\x1b");
  learn({data, length});
}

void Arguments::learn(std::string_view text) {
  if (text.size() <= kLongestLearnt && learnt_.size() < kMostLearnt) learnt_.emplace_back(text);
}

std::string state_of(const koord_agent *agent) {
  koord_buffer *json = nullptr;
  if (koord_agent_to_json(agent, nullptr, 0, &json, nullptr) != KOORD_OK) return "";
  std::string text(koord_buffer_get_data(json), koord_buffer_get_length(json));
  koord_buffer_unref(json);
  return text;
}

void TextRoom::check(koord_status status) {
  if (status == KOORD_E_NO_SPACE) FUZZ_CHECK(length_ >= text_.size());
  if (status != KOORD_OK || text_.empty()) return;
  FUZZ_CHECK(length_ < text_.size() && text_[length_] == 0);
  arguments_.learn({text_.data(), length_});
}

}  // namespace koord::fuzz
