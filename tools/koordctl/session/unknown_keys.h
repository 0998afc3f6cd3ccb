// Finds keys of objects that no reader knows, because they are misspelt or misplaced, and values
// that no reader uses or that the API server refuses.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/manifest.h"

namespace koordctl {

// Returns the known key that was probably meant by `text`, ignoring case, or "" if there is none.
// Keys under 6 bytes may have one typing error, those under 16 two, others three. The first
// `prefix` bytes of the key do not count.
std::string nearest_key(std::string_view text, std::span<const std::string_view> known,
                        size_t prefix = 0);

// Appends "PATH.KEY: unknown field; did you mean "limits"?" for each unknown key of the object.
void find_unknown_fields(const nlohmann::json &object, const std::string &path,
                         std::span<const std::string_view> known, std::vector<std::string> &out);

inline constexpr size_t kMaxObjectDoubts = 32;  // of one object

// Returns messages about keys and values of an object, the first kMaxObjectDoubts and one more if
// there are more, each with the object's location and name. Labels and annotations with
// a prefix of Koordinator are compared with the known ones; a key that resembles none may belong to
// a newer version. Fields are checked in objects that users write (Pod, Deployment, ReplicaSet,
// StatefulSet, Job, RebindResource, PodGroup, arguments of plugins). An object with a
// resourceVersion was stored by an API server, which has checked its fields.
std::vector<std::string> unknown_keys(const Manifest &manifest);

}  // namespace koordctl
