// Small random inventories and claims, with every feature in some of them.
#pragma once

#include <cstdint>
#include <random>

#include "dra/claims.h"
#include "dra/inventory.h"

namespace koord::dra::test {

class Draw {
 public:
  explicit Draw(uint32_t seed) : random_(seed) {}

  int upto(int most) { return static_cast<int>(random_() % static_cast<uint32_t>(most + 1)); }
  bool once_in(int n) { return upto(n - 1) == 0; }

  Inventory inventory() {
    Inventory out;
    const int devices = 1 + upto(5);
    const bool taints = once_in(3), shared = once_in(3), counters = once_in(3),
               attributes = !once_in(4), kinds = once_in(2);
    const int numa_nodes = 1 + upto(2), pcie_roots = 1 + upto(3);
    for (int i = 0; i < devices; ++i) {
      Device device;
      device.shared = shared && once_in(2);
      device.allocated = once_in(6);
      device.unusable = once_in(20);
      if (!once_in(5)) device.numa_node = upto(numa_nodes - 1);
      if (!once_in(5)) device.pcie_root = upto(pcie_roots - 1);
      device.kind = kinds ? static_cast<uint32_t>(i % 2) : 0;
      if (taints && once_in(3)) device.taints = uint64_t{1} << upto(1);
      if (taints && once_in(6))
        out.taints.push_back({static_cast<uint32_t>(i), static_cast<uint32_t>(64 + 64 * upto(1))});
      out.devices.push_back(device);
    }
    if (attributes) add_attributes(out);
    if (shared || once_in(4)) add_capacities(out);
    if (counters) add_counters(out);
    out.index();
    return out;
  }

  // Equal GPUs, or almost equal ones, of partitions that share private counters.
  Inventory partitions() {
    Inventory out;
    const int gpus = 2 + upto(1), parts = 2 + upto(6 / gpus - 2);
    const bool whole = once_in(2), slices = once_in(2), same = once_in(2);
    const int numa_nodes = 1 + upto(1), roots = upto(gpus);
    for (int gpu = 0; gpu < gpus; ++gpu) {
      const auto first = static_cast<uint32_t>(out.counters.size());
      out.counters.push_back(same ? 4 : 3 + upto(1));
      if (slices) out.counters.insert(out.counters.end(), parts, 1);
      for (int part = 0; part < parts; ++part) {
        const auto number = static_cast<uint32_t>(out.devices.size());
        Device device;
        device.allocated = once_in(10);
        device.numa_node = once_in(12) ? kNoGroup : gpu % numa_nodes;
        device.pcie_root = roots == 0 ? kNoGroup : gpu % roots;
        out.devices.push_back(device);
        const bool all = whole && part == 0;
        out.consumed.push_back({number, first, all ? 4 : same ? 1 : 1 + upto(1)});
        for (int slice = 0; slices && slice < parts; ++slice)
          if (all || slice == part)
            out.consumed.push_back({number, first + 1 + static_cast<uint32_t>(slice), 1});
        if (!once_in(10))
          out.attributes.push_back({number, 0, static_cast<uint64_t>(once_in(6) ? 0 : gpu)});
        out.attributes.push_back({number, 1, static_cast<uint64_t>(same ? part : upto(1))});
      }
    }
    out.index();
    return out;
  }
  // Claims that mostly request the same.
  Claims equal_claims(size_t devices) {
    Claims out;
    const int requests = 1 + static_cast<int>(once_in(12)), claims = requests > 1 ? 2 : 2 + upto(1);
    const bool constrained = once_in(3), several = once_in(3);
    DeviceSet all(devices), others(devices);
    for (size_t device = 0; device < devices; ++device) {
      if (!once_in(12)) all.add(device);
      if (once_in(2)) others.add(device);
    }
    const auto count = static_cast<uint32_t>(1 + upto(1));
    for (int claim = 0; claim < claims; ++claim)
      for (int request = 0; request < requests; ++request) {
        Alternative added;
        added.claim = static_cast<uint32_t>(claim);
        added.request = static_cast<uint32_t>(request);
        added.selected = all;
        if (once_in(6))
          added.selected.remove(static_cast<size_t>(upto(static_cast<int>(devices) - 1)));
        if (requests == 1 && once_in(8)) added.count = 2;
        out.alternatives.push_back(added);
        if (requests == 1 && once_in(20)) out.alternatives.push_back(added);
        if (!several || once_in(8)) continue;
        if (once_in(2)) out.alternatives.back().count = count;
        added.count = 1;
        added.selected = others;
        out.alternatives.push_back(added);
      }
    for (int claim = 0; constrained && claim < claims; ++claim)
      if (!once_in(4)) add_constraint(out, static_cast<uint32_t>(claim));
    return out;
  }

