// The best set of devices of one type, as the specification ranks them: well linked, then preferred
// (Site::preference), then of low minors.
#pragma once

#include "device/choice/choice.h"
#include "device/link/link_pick.h"

namespace koord::device {

// The sets of `devices` that the site's scope keeps together; what is not placed is near to
// nothing.
std::vector<DeviceMask> groups_in_scope(const Site &site, DeviceMask devices);

struct SetRequest {
  std::span<const Part> each;
  int64_t count = 0;
  bool whole = false;              // then how those that are left are linked matters as well
  PickMode mode = PickMode::kSet;  // where nothing but links decides
};

// Exact where no more than kExactSets sets are in one place; else the best of those met by
// exchanging devices.
Choice choose_set(const Site &site, const SetRequest &request);

}  // namespace koord::device
