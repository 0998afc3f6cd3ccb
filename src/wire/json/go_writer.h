// The two texts that kubelet derives from a checkpoint: the JSON of the file, and the one-line
// print of the structure, whose hash is the checksum.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wire/json/go_decoder.h"

namespace koord::wire {

// Appends a string with quotes as Go's encoding/json writes it: <, >, & and line separators
// escaped, bytes that are not UTF-8 as \ufffd.
void append_go_json(std::string &out, std::string_view text);

inline std::string go_key_text(const std::string &key) { return key; }
inline std::string go_key_text(int64_t key) { return std::to_string(key); }

// Writes null, or an object with its keys in the order of
// their bytes, numbers too. Calls write(const Value &).
template <typename Key, typename Value, typename Write>
void write_json_map(std::string &out, const GoMap<Key, Value> &map, Write &&write) {
  if (!map) {
    out += "null";
    return;
  }
  std::vector<std::pair<std::string, const Value *>> members;
  members.reserve(map->size());
  for (const auto &[key, value] : *map) members.emplace_back(go_key_text(key), &value);
  std::sort(members.begin(), members.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  char separator = '{';
  for (const auto &[key, value] : members) {
    out += separator;
    append_go_json(out, key);
    out += ':';
    write(*value);
    separator = ',';
  }
  out += members.empty() ? "{}" : "}";
}

// Writes null or an array. Calls write(const Value &).
template <typename Value, typename Write>
void write_json_list(std::string &out, const GoList<Value> &list, Write &&write) {
  if (!list) {
    out += "null";
    return;
  }
  char separator = '[';
  for (const Value &value : *list) {
    out += separator;
    write(value);
    separator = ',';
  }
  out += list->empty() ? "[]" : "]";
}

// Prints <nil>, or "map[key:value key:value]" with text keys in the order of their bytes and
// numeric keys ascending. Calls print(const Value &).
template <typename Key, typename Value, typename Print>
void print_map(std::string &out, const GoMap<Key, Value> &map, Print &&print) {
  if (!map) {
    out += "<nil>";
    return;
  }
  out += "map[";
  std::string_view separator;
  for (const auto &[key, value] : *map) {
    out.append(separator).append(go_key_text(key)) += ':';
    print(value);
    separator = " ";
  }
  out += ']';
}

// Prints <nil>, or "[value value]". Calls print(const Value &).
template <typename List, typename Print>
void print_list(std::string &out, const std::optional<List> &list, Print &&print) {
  if (!list) {
    out += "<nil>";
    return;
  }
  out += '[';
  std::string_view separator;
  for (const auto &value : *list) {
    out += separator;
    print(value);
    separator = " ";
  }
  out += ']';
}

}  // namespace koord::wire