  Claims claims(size_t devices) {
    Claims out;
    const int claims = 1 + upto(1);
    int requests = 1 + upto(2);
    for (int claim = 0; claim < claims && requests > 0; ++claim) {
      const int mine = claim + 1 == claims ? requests : 1 + upto(requests - 1);
      requests -= mine;
      for (int request = 0; request < mine; ++request) add_request(out, claim, request, devices);
    }
    const uint32_t last = out.alternatives.back().claim;
    for (int i = upto(2); i > 0; --i)
      add_constraint(out, static_cast<uint32_t>(upto(static_cast<int>(last))));
    return out;
  }

 private:
  void add_attributes(Inventory &out) {
    for (uint32_t name = 0; name < 2; ++name)
      for (uint32_t i = 0; i < out.devices.size(); ++i) {
        if (once_in(8)) continue;
        for (int value = once_in(3) ? 1 + upto(1) : 1; value > 0; --value)
          out.attributes.push_back({i, name, static_cast<uint64_t>(upto(2))});
      }
  }
  void add_capacities(Inventory &out) {
    const int alike = upto(3);
    for (uint32_t i = 0; i < out.devices.size(); ++i) {
      if (once_in(6)) continue;
      Capacity capacity;
      capacity.device = i;
      capacity.value = 4 + (once_in(2) ? alike : upto(4));
      if (out.devices[i].shared) {
        if (out.devices[i].allocated) capacity.used = upto(3);
        capacity.policy = static_cast<RequestPolicy>(upto(2));
        capacity.fallback = 2;
        if (capacity.policy == RequestPolicy::kValues) capacity.values = {1, 2, 4};
        if (capacity.policy == RequestPolicy::kRange) {
          capacity.min = 2;
          if (once_in(2)) capacity.step = 2;
          if (once_in(2)) capacity.max = 6;
        }
      }
      out.capacities.push_back(capacity);
    }
  }
  void add_counters(Inventory &out) {
    for (int i = 1 + upto(1); i > 0; --i) out.counters.push_back(2 + upto(4));
    for (uint32_t i = 0; i < out.devices.size(); ++i)
      for (uint32_t counter = 0; counter < out.counters.size(); ++counter)
        if (!once_in(3)) out.consumed.push_back({i, counter, upto(3)});
  }
  void add_request(Claims &out, int claim, int request, size_t devices) {
    DeviceSet earlier;
    for (int i = once_in(4) ? 2 + upto(1) : 1; i > 0; --i) {
      Alternative added;
      added.claim = static_cast<uint32_t>(claim);
      added.request = static_cast<uint32_t>(request);
      added.all = once_in(8);
      added.admin = once_in(10);
      added.count = static_cast<uint32_t>(1 + upto(once_in(3) ? 2 : 1));
      added.tolerated = static_cast<uint64_t>(upto(3));
      if (once_in(2)) added.tolerated_more = {static_cast<uint64_t>(upto(1)), 1};
      added.selected = DeviceSet(devices);
      const size_t step = 1 + static_cast<size_t>(once_in(4));  // 2: devices of one kind
      for (size_t device = 0; device < devices; device += step)
        if (!once_in(6)) added.selected.add(device);
      if (!out.alternatives.empty() && once_in(2))
        added.selected = out.alternatives.back().selected;
      if (once_in(3)) added.amounts.push_back({0, 0, 1 + upto(4)});
      out.alternatives.push_back(added);
    }
  }
  void add_constraint(Claims &out, uint32_t claim) {
    Constraint added;
    added.distinct = once_in(3);
    added.claim = claim;
    added.attribute = static_cast<uint32_t>(upto(1));
    const bool whole = once_in(2);
    for (const Alternative &alternative : out.alternatives)
      added.scope.push_back(alternative.claim == claim && (whole || !once_in(3)));
    out.constraints.push_back(added);
  }

  std::mt19937 random_;
};

}  // namespace koord::dra::test
