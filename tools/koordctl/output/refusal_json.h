// A refusal in JSON output, with the same fields in every command.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "koord.h"

namespace koordctl {

nlohmann::ordered_json refusal_json(const koord_refusal &refusal, const std::string &sentence,
                                    koord_profile names);

}  // namespace koordctl
