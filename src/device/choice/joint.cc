#include "device/choice/joint.h"

#include <algorithm>

namespace koord::device {
namespace {

bool is_near(const Device &a, const Device &b, Nearness nearness) {
  if (nearness == Nearness::kAny) return true;
  if (nearness == Nearness::kPcie) return share_pcie(a, b);
  return a.numa == b.numa || a.numa < 0 || b.numa < 0;
}

}  // namespace

Follower make_follower(const Pool &lead, const Candidates &site, const CountRequest &need,
                       Nearness nearness) {
  Follower out;
  out.fitting = site.fitting(need.each);
  out.count = need.count;
  out.fixed = site.pool().type == kTypeGpu;
  for (const Device &device : lead.devices) {
    DeviceMask near = 0;
    for_each_device(out.fitting, [&](int d) {
      if (is_near(device, site.pool().devices[static_cast<size_t>(d)], nearness))
        near |= device_bit(d);
    });
    out.near.push_back(near);
  }
  return out;
}

DeviceMask near_all(const Pool &lead, const std::vector<Follower> &followers) {
  DeviceMask out = 0;
  for (size_t d = 0; d < lead.devices.size(); ++d)
    if (std::all_of(followers.begin(), followers.end(),
                    [&](const Follower &follower) { return follower.near[d] != 0; }))
      out |= device_bit(static_cast<int>(d));
  return out;
}

DeviceMask near_any(const Follower &follower, DeviceMask lead) {
  DeviceMask out = 0;
  for_each_device(lead, [&](int d) { out |= follower.near[static_cast<size_t>(d)]; });
  return out;
}

// Leading devices on one switch have the same followers
// nearby; those on different switches have different ones.
int64_t switches_of(const Follower &follower, DeviceMask lead) {
  std::vector<DeviceMask> known;
  for_each_device(lead, [&](int d) { known.push_back(follower.near[static_cast<size_t>(d)]); });
  std::sort(known.begin(), known.end());
  return std::unique(known.begin(), known.end()) - known.begin();
}

CountLacking leads_lack(const std::vector<Follower> &followers, Nearness nearness, DeviceMask from,
                        int64_t count) {
  bool always = true;
  for (const Follower &follower : followers) {
    for_each_device(from, [&](int d) {
      always = always && width(follower.near[static_cast<size_t>(d)]) >= follower.count;
    });
    always = always && (nearness != Nearness::kPcie || !follower.fixed || count <= follower.count);
  }
  if (always) return {};
  return [&followers, nearness](DeviceMask lead) {
    int64_t lacking = 0;
    for (const Follower &follower : followers) {
      lacking += std::max<int64_t>(0, follower.count - width(near_any(follower, lead)));
      if (nearness == Nearness::kPcie && follower.fixed)
        lacking += std::max<int64_t>(0, switches_of(follower, lead) - follower.count);
    }
    return lacking;
  };
}

CountLacking followers_lack(const Follower &follower, DeviceMask lead) {
  return [&follower, lead](DeviceMask chosen) {
    int64_t lacking = 0;
    for_each_device(lead, [&](int d) {
      lacking += (follower.near[static_cast<size_t>(d)] & chosen) == 0 ? 1 : 0;
    });
    return lacking;
  };
}

}  // namespace koord::device
