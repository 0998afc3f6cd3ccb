// The result of a placement session, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "output/picture.h"
#include "session/placement.h"

namespace koordctl {

std::string placement_table(const std::vector<Placement> &placements, bool with_header);
// docs/operate/koordctl.md describes the fields.
std::string placement_json(const Placer &placer, const std::vector<Placement> &placements);
// Who holds what, at most as many sets as a picture may have.
std::vector<NamedSet> picture_sets(const Placer &placer, const std::vector<Placement> &placements);
std::string picture_title(const std::vector<Placement> &placements);

}  // namespace koordctl
