// Sets for the pods of a gang among many devices: a greedy start, then exchanges of single devices.
#include <algorithm>
#include <array>
#include <numeric>

#include "device/link/gang_search.h"
#include "device/link/link_pick.h"

namespace koord::device {
namespace {

// Every exchange increases the sum, so climbing ends by itself. This is a safety bound.
constexpr int kMaxSwaps = 256;

struct Exchange {
  GangLinks gain;  // between: of all links, also those inside
  int first = 0;   // a pod's device
  int second = 0;  // another pod's device, or a free one
};

class Climb {
 public:
  Climb(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
        DeviceMask fixed, std::vector<DeviceMask> &sets)
      : graph_(graph), free_(free), requests_(requests), fixed_(fixed), sets_(sets) {
    owner_.fill(-1);
    for (size_t pod = 0; pod < sets.size(); ++pod)
      for_each_device(sets[pod],
                      [&](int d) { owner_[static_cast<size_t>(d)] = static_cast<int>(pod); });
  }

  void run() {
    for (int i = 0; i < kMaxSwaps; ++i) {
      const Exchange best = best_exchange();
      if (best.gain <= GangLinks{}) return;
      swap(best);
    }
  }

 private:
  int owner(int device) const { return owner_[static_cast<size_t>(device)]; }
  bool may_have(int pod, int device) const {
    return pod < 0 || (requests_[static_cast<size_t>(pod)].allowed & device_bit(device)) != 0;
  }

  // Returns how well a device is linked to a pod's devices.
  int64_t links_to(int device, int pod) const {
    return pod_links_[static_cast<size_t>(device)][static_cast<size_t>(pod)];
  }

  void measure_links() {
    DeviceMask all = fixed_;
    for (const DeviceMask set : sets_) all |= set;
    for_each_device(free_, [&](int device) {
      links_to_all_[static_cast<size_t>(device)] = cross_score(graph_, device_bit(device), all);
      const int32_t *scores = graph_.row(device);
      for (size_t pod = 0; pod < sets_.size(); ++pod) {
        int64_t sum = 0;
        for_each_device(sets_[pod], [&](int other) { sum += scores[other]; });
        pod_links_[static_cast<size_t>(device)][pod] = sum;
      }
    });
  }

  // Returns the first exchange with the largest gain.
  Exchange best_exchange() {
    measure_links();
    Exchange best;
    for_each_device(free_, [&](int a) {
      if (owner(a) < 0) return;
      for_each_device(free_, [&](int b) {
        if (owner(b) == owner(a) || (owner(b) >= 0 && b < a)) return;
        if (!may_have(owner(a), b) || !may_have(owner(b), a)) return;
        const int64_t pair = graph_.score(a, b);
        GangLinks gain{links_to(b, owner(a)) - pair - links_to(a, owner(a)), 0};
        if (owner(b) >= 0)
          gain.inside += links_to(a, owner(b)) - pair - links_to(b, owner(b));
        else
          gain.between =
              links_to_all_[static_cast<size_t>(b)] - pair - links_to_all_[static_cast<size_t>(a)];
        if (gain > best.gain) best = {gain, a, b};
      });
    });
    return best;
  }

  void swap(const Exchange &exchange) {
    const DeviceMask both = device_bit(exchange.first) | device_bit(exchange.second);
    sets_[static_cast<size_t>(owner(exchange.first))] ^= both;
    if (owner(exchange.second) >= 0) sets_[static_cast<size_t>(owner(exchange.second))] ^= both;
    std::swap(owner_[static_cast<size_t>(exchange.first)],
              owner_[static_cast<size_t>(exchange.second)]);
  }

  const LinkGraph &graph_;
  DeviceMask free_;
  std::span<const GangRequest> requests_;
  const DeviceMask fixed_;
  std::vector<DeviceMask> &sets_;
  std::array<int, kMaxDevices> owner_;
  // The arrays below are set only for entries in use: links of each device to the devices of all
  // pods, and to those of each pod.
  std::array<int64_t, kMaxDevices> links_to_all_;
  std::array<std::array<int64_t, kMaxDevices>, kMaxDevices> pod_links_;
};

}  // namespace

std::vector<DeviceMask> largest_first(const LinkGraph &graph, DeviceMask free,
                                      std::span<const GangRequest> requests) {
  std::vector<size_t> order(requests.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return requests[a].count > requests[b].count; });
  std::vector<DeviceMask> sets(requests.size());
  DeviceMask left = free;
  for (const size_t pod : order) {
    const Pick pick =
        best_set(graph, {left & requests[pod].allowed, 0, requests[pod].count, PickMode::kSet});
    if (pick.refusal != NoPick::kNone) return {};
    sets[pod] = pick.devices;
    left &= ~pick.devices;
  }
  return sets;
}

void climb(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
           DeviceMask fixed, std::vector<DeviceMask> &sets) {
  Climb(graph, free, requests, fixed, sets).run();
}

}  // namespace koord::device
