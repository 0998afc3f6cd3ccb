// NodeResourceTopologyMatch on any pod and any zones: scores are percentages, a refusal names
// something that is missing, and a set of NUMA nodes that is found holds what it was looked for.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bytes.h"
#include "check.h"
#include "nrt/match.h"

using namespace koord::fuzz;
namespace object = koord::object;
namespace sched = koord::sched;

namespace {

constexpr const char *kResources[] = {"cpu", "ephemeral-storage", "hugepages-2Mi", "memory",
                                      "vendor/gpu"};

int64_t amount(Bytes &bytes) {
  switch (bytes.between(0, 7)) {
    case 0:
      return 0;
    case 1:
      return INT64_MAX;
    default:
      return bytes.between(0, 255) * 500;
  }
}

object::Amounts amounts(Bytes &bytes, int64_t (*draw)(Bytes &)) {
  object::Amounts out;
  const uint8_t chosen = bytes.u8();
  for (unsigned i = 0; i < std::size(kResources); ++i)
    if ((chosen >> i & 1) != 0) out.push_back({kResources[i], draw(bytes)});
  return out;
}

// Small enough for the sums of a pod.
int64_t small_amount(Bytes &bytes) { return amount(bytes) >> 16; }

object::PodObject draw_pod(Bytes &bytes) {
  object::PodObject pod;
  const int inits = bytes.between(0, 2);
  for (int i = 0, all = inits + bytes.between(0, 3); i < all; ++i) {
    object::Container container;
    container.init = i < inits;
    container.requests = amounts(
        bytes, bytes.between(0, 3) == 0 ? small_amount
                                        : [](Bytes &more) { return int64_t{more.u8()} * 500; });
    pod.containers.push_back(std::move(container));
  }
  pod.overhead = amounts(bytes, [](Bytes &more) { return int64_t{more.u8()}; });
  return pod;
}

object::NumaReport draw_report(Bytes &bytes) {
  object::NumaReport report;
  constexpr const char *kPolicies[] = {"SingleNUMANodePodLevel", "SingleNUMANodeContainerLevel",
                                       "BestEffortPodLevel", ""};
  report.policies = {kPolicies[bytes.between(0, 3)]};
  report.attributes = {{"topologyManagerMaxNUMANodes", std::to_string(bytes.u16())}};
  const int zones = bytes.between(0, 7) == 0 ? bytes.between(0, 64) : bytes.between(0, 8);
  const int first = bytes.between(0, 63);
  for (int i = 0; i < zones; ++i) {
    object::NumaZone zone;
    zone.node = (first + i * 5) % 64;
    zone.available = amounts(bytes, amount);
    for (int j = 0; j < zones; ++j)
      if (const uint8_t cost = bytes.u8(); cost != 0)
        zone.costs.push_back({(first + j * 5) % 64, int64_t{cost} * (cost == 255 ? -7 : 1)});
    report.zones.push_back(std::move(zone));
  }
  return report;
}

void check_set(const sched::NrtZones &zones, sched::NrtRequests asks) {
  sched::NrtBudget budget;
  budget.steps = 4096;
  const sched::NrtZoneSet set = zones_required(zones, asks, budget);
  if (set.zones == 0) return;
  FUZZ_CHECK((set.zones & ~zones.all()) == 0);
  FUZZ_CHECK(set.distance == distance_sum(zones, set.zones));
  for (const sched::NrtRequest &ask : asks) {
    FUZZ_CHECK((set.zones & ~zones.reporting(ask.column)) == 0);
    if (!zones.binds(ask.column)) continue;
    int64_t missing = ask.value;
    for (size_t zone = 0; zone < zones.count(); ++zone)
      if ((set.zones >> zone & 1) != 0)
        missing -= std::min(missing, zones.available(ask.column)[zone]);
    FUZZ_CHECK(missing == 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes bytes(data, size);
  const object::PodObject asking = draw_pod(bytes);
  const auto qos = static_cast<object::KubeQos>(bytes.between(0, 2));
  const object::NumaReport report = draw_report(bytes);
  const object::Amounts allocatable = amounts(bytes, amount);

  std::vector<std::string> names;
  const sched::NrtNumbering number = [&names](std::string_view name) {
    const auto at = std::find(names.begin(), names.end(), name);
    const auto index = static_cast<uint16_t>(at - names.begin());
    if (at == names.end()) names.emplace_back(name);
    return index;
  };
  const sched::NrtPod pod(asking, qos, number);
  const sched::NrtNode node = sched::make_nrt_node(report, allocatable, number);

  for (int strategy = 0; strategy < 4; ++strategy) {
    sched::NrtMatch match(pod, {static_cast<sched::NrtStrategy>(strategy), {}});
    const sched::NrtVerdict verdict = match.filter(&node);
    FUZZ_CHECK(verdict.fits() || verdict.best < verdict.needed || verdict.zone < 0);
    FUZZ_CHECK(verdict.fits() == (verdict.level == sched::NrtLevel::kNone));
    const koord::Refusal refusal = to_refusal(verdict, pod);
    FUZZ_CHECK(refusal.refused() != verdict.fits());
    const int score = match.score(&node);
    FUZZ_CHECK(score >= 0 && score <= sched::kMaxScore);
    FUZZ_CHECK(match.score(&node) == score);
  }
  sched::NrtZones zones(pod);
  zones.load(node);
  check_set(zones, pod.effective());
  return 0;
}
