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
          "n",
          "u-1",
          "a",
          "b",
          "n1",
          "node-0",
          "cpu",
          "gpu",
          "nvidia.com/gpu",
          "0-3",
          "500m",
          "LSR",
          "\xff",
          "koordinator.sh/gpu-core",
          "scheduling.koordinator.sh/resource-status",
          R"({"cpuset":"0-3"})",
          "2022-05-30T18:00:00Z"};
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

// The documents of a node name it n1, n or node-1.
void name_n(std::string &text) {
  for (const std::string_view name : {"\"n1\"", "\"node-1\""})
    for (size_t at = text.find(name); at != text.npos; at = text.find(name, at))
      text.replace(at, name.size(), "\"n\"");
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
    if (kind == "node" || kind == "device") name_n(texts.back());
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
  return byte < 128 ? byte % 2 : byte < 224 ? byte % 5 : kExtreme[byte % std::size(kExtreme)];
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
  if (nullable && !is_path && byte % 2 == 1) return {nullptr, 0};
  const std::vector<std::string> &seeds = seed_texts(kind);
  const bool learnt = !is_path && byte >= 192 && !learnt_.empty();
  const std::string &text = learnt ? learnt_[below(learnt_.size())] : seeds[below(seeds.size())];
  if (!is_path && byte % 32 == 0) return {text.data(), below(text.size() + 1)};
  return {text.c_str(), byte % 32 == 2 ? KOORD_NUL : text.size()};
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

void Arguments::read(const char *text) const {
  if (text != nullptr) static_cast<void>(std::strlen(text));
}

void Arguments::learn(const koord_buffer *document) {
  if (document == nullptr) return;
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
