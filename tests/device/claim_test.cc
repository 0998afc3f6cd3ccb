#include "device/allocation/assumed_grants.h"
#include "device/allocation/claimed_grants.h"
#include "drawn_nodes.h"
#include "wording/sentence.h"

namespace koord::device::testing {
namespace {

Grants bare(Grants grants) {
  for (Grant &grant : grants) grant.exclusive = object::DeviceExclusive::kNone;
  return grants;
}

bool same_amounts(const Grants &a, const Grants &b) {
  return same_devices(a, b) && std::all_of(a.begin(), a.end(), [&](const Grant &grant) {
           return std::any_of(b.begin(), b.end(), [&](const Grant &other) {
             return other.type == grant.type && other.minor == grant.minor &&
                    other.parts == grant.parts && other.exclusive == grant.exclusive;
           });
         });
}

// A pod may claim exactly what it was allocated, with and without a ledger, and nothing more.
RC_GTEST_PROP(DeviceClaims, AreRightWhereTheyWereGiven, ()) {
  World world;
  draw_node(world, 6, 4);
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  Request request = draw_gpu_request(true);
  if (*rc::gen::arbitrary<bool>()) add_nic(request);
  draw_wishes(world);
  device::Request ask;
  if (world.ask(request, ask).refused()) return;
  Grants given;
  if (allocate(ledger, ask, world.conditions, given).refused() || given.empty()) return;
  Grants claim = bare(given);
  const Refusal no = judge_claim(&ask, &ledger, Profile::kSpec, claim);
  RC_ASSERT(to_sentence(no) == "");
  RC_ASSERT(same_amounts(claim, given));
  claim = bare(given);
  RC_ASSERT(to_sentence(judge_claim(&ask, nullptr, Profile::kSpec, claim)) == "");
  // A claim without amounts is completed.
  claim = bare(given);
  claim[*rc::gen::inRange<size_t>(0, claim.size())].parts.clear();
  RC_ASSERT(!judge_claim(&ask, &ledger, Profile::kSpec, claim).refused());
  RC_ASSERT(same_devices(claim, given));
  for (const Grant &grant : claim) RC_ASSERT(!grant.parts.empty());

  claim = bare(given);
  Grant &one = claim[*rc::gen::inRange<size_t>(0, claim.size())];
  for (ResourceAmount &part : one.parts)
    if (part.resource == kResourceGpuCore || part.resource == kResourceRdma) {
      part.amount += 1;
      RC_ASSERT(judge_claim(&ask, &ledger, Profile::kSpec, claim).reason == Reason::kDeviceAmount);
      break;
    }
  claim = bare(given);
  claim.push_back({kTypeFpga, 0, {{kResourceFpga, 100}}, {}, {}});
  RC_ASSERT(judge_claim(&ask, &ledger, Profile::kSpec, claim).reason == Reason::kDevicesNotAsked);
  RC_ASSERT(judge_claim(nullptr, &ledger, Profile::kSpec, claim).reason ==
            Reason::kDevicesNotAsked);
}

// The requested number of devices is assumed from those that are left, never more than exist.
RC_GTEST_PROP(AssumedDevices, AreOfWhatIsLeft, ()) {
  World world;
  draw_node(world, 6, 4);
  Ledger ledger = world.ledger();
  draw_use(world, ledger);
  Request request = draw_gpu_request(true);
  device::Request ask;
  if (world.ask(request, ask).refused()) return;
  Grants kept;
  const int64_t asked = assume(ledger, ask, kTypeGpu, 0, Profile::kSpec, kept);
  RC_ASSERT(asked == ask.gpu.count);
  RC_ASSERT(static_cast<int64_t>(kept.size()) <= asked);
  for (const Grant &grant : kept) {
    RC_ASSERT(grant.assumed);
    RC_ASSERT(ledger.has({grant}));
  }
  Grants given;
  if (!allocate(ledger, ask, world.conditions, given).refused())
    RC_ASSERT(static_cast<int64_t>(kept.size()) == asked);
  // Devices that are known are not assumed again.
  const int64_t known = *rc::gen::inRange<int64_t>(0, asked + 2);
  Grants others;
  RC_ASSERT(assume(ledger, ask, kTypeGpu, known, Profile::kSpec, others) == asked);
  const size_t unknown = static_cast<size_t>(std::max<int64_t>(0, asked - known));
  RC_ASSERT(others.size() == std::min(kept.size(), unknown));
}

}  // namespace
}  // namespace koord::device::testing
