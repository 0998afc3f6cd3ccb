// A refusal in JSON output: the same fields in every command.
#ifndef KOORDCTL_REFUSAL_JSON_H_
#define KOORDCTL_REFUSAL_JSON_H_

#include <nlohmann/json.hpp>
#include <string>

#include "koord.h"

namespace koordctl {

nlohmann::ordered_json refusal_json(const koord_refusal &refusal, const std::string &sentence);

}  // namespace koordctl

#endif  // KOORDCTL_REFUSAL_JSON_H_
