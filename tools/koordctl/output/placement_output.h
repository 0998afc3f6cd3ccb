// Output of a placement session, as pictures and JSON.
#pragma once

#include <string>
#include <vector>

#include "output/picture.h"
#include "session/placement.h"

namespace koordctl {

std::string placement_table(const std::vector<Placement> &placements, bool with_header);
// docs/operate/koordctl.md describes the fields.
std::string placement_json(const Placer &placer, const std::vector<Placement> &placements);
// Returns the CPUs of each holder, limited to the number of sets in a picture.
std::vector<NamedSet> picture_sets(const Placer &placer, const std::vector<Placement> &placements);
std::string picture_title(const std::vector<Placement> &placements);

}  // namespace koordctl
