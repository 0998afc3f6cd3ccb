// Time of one allocation of claims through koord.h: common requests, and requests on which a search
// without pruning takes for ever. The counter is the number of steps.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "koord.h"

namespace koord::bench {
namespace {

struct Free {
  void operator()(koord_dra_inventory *inventory) const { koord_dra_inventory_free(inventory); }
  void operator()(koord_dra_claims *claims) const { koord_dra_claims_free(claims); }
  void operator()(koord_dra_allocation *allocation) const { koord_dra_allocation_free(allocation); }
};

class Case {
 public:
  // Devices on two NUMA nodes, two to a PCIe root, with one row per device for each attribute:
  // `value` of its number.
  template <typename Value>
  Case(uint32_t devices, uint32_t attributes, Value &&value) {
    koord_dra_inventory *inventory = nullptr;
    koord_dra_claims *claims = nullptr;
    koord_dra_allocation *allocation = nullptr;
    ok_ = koord_dra_inventory_new(&inventory, nullptr) == KOORD_OK &&
          koord_dra_claims_new(&claims, nullptr) == KOORD_OK &&
          koord_dra_allocation_new(&allocation, nullptr) == KOORD_OK;
    inventory_.reset(inventory);
    claims_.reset(claims);
    allocation_.reset(allocation);
    std::vector<koord_dra_device> rows(devices);
    std::vector<koord_dra_attribute> values;
    for (uint32_t i = 0; i < devices; ++i) {
      rows[i].numa_node = static_cast<int32_t>(2 * i / devices);
      rows[i].pcie_root = static_cast<int32_t>(i / 2);
      for (uint32_t name = 0; name < attributes; ++name)
        values.push_back({i, name, static_cast<uint64_t>(value(i, name))});
      devices_[i / 64] |= uint64_t{1} << i % 64;
    }
    ok_ &= koord_dra_inventory_add_devices(inventory, rows.data(), sizeof rows[0], rows.size(),
                                           nullptr) == KOORD_OK;
    ok_ &= koord_dra_inventory_add_attributes(inventory, values.data(), sizeof values[0],
                                              values.size(), nullptr) == KOORD_OK;
  }

  void request(uint32_t claim, uint32_t number, uint32_t count) {
    koord_dra_alternative alternative = KOORD_INIT(koord_dra_alternative);
    alternative.claim = claim;
    alternative.request = number;
    alternative.count = count;
    ok_ &= koord_dra_claims_add_alternative(claims_.get(), &alternative, devices_, 2, nullptr) ==
           KOORD_OK;
  }
  void match(uint32_t attribute) {
    koord_dra_constraint constraint = KOORD_INIT(koord_dra_constraint);
    constraint.kind = KOORD_DRA_CONSTRAINT_KIND_MATCH;
    constraint.attribute = attribute;
    ok_ &= koord_dra_claims_add_constraint(claims_.get(), &constraint, nullptr, 0, nullptr) ==
           KOORD_OK;
  }
  void run(benchmark::State &state, koord_dra_outcome expected) {
    koord_dra_info info = KOORD_INIT(koord_dra_info);
    for (auto _ : state)
      ok_ &= koord_dra_allocation_run(allocation_.get(), inventory_.get(), claims_.get(), nullptr,
                                      &info, nullptr) == KOORD_OK;
    if (!ok_ || info.outcome != expected) state.SkipWithError("unexpected outcome");
    state.counters["steps"] = static_cast<double>(info.steps);
  }

