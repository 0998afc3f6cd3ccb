// Any functions of koord.h in any order, with results of earlier calls as arguments: no crash,
// errors of one line that match the status, a handle only if the call succeeded, and no change
// of an agent by a refused call.
#include <iterator>

#include "caller.h"
#include "calls.inc"

using namespace koord::fuzz;

namespace {

constexpr int kMostCalls = 64;
constexpr size_t kPrepared = 8192;

// Entries for functions that calls.py leaves out.

void set_numa_nodes(Caller &caller) {
  auto *const hints = caller.handle<koord_numa_hints>(false);
  const std::vector<koord_numa_place> rows = caller.rows<koord_numa_place>();
  std::vector<uint32_t> distances(rows.size() * rows.size());
  for (uint32_t &distance : distances) distance = static_cast<uint32_t>(caller.number());
  caller.check(koord_numa_hints_set_nodes(hints, rows.data(), sizeof(koord_numa_place), rows.size(),
                                          caller.below(2) == 0 ? nullptr : distances.data(),
                                          caller.error()));
}

void suppress(Caller &caller) {
  auto *const agent = caller.handle<koord_agent>(false);
  koord_suppress_usage usage{};
  draw(caller, usage);
  const std::vector<uint64_t> current = caller.words();
  std::vector<uint64_t> cpus(current.size());
  koord_suppression out{};
  out.struct_size = sizeof out;
  caller.check(koord_agent_suppress(agent, &usage, caller.below(2) == 0 ? nullptr : current.data(),
                                    cpus.data(), cpus.size(), &out, caller.error()));
}

// Runs the hook in an empty folder, never on the control groups of this machine.
void run_hook(Caller &caller) {
  auto *const hook = caller.handle<koord_hook>(false);
  if (hook == nullptr) return;
  const Text root = caller.text("path", false);
  if (koord_hook_set_cgroup_root(hook, root.data, root.length, nullptr) != KOORD_OK) return;
  const Text state = caller.text("oci_state", false);
  koord_hook_result result{};
  result.struct_size = sizeof result;
  caller.check(koord_hook_run(hook, state.data, state.length, &result, caller.error()));
}

constexpr Entry kByHand[] = {{"koord_numa_hints_set_nodes", false, set_numa_nodes},
                             {"koord_agent_suppress", false, suppress},
                             {"koord_hook_run", false, run_hook}};

// Makes handles of all types and fills them, so that most of the calls that follow have something
// to work on. Each of the 256 numbers gives others.
void prepare(Caller &caller, uint8_t number) {
  std::vector<uint8_t> drawn(kPrepared);
  Random random(number);
  for (uint8_t &byte : drawn) byte = static_cast<uint8_t>(random.next());
  const Bytes later = caller.use(Bytes(drawn.data(), drawn.size()));
  for (int round = 0; round < 3; ++round)
    for (const Entry &entry : kEntries)
      if (entry.prepares) entry.call(caller);
  caller.use(later);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Caller caller(Bytes(data, size));
  prepare(caller, static_cast<uint8_t>(caller.below(256)));
  for (int calls = 0; calls < kMostCalls && !caller.empty(); ++calls) {
    const size_t which = caller.below(std::size(kEntries) + std::size(kByHand));
    const Entry &entry =
        which < std::size(kEntries) ? kEntries[which] : kByHand[which - std::size(kEntries)];
    entry.call(caller);
  }
  return 0;
}
