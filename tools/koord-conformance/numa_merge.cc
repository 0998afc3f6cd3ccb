#include "numa_merge.h"

#include <algorithm>
#include <array>

#include "calls.h"
#include "lines.h"

using Json = nlohmann::json;

NumaMerge::NumaMerge(koord_profile profile) {
  options = KOORD_INIT(koord_numa_options);
  options.profile = profile;
  options.max_nodes = KOORD_MAX_NUMA_NODES;
  koord_error error{};
  koord_numa_hints *made = nullptr;
  must(koord_numa_hints_new(&made, &error), error);
  hints_.reset(made);
}

void NumaMerge::add_node(int32_t node, koord_numa_use use) {
  places_.push_back({node, use});
  set_nodes();
}

void NumaMerge::set_nodes() {
  koord_error error{};
  must(koord_numa_hints_set_nodes(hints_.get(), places_.data(), sizeof(koord_numa_place),
                                  places_.size(), distances.empty() ? nullptr : distances.data(),
                                  &error),
       error);
}

void NumaMerge::add_provider(const Json &provider) {
  if (provider.is_null() || provider.empty())
    add_list("", nullptr);
  else
    for (const auto &[resource, hints] : provider.items()) add_list(resource, hints);
  ++provider_;
}

uint64_t NumaMerge::mask_of(const Json &nodes) const {
  uint64_t mask = 0;
  for (const int32_t node : nodes) {
    const auto at =
        std::find_if(places_.begin(), places_.end(),
                     [&](const koord_numa_place &place) { return place.numa_node == node; });
    if (at == places_.end()) throw std::runtime_error("a hint names an unknown NUMA node");
    mask |= uint64_t{1} << (at - places_.begin());
  }
  return mask;
}

void NumaMerge::add_list(const std::string &resource, const Json &hints) {
  koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
  std::vector<koord_numa_hint> rows;
  list.provider = provider_;
  if (hints.is_null()) {
    list.kind = KOORD_NUMA_HINT_KIND_NO_PREFERENCE;
  } else {
    for (const Json &given : hints) {
      koord_numa_hint hint{};
      hint.score = given.value("score", int64_t{0});
      if (given.at("preferred").get<bool>()) hint.flags |= KOORD_NUMA_HINT_PREFERRED;
      if (given.at("numa").is_null())
        hint.flags |= KOORD_NUMA_HINT_NO_AFFINITY;
      else
        hint.nodes = mask_of(given.at("numa"));
      rows.push_back(hint);
    }
  }
  koord_error error{};
  must(koord_numa_hints_add_list(hints_.get(), &list, resource.data(), resource.size(), rows.data(),
                                 sizeof(koord_numa_hint), rows.size(), &error),
       error);
}

void NumaMerge::merge() {
  set_nodes();  // also sets the distances
  koord_error error{};
  const auto call = [&](char *text, size_t capacity, size_t *needed) {
    must(koord_numa_merge(&options, hints_.get(), &merged_, text, capacity, needed, &error), error);
  };
  size_t length = 0;
  call(nullptr, 0, &length);
  std::vector<char> text(length + 1);
  call(text.data(), text.size(), nullptr);
  text_ = text.data();
}

Json NumaMerge::hint() const {
  Json nodes;
  if (flag(KOORD_NUMA_MERGED_AFFINITY)) {
    nodes = Json::array();
    for (size_t i = 0; i < places_.size(); ++i)
      if ((merged_.nodes >> i & 1) != 0) nodes.push_back(places_[i].numa_node);
  }
  return {{"numa", nodes}, {"preferred", flag(KOORD_NUMA_MERGED_PREFERRED)}};
}

std::vector<std::string> NumaMerge::reasons() const {
  std::vector<std::string> lines = lines_of(text_);
  std::sort(lines.begin(), lines.end());
  return lines;
}