 private:
  bool ok_ = true;
  uint64_t devices_[2] = {};
  std::unique_ptr<koord_dra_inventory, Free> inventory_;
  std::unique_ptr<koord_dra_claims, Free> claims_;
  std::unique_ptr<koord_dra_allocation, Free> allocation_;
};

void one_claim(benchmark::State &state) {
  Case problem(8, 0, [](uint32_t, uint32_t) { return 0; });
  problem.request(0, 0, static_cast<uint32_t>(state.range(0)));
  problem.run(state, KOORD_DRA_OUTCOME_ALLOCATED);
}
BENCHMARK(one_claim)->Arg(1)->Arg(2)->Arg(4)->Arg(8);

void match_over_four_requests(benchmark::State &state) {
  Case problem(64, 1, [](uint32_t i, uint32_t) { return i / 8; });
  for (uint32_t i = 0; i < 4; ++i) problem.request(0, i, static_cast<uint32_t>(state.range(0)));
  problem.match(0);
  problem.run(state, KOORD_DRA_OUTCOME_ALLOCATED);
}
BENCHMARK(match_over_four_requests)->Arg(1)->Arg(2);

void one_device_too_few(benchmark::State &state) {
  const auto claims = static_cast<uint32_t>(state.range(0));
  Case problem(claims - 1, 0, [](uint32_t, uint32_t) { return 0; });
  for (uint32_t i = 0; i < claims; ++i) problem.request(i, 0, 1);
  problem.run(state, KOORD_DRA_OUTCOME_REFUSED);
}
BENCHMARK(one_device_too_few)->Arg(8)->Arg(32);

void groups_of_one_too_few(benchmark::State &state) {
  Case problem(56, 1, [](uint32_t i, uint32_t) { return i / 7; });
  for (uint32_t i = 0; i < 8; ++i) problem.request(0, i, 1);
  problem.match(0);
  problem.run(state, KOORD_DRA_OUTCOME_REFUSED);
}
BENCHMARK(groups_of_one_too_few);

void many_matches(benchmark::State &state) {
  Case problem(64, 6, [](uint32_t i, uint32_t name) { return i >> name & 3; });
  for (uint32_t i = 0; i < 4; ++i) problem.request(0, i, 2);
  for (uint32_t name = 0; name < 6; ++name) problem.match(name);
  problem.run(state, KOORD_DRA_OUTCOME_REFUSED);
}
BENCHMARK(many_matches);

// 5,000 nodes of eight GPUs in all states of use. A new shape of claims comes with each call if the
// argument is 1.
void nodes_of_eight_gpus(benchmark::State &state) {
  koord_dra_nodes *nodes = nullptr;
  bool ok = koord_dra_nodes_new(&nodes, nullptr) == KOORD_OK;
  for (uint32_t node = 0; node < 5000; ++node) {
    koord_dra_inventory *inventory = nullptr;
    koord_dra_device devices[8] = {};
    for (uint32_t i = 0; i < 8; ++i) {
      devices[i].numa_node = static_cast<int32_t>(i / 4);
      devices[i].pcie_root = static_cast<int32_t>(i / 2);
      devices[i].flags = (node * 0x9E3779B1u >> 24 >> i & 1) != 0 ? KOORD_DRA_DEVICE_ALLOCATED : 0;
    }
    ok &= koord_dra_inventory_new(&inventory, nullptr) == KOORD_OK &&
          koord_dra_inventory_add_devices(inventory, devices, sizeof devices[0], 8, nullptr) ==
              KOORD_OK &&
          koord_dra_nodes_set(nodes, node, inventory, nullptr) == KOORD_OK;
    koord_dra_inventory_free(inventory);
  }
  koord_dra_claims *claims = nullptr;
  ok &= koord_dra_claims_new(&claims, nullptr) == KOORD_OK;
  koord_dra_alternative alternative = KOORD_INIT(koord_dra_alternative);
  alternative.count = 2;
  const uint64_t all = 0xFF;
  ok &= koord_dra_claims_add_alternative(claims, &alternative, &all, 1, nullptr) == KOORD_OK;
  koord_dra_options options = KOORD_INIT(koord_dra_options);
  options.max_steps = 100000;
  std::vector<koord_dra_verdict> rows(5000);
  size_t count = 0;
  for (auto _ : state) {
    options.max_steps += static_cast<uint64_t>(state.range(0));
    ok &= koord_dra_nodes_run(nodes, claims, &options, rows.data(), sizeof rows[0], rows.size(),
                              &count, nullptr) == KOORD_OK;
  }
  if (!ok || count != 5000) state.SkipWithError("unexpected outcome");
  koord_dra_claims_free(claims);
  koord_dra_nodes_free(nodes);
}
BENCHMARK(nodes_of_eight_gpus)->Arg(0)->Arg(1);

}  // namespace
}  // namespace koord::bench
BENCHMARK_MAIN();
