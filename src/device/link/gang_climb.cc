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
  int one = 0;     // a pod's device
  int other = 0;   // another pod's device, or a free one
};

class Climb {
 public:
  Climb(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
        DeviceMask beside, std::vector<DeviceMask> &sets)
      : graph_(graph), free_(free), requests_(requests), beside_(beside), sets_(sets) {
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
  int64_t tie(int device, int pod) const {
    return ties_[static_cast<size_t>(device)][static_cast<size_t>(pod)];
  }

  void measure_ties() {
    DeviceMask all = beside_;
    for (const DeviceMask set : sets_) all |= set;
    for_each_device(free_, [&](int device) {
      to_all_[static_cast<size_t>(device)] = cross_score(graph_, device_bit(device), all);
      const int32_t *scores = graph_.row(device);
      for (size_t pod = 0; pod < sets_.size(); ++pod) {
        int64_t sum = 0;
        for_each_device(sets_[pod], [&](int other) { sum += scores[other]; });
        ties_[static_cast<size_t>(device)][pod] = sum;
      }
    });
  }

  // Returns the first exchange with the largest gain.
  Exchange best_exchange() {
    measure_ties();
    Exchange best;
    for_each_device(free_, [&](int a) {
      if (owner(a) < 0) return;
      for_each_device(free_, [&](int b) {
        if (owner(b) == owner(a) || (owner(b) >= 0 && b < a)) return;
        if (!may_have(owner(a), b) || !may_have(owner(b), a)) return;
        const int64_t pair = graph_.score(a, b);
        GangLinks gain{tie(b, owner(a)) - pair - tie(a, owner(a)), 0};
        if (owner(b) >= 0)
          gain.inside += tie(a, owner(b)) - pair - tie(b, owner(b));
        else
          gain.between = to_all_[static_cast<size_t>(b)] - pair - to_all_[static_cast<size_t>(a)];
        if (gain > best.gain) best = {gain, a, b};
      });
    });
    return best;
  }

  void swap(const Exchange &exchange) {
    const DeviceMask both = device_bit(exchange.one) | device_bit(exchange.other);
    sets_[static_cast<size_t>(owner(exchange.one))] ^= both;
    if (owner(exchange.other) >= 0) sets_[static_cast<size_t>(owner(exchange.other))] ^= both;
    std::swap(owner_[static_cast<size_t>(exchange.one)],
              owner_[static_cast<size_t>(exchange.other)]);
  }

  const LinkGraph &graph_;
  DeviceMask free_;
  std::span<const GangRequest> requests_;
  const DeviceMask beside_;
  std::vector<DeviceMask> &sets_;
  std::array<int, kMaxDevices> owner_;
  std::array<int64_t, kMaxDevices> to_all_;  // links of each device to the devices of all pods
  std::array<std::array<int64_t, kMaxDevices>, kMaxDevices> ties_;  // set only for entries in use
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
           DeviceMask beside, std::vector<DeviceMask> &sets) {
  Climb(graph, free, requests, beside, sets).run();
}

}  // namespace koord::device
