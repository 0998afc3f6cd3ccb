// The config.json of a bundle.
#pragma once

#include <string>

#include "json.h"

namespace koord_runtime {

// Both throw Failure (kEnvironment). The new file takes the place of the old one whole, with its
// mode and owner.
Json read_config(const std::string &path);
void replace_config(const std::string &path, const Json &config);

}  // namespace koord_runtime
