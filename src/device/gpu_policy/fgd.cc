#include "device/gpu_policy/fgd.h"

#include <algorithm>

#include "base/rank.h"
#include "device/gpu_policy/share_places.h"

namespace koord::device {
namespace {

__extension__ using Wide = __int128;

// 1e12 * ln(s / (100 - s)) for s from 51 to 99, rounded up. The logistic function is monotonic, so
// the points where its floor steps define it. The values are stored because exp() differs in its
// last digits between C libraries.
constexpr int kMiddle = 50;
constexpr int64_t kSteps[] = {
    40005334614,   80042707674,   120144311843,  160342650076,  200670695463,  241162056817,
    281851152141,  322773392264,  363965377202,  405465108109,  447312218044,  489548225319,
    532216813748,  575364144904,  619039208407,  663294217411,  708185057925,  753771802377,
    800119300113,  847297860388,  895384047055,  944461608841,  994622575145,  1045968555183,
    1098612288669, 1152679509939, 1208311205925, 1265666373332, 1324925414744, 1386294361120,
    1450010175506, 1516347489369, 1585627263741, 1658228076604, 1734601055389, 1815289966639,
    1900958761194, 1992430164691, 2090741096934, 2197224577337, 2313634929181, 2442347035370,
    2586689344098, 2751535313042, 2944438979167, 3178053830348, 3476098689836, 3891820298111,
    4595119850135,
};
static_assert(std::size(kSteps) == 49);
constexpr int64_t kStepUnit = 1'000'000'000;  // steps in one milli-GPU

// Returns the quotient rounded up.
int64_t divided_up(Wide value, int64_t by) {
  const Wide quotient = value / by;
  return static_cast<int64_t>(quotient * by < value ? quotient + 1 : quotient);
}

}  // namespace

Fgd::Fgd(std::span<const TaskClass> classes) : fragmentation_(classes) {
  for (int score = 1; score <= 99; ++score) {
    // Steps are symmetric about 50. Below 50 the irrational
    // step is rounded up if its mirror image is rounded down.
    const int64_t step = score == kMiddle  ? 0
                         : score > kMiddle ? kSteps[score - kMiddle - 1]
                                           : 1 - kSteps[kMiddle - score - 1];
    least_fall_[static_cast<size_t>(score - 1)] =
        divided_up(Wide{step} * fragmentation_.tasks(), kStepUnit);
  }
}

int64_t Fgd::score(int64_t fall) const noexcept {
  return static_cast<int64_t>(rank_of(fall, std::span<const int64_t>(least_fall_)));
}

PlacementScore Fgd::place(const NodeFree &node, const GpuTask &task, DeviceMask allowed) const {
  check_task(task);
  check_devices(node);
  if (!could_host(node, task)) return {};
  const Fragmentation::Evaluator now(fragmentation_, node.cpu_milli, node.model);
  const Fragmentation::Evaluator then(fragmentation_, node.cpu_milli - task.cpu_milli, node.model);
  const std::span<const int32_t> before = node.gpu_milli;
  if (task.shares()) {
    const int64_t fall_by_cpu = then.hosts_as(now) ? 0 : now.of(before) - then.of(before);
    return share(node, task, allowed, fall_by_cpu, then);
  }
  if (!fits(node, task, allowed)) return {};
  const DeviceMask devices = first_fitting(node, task, allowed);
  std::array<int32_t, kMaxDevices> after;
  std::ranges::copy(before, after.begin());
  for_each_device(devices,
                  [&](int device) { after[static_cast<size_t>(device)] -= task.gpu_milli; });
  return {true, score(now.of(before) - then.of({after.data(), before.size()})), devices};
}

PlacementScore Fgd::share(const NodeFree &node, const GpuTask &task, DeviceMask allowed,
                          int64_t fall_by_cpu, const Fragmentation::Evaluator &then) const {
  struct Option {
    size_t device;
    int64_t fall;
  };
  std::array<Option, kMaxDevices> options;
  size_t count = 0;
  int64_t best_fall = INT64_MIN;
  for_each_device_to_share(node, task, allowed, [&](size_t device) {
    const int64_t fall =
        fall_by_cpu - then.rise(node.gpu_milli, node.gpu_milli[device], task.gpu_milli);
    options[count++] = {device, fall};
    best_fall = std::max(best_fall, fall);
  });
  if (count == 0) return {};
  // Picks the first of the devices with the best score; different falls can have one score.
  const int64_t best = score(best_fall);
  const int64_t least = best == 0 ? INT64_MIN : least_fall_[static_cast<size_t>(best - 1)];
  size_t first = 0;
  while (options[first].fall < least) ++first;
  return {true, best, device_bit(static_cast<int>(options[first].device))};
}

}  // namespace koord::device
