// The config.json of a bundle.
#pragma once

#include <string>

#include "json.h"

namespace koord_runtime {

// Both functions throw Failure (kEnvironment). The new file replaces the old one atomically, with
// the same mode and owner.
Json read_config(const std::string &path);
void replace_config(const std::string &path, const Json &config);

}  // namespace koord_runtime
