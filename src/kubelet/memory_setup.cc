#include "kubelet/memory_setup.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/quantity.h"
#include "base/words.h"

namespace koord::kubelet {
namespace {

constexpr std::string_view kHugePages = "hugepages-";

std::string bytes_text(uint64_t bytes) {
  const auto most = static_cast<uint64_t>(INT64_MAX);
  return Quantity(static_cast<int64_t>(std::min(bytes, most)), Quantity::Format::kBinarySi)
      .canonical();
}

std::string huge_page_kind(uint64_t page_bytes) {
  return std::string(kHugePages) + bytes_text(page_bytes);
}

uint64_t huge_bytes(const HugePages &pages) {
  uint64_t bytes;
  return __builtin_mul_overflow(pages.page_bytes, pages.count, &bytes) ? UINT64_MAX : bytes;
}

void check_reservation(const Topology &topology, const MemoryReservation &amount) {
  if (topology.node_index(amount.node) < 0)
    refuse_setup("the reserved memory configuration references a NUMA node " +
                 std::to_string(amount.node) + " that does not exist on this machine");
  if (amount.kind != object::kMemory && !amount.kind.starts_with(kHugePages))
    refuse_setup("reservedMemory: found " + in_quotes(amount.kind) +
                 ", expected memory or hugepages-*");
}

// Checks that the amounts of reservedMemory add up to the node's reservation of each kind.
void check_totals(const Config &config) {
  std::map<std::string_view, uint64_t> reserved;
  reserved[object::kMemory] = 0;
  for (const MemoryReservation &amount : config.reserved_memory)
    reserved[amount.kind] = saturated(reserved[amount.kind], amount.bytes);
  for (const auto &[kind, bytes] : reserved) {
    const uint64_t expected = kind == object::kMemory ? config.node_reserved_memory : 0;
    if (bytes != expected)
      refuse_setup("the total amount \"" + bytes_text(bytes) + "\" of type " + in_quotes(kind) +
                   " is not equal to the value \"" + bytes_text(expected) +
                   "\" determined by Node Allocatable feature");
  }
  if (reserved[object::kMemory] == 0)
    refuse_setup("[memorymanager] you should specify the system reserved memory");
}

}  // namespace

MemorySetup::MemorySetup(const Topology &topology, const Config &config)
    : nodes_(topology.nodes().size()) {
  for (const MemoryReservation &amount : config.reserved_memory)
    check_reservation(topology, amount);
  check_totals(config);

  std::map<std::string, uint64_t> kinds{{std::string(object::kMemory), 0}};
  for (const Topology::NumaNode &node : topology.nodes())
    for (const HugePages &pages : node.huge_pages)
      kinds.emplace(huge_page_kind(pages.page_bytes), pages.page_bytes);
  for (const auto &[kind, page_bytes] : kinds) {
    kinds_.push_back(kind);
    page_bytes_.push_back(page_bytes);
  }

  capacities_.resize(nodes_ * kinds_.size());
  for (size_t i = 0; i < nodes_; ++i) {
    const Topology::NumaNode &node = topology.nodes()[i];
    at(i, object::kMemory) = {true, node.memory_bytes, 0, 0};
    for (const HugePages &pages : node.huge_pages) {
      MemoryCapacity &capacity = at(i, huge_page_kind(pages.page_bytes));
      capacity.known = true;
      capacity.total = saturated(capacity.total, huge_bytes(pages));
    }
  }
  reserve(topology, config);
  for (size_t i = 0; i < nodes_; ++i) finish_node(i, topology.nodes()[i].id);
}

MemorySetup::MemorySetup(std::vector<std::string> kinds, std::vector<MemoryCapacity> capacities)
    : nodes_(capacities.size() / std::max<size_t>(1, kinds.size())),
      kinds_(std::move(kinds)),
      page_bytes_(kinds_.size()),
      capacities_(std::move(capacities)) {}

int MemorySetup::find_kind(std::string_view name) const {
  const auto found = std::lower_bound(kinds_.begin(), kinds_.end(), name);
  if (found == kinds_.end() || *found != name) return kUnknown;
  return static_cast<int>(found - kinds_.begin());
}

MemoryCapacity &MemorySetup::at(size_t node, std::string_view kind) {
  return capacities_[node * kinds_.size() + static_cast<size_t>(find_kind(kind))];
}

void MemorySetup::reserve(const Topology &topology, const Config &config) {
  for (const MemoryReservation &amount : config.reserved_memory) {
    // Kubelet ignores reservations of a page size that the node does not have.
    const int kind = find_kind(amount.kind);
    if (kind == kUnknown) continue;
    const auto node = static_cast<size_t>(topology.node_index(amount.node));
    MemoryCapacity &capacity = capacities_[node * kinds_.size() + static_cast<size_t>(kind)];
    capacity.system_reserved = saturated(capacity.system_reserved, amount.bytes);
  }
}

// Kubelet's subtractions wrap around if a node reserves more than it has; here that is an error.
void MemorySetup::finish_node(size_t node, int id) {
  uint64_t huge = 0;
  for (size_t kind = 0; kind < kinds_.size(); ++kind)
    if (kinds_[kind] != object::kMemory) huge = saturated(huge, capacity(node, kind).total);
  for (size_t kind = 0; kind < kinds_.size(); ++kind) {
    MemoryCapacity &capacity = capacities_[node * kinds_.size() + kind];
    uint64_t taken = capacity.system_reserved;
    if (kinds_[kind] == object::kMemory) taken = saturated(taken, huge);
    if (taken > capacity.total)
      refuse_setup("reservedMemory: NUMA node " + std::to_string(id) + " has " +
                   byte_amount(capacity.total) + " of " + kinds_[kind] + ", but reserves " +
                   byte_amount(capacity.system_reserved) +
                   (taken > capacity.system_reserved ? " in addition to huge pages" : ""));
    capacity.allocatable = capacity.total - taken;
  }
}

}  // namespace koord::kubelet
