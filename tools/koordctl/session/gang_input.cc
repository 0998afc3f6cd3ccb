#include "session/gang_input.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "cli/failure.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

// Returns object.a.b.c, or nullptr if a part is absent or not an object.
const Json *find(const Json &object, std::initializer_list<const char *> path) {
  const Json *at = &object;
  for (const char *key : path) {
    if (!at->is_object()) return nullptr;
    const auto found = at->find(key);
    if (found == at->end() || found->is_null()) return nullptr;
    at = &*found;
  }
  return at;
}

// Returns the text at a path, or "" if there is none. libkoord reports wrong types.
std::string text_at(const Json &object, std::initializer_list<const char *> path) {
  const Json *found = find(object, path);
  return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

bool is_kubernetes_group(const Manifest &manifest) {
  return manifest.api_version.starts_with("scheduling.k8s.io/");
}

// Returns true if the object's gang belongs to a group of several.
bool is_in_gang_group(const Json &object) {
  const std::string text =
      text_at(object, {"metadata", "annotations", "gang.scheduling.koordinator.sh/groups"});
  const Json names = Json::parse(text, nullptr, false);
  return names.is_array() && names.size() > 1;
}

}  // namespace

std::optional<int32_t> parse_min_available(const Json &annotation) {
  if (!annotation.is_string()) return std::nullopt;
  std::string_view text = annotation.get_ref<const std::string &>();
  if (text.starts_with("+-")) return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  int32_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

std::string Gang::short_name() const {
  constexpr std::string_view kDefault = "default/";
  return name.starts_with(kDefault) ? name.substr(kDefault.size()) : name;
}

bool GangReader::is_group(const Manifest &manifest) {
  return manifest.kind == "PodGroup" &&
         (manifest.api_version.empty() || is_kubernetes_group(manifest) ||
          manifest.api_version.starts_with("scheduling.sigs.k8s.io/"));
}

void GangReader::add_group(const Manifest &manifest, const std::string &name) {
  const bool kubernetes = is_kubernetes_group(manifest);
  const Json *count = kubernetes
                          ? find(manifest.object, {"spec", "schedulingPolicy", "gang", "minCount"})
                          : find(manifest.object, {"spec", "minMember"});
  const char *field = kubernetes ? "spec.schedulingPolicy.gang.minCount" : "spec.minMember";
  int32_t needed = 1;
  if (count != nullptr) {
    const bool fits = count->is_number_integer() && *count >= INT32_MIN && *count <= INT32_MAX;
    if (!fits)
      throw BadInput(kEnvironment, manifest.where + ": PodGroup " + name + ": " + field +
                                       ": found " +
                                       (count->is_number() ? count->dump() : count->type_name()) +
                                       ", expected a whole number of 32 bits");
    needed = std::max(1, count->get<int32_t>());
  }
  has_gang_groups_ |= is_in_gang_group(manifest.object);
  groups_[{kubernetes ? Kind::kKubernetes : Kind::kPodGroup, name}] = needed;
}

void GangReader::set_pod(size_t index, const Json &pod, const std::string &name_space) {
  if (const auto before = gang_of_.find(index); before != gang_of_.end()) {
    std::erase(gangs_[before->second].pods, index);
    gang_of_.erase(before);
  }
  Kind kind = Kind::kKubernetes;
  std::string name = text_at(pod, {"spec", "schedulingGroup", "podGroupName"});
  if (name.empty()) {
    kind = Kind::kPodGroup;
    name = text_at(pod, {"metadata", "labels", "pod-group.scheduling.sigs.k8s.io"});
  }
  int32_t stated = 0;
  if (name.empty()) {
    kind = Kind::kAnnotated;
    name = text_at(pod, {"metadata", "annotations", "gang.scheduling.koordinator.sh/name"});
    const Json *least =
        find(pod, {"metadata", "annotations", "gang.scheduling.koordinator.sh/min-available"});
    if (least != nullptr) stated = parse_min_available(*least).value_or(0);
  }
  if (name.empty()) return;
  has_gang_groups_ |= is_in_gang_group(pod);
  // The plugin identifies a gang by its name, whichever key contains it.
  const Kind known_as = kind == Kind::kAnnotated ? Kind::kPodGroup : kind;
  const auto [at, is_new] = known_.try_emplace({known_as, name_space + "/" + name}, gangs_.size());
  if (is_new) {
    Gang gang;
    gang.name = at->first.second;
    gang.all_first = kind == Kind::kKubernetes;
    if (kind == Kind::kAnnotated) gang.needed = std::max(1, stated);
    gangs_.push_back(std::move(gang));
  }
  gang_of_[index] = at->second;
  std::vector<size_t> &members = gangs_[at->second].pods;
  members.insert(std::lower_bound(members.begin(), members.end(), index), index);
}

std::vector<Gang> GangReader::take() {
  for (const auto &[key, index] : known_)
    if (const auto group = groups_.find(key); group != groups_.end() && !gangs_[index].needed)
      gangs_[index].needed = group->second;
  std::erase_if(gangs_, [](const Gang &gang) { return gang.pods.empty(); });
  return std::move(gangs_);
}

}  // namespace koordctl
