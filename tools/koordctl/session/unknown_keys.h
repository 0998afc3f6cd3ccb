// Keys of objects that no reader knows: misspelt, or in the wrong place.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/manifest.h"

namespace koordctl {

// The known key that `text` was probably meant to be, whatever the case; "" if there is none. Keys
// under 6 bytes may have one typing error, those under 16 two, others three; `prefix` bytes of the
// key do not count.
std::string nearest_key(std::string_view text, std::span<const std::string_view> known,
                        size_t prefix = 0);

// "PATH.KEY: unknown field; did you mean "limits"?", for each key of the object.
void find_unknown_fields(const nlohmann::json &object, const std::string &path,
                         std::span<const std::string_view> known, std::vector<std::string> &out);

// Returns sentences about the keys of an object that have no effect, each with the object's place
// and name. Labels and annotations with a prefix of Koordinator are compared with the known ones:
// one that resembles none may be of a newer version. Fields are checked in objects that people
// write (Pod, RebindResource, PodGroup, arguments of plugins). An object with a resourceVersion has
// been stored by an API server, which has checked its fields.
std::vector<std::string> unknown_keys(const Manifest &manifest);

}  // namespace koordctl
