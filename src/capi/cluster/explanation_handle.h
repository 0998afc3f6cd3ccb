// Definition of koord_explanation.
#pragma once

#include <string>

#include "capi/boundary/counted.h"
#include "koord.h"
#include "plan/explain.h"

struct koord_explanation {
  koord::plan::Explanation found;
  std::string texts;  // the names of the remedies' steps
  koord::capi::References references{};
};

namespace koord::capi {

// Documented in docs/operate/explain.md.
std::string to_json(const plan::Explanation &explanation);

}  // namespace koord::capi
