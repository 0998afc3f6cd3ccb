// Claims of a pod against the devices of a node, with any values: refused with one line, or an
// answer that keeps the rules, is the same twice, and is the same for many nodes.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "bytes.h"
#include "check.h"

using namespace koord::fuzz;

namespace {

constexpr uint64_t kSteps = 2000;

struct Free {
  void operator()(koord_dra_inventory *inventory) const { koord_dra_inventory_free(inventory); }
  void operator()(koord_dra_claims *claims) const { koord_dra_claims_free(claims); }
  void operator()(koord_dra_allocation *allocation) const { koord_dra_allocation_free(allocation); }
  void operator()(koord_dra_nodes *nodes) const { koord_dra_nodes_free(nodes); }
};

template <typename Handle>
std::unique_ptr<Handle, Free> make(koord_status (*call)(Handle **, koord_error *)) {
  Handle *out = nullptr;
  FUZZ_CHECK(call(&out, nullptr) == KOORD_OK);
  return std::unique_ptr<Handle, Free>(out);
}

// Calls a function with an error, and returns true if it succeeds.
template <typename Call, typename... Arguments>
bool succeeds(Call call, Arguments... arguments) {
  koord_error err{};
  const koord_status status = call(arguments..., &err);
  check_result(status, err);
  return status == KOORD_OK;
}

int64_t amount(Bytes &bytes) {
  const uint8_t kind = bytes.u8();
  if (kind == 255) return -1;
  return kind == 254 ? int64_t{1} << 50 : kind % 12;
}

// The calls of a case, with the rows that were accepted.
class Case {
 public:
  explicit Case(Bytes &bytes) : bytes_(bytes) {
    add_devices();
    for (int calls = bytes.between(0, 7); calls > 0; --calls) add_rows();
    for (int calls = bytes.between(1, 12); calls > 0; --calls) add_alternative();
    for (int calls = bytes.between(0, 3); calls > 0; --calls) add_amounts();
    for (int calls = bytes.between(0, 3); calls > 0; --calls) add_constraint();
  }

  void run() {
    const koord_dra_info best = allocate(0);
    const std::vector<koord_dra_result> rows = results_;
    check_results(best);
    const koord_dra_info again = allocate(0);
    FUZZ_CHECK(again.outcome == best.outcome && again.steps == best.steps);
    FUZZ_CHECK(std::equal(rows.begin(), rows.end(), results_.begin(), results_.end(),
                          [](const koord_dra_result &a, const koord_dra_result &b) {
                            return a.alternative == b.alternative && a.device == b.device;
                          }));
    const koord_dra_info any = allocate(KOORD_DRA_OPTIONS_ANY);
    check_results(any);
    if (any.outcome != KOORD_DRA_OUTCOME_UNDECIDED && best.outcome != KOORD_DRA_OUTCOME_UNDECIDED)
      FUZZ_CHECK(any.outcome == best.outcome);
    const koord_dra_info remedies = allocate(KOORD_DRA_OPTIONS_REMEDIES);
    FUZZ_CHECK(remedies.outcome == best.outcome);
    check_node(best);
  }

 private:
  using AddAmounts = koord_status (*)(koord_dra_inventory *, const koord_dra_amount *, size_t,
                                      size_t, koord_error *);

  void add_devices() {
    std::vector<koord_dra_device> rows(static_cast<size_t>(bytes_.between(0, 16)));
    for (koord_dra_device &row : rows) {
      row.taints = bytes_.between(0, 3) == 0 ? uint64_t{1} << bytes_.between(0, 63) : 0;
      row.flags = bytes_.between(0, 3) == 0 ? bytes_.u8() % 9 : 0;
      row.numa_node = bytes_.between(-1, 2);
      row.pcie_root = bytes_.between(-1, 4);
      row.kind = bytes_.between(0, 1);
    }
    if (add(&koord_dra_inventory_add_devices, rows)) devices_ = rows;
  }
  template <typename Row>
  bool add(koord_status (*call)(koord_dra_inventory *, const Row *, size_t, size_t, koord_error *),
           const std::vector<Row> &rows) {
    return succeeds(call, inventory_.get(), rows.data(), sizeof rows[0], rows.size());
  }
  uint32_t number(size_t below) {
    return static_cast<uint32_t>(bytes_.between(0, static_cast<int>(below)));
  }

  void add_rows() {
    const int kind = bytes_.between(0, 5);
    if (kind == 0) return add_capacities();
    if (kind == 1) {
      std::vector<koord_dra_attribute> rows(static_cast<size_t>(bytes_.between(0, 16)));
      for (koord_dra_attribute &row : rows) row = {number(devices_.size()), number(1), number(3)};
      add(&koord_dra_inventory_add_attributes, rows);
      return;
    }
    if (kind == 2) {
      add(&koord_dra_inventory_add_taints,
          std::vector<koord_dra_taint>{{number(devices_.size()), bytes_.u16() % 1100}});
      return;
    }
    constexpr AddAmounts kCalls[] = {&koord_dra_inventory_add_counters,
                                     &koord_dra_inventory_add_consumed_counters,
                                     &koord_dra_inventory_add_valid_values};
    std::vector<koord_dra_amount> rows(static_cast<size_t>(bytes_.between(0, 8)));
    for (koord_dra_amount &row : rows)
      row = {kind == 3 ? 0 : number(devices_.size()), number(3), amount(bytes_)};
    if (kind == 3)
      for (koord_dra_amount &row : rows)
        row.name = counters_ + static_cast<uint32_t>(&row - rows.data());
    if (add(kCalls[kind - 3], rows) && kind == 3) counters_ += static_cast<uint32_t>(rows.size());
  }
  void add_capacities() {
    std::vector<koord_dra_capacity> rows(static_cast<size_t>(bytes_.between(0, 8)));
    for (koord_dra_capacity &row : rows) {
      row.device = number(devices_.size());
      row.name = number(1);
      row.value = amount(bytes_);
      if (row.device < devices_.size() &&
          (devices_[row.device].flags & KOORD_DRA_DEVICE_ALLOCATED) != 0)
        row.used = amount(bytes_);
      row.policy = bytes_.between(0, 2);
      row.flags = bytes_.u8() % 9;
      row.default_amount = amount(bytes_);
      row.min = amount(bytes_);
      row.max = amount(bytes_);
      row.step = amount(bytes_);
    }
    add(&koord_dra_inventory_add_capacities, rows);
  }

  void add_alternative() {
    koord_dra_alternative row = KOORD_INIT(koord_dra_alternative);
    const int next = bytes_.between(0, 3);  // another alternative, request or claim
    if (!alternatives_.empty()) {
      row.claim = alternatives_.back().claim + (next == 2 ? 1 : 0);
      row.request = next == 2 ? 0 : alternatives_.back().request + (next == 1 ? 1 : 0);
    }
    if (next == 3) row.claim += bytes_.u8() % 3;
    row.flags = bytes_.between(0, 3) == 0 ? bytes_.u8() % 5 : 0;
    row.count = (row.flags & KOORD_DRA_ALTERNATIVE_ALL) != 0 ? 0 : 1 + number(2);
    row.tolerated = bytes_.between(0, 3) == 0 ? ~uint64_t{0} : 0;
    const uint64_t devices = bytes_.u16() | (bytes_.flag() ? ~uint64_t{0} : 0);
    if (!succeeds(&koord_dra_claims_add_alternative, claims_.get(), &row, &devices, size_t{1}))
      return;
    alternatives_.push_back(row);
    selected_.push_back(devices);
  }
  void add_amounts() {
    const koord_dra_amount row{number(alternatives_.size()), number(1), amount(bytes_)};
    succeeds(&koord_dra_claims_add_amounts, claims_.get(), &row, sizeof row, size_t{1});
  }
  void add_constraint() {
    koord_dra_constraint row = KOORD_INIT(koord_dra_constraint);
    row.kind = bytes_.between(0, 2);
    row.claim = number(2);
    row.attribute = number(1);
    const uint64_t alternatives = bytes_.u16();
    succeeds(&koord_dra_claims_add_constraint, claims_.get(), &row, &alternatives,
             static_cast<size_t>(bytes_.between(0, 1)));
  }

  koord_dra_info allocate(koord_dra_options_flags flags) {
    koord_dra_options options = KOORD_INIT(koord_dra_options);
    options.flags = flags;
    options.max_steps = kSteps;
    koord_dra_info info = KOORD_INIT(koord_dra_info);
    results_.assign(1024, {});
    size_t count = 0;
    if (succeeds(&koord_dra_allocation_run, allocation_.get(), inventory_.get(), claims_.get(),
                 &options, &info)) {
      FUZZ_CHECK(koord_dra_allocation_get_results(allocation_.get(), results_.data(),
                                                  sizeof results_[0], results_.size(), &count,
                                                  nullptr) == KOORD_OK);
      FUZZ_CHECK((info.outcome == KOORD_DRA_OUTCOME_ALLOCATED) == (count > 0));
      FUZZ_CHECK((info.outcome == KOORD_DRA_OUTCOME_ALLOCATED) ==
                 (info.reason == KOORD_DRA_REASON_NONE));
    } else {
      FUZZ_CHECK(alternatives_.empty());
    }
    results_.resize(count);
    return info;
  }

  // Each request has the devices of one of its alternatives. No device is used twice, unless it is
  // shared or the access is for administration.
  void check_results(const koord_dra_info &info) {
    if (info.outcome != KOORD_DRA_OUTCOME_ALLOCATED) return;
    std::map<std::pair<uint32_t, uint32_t>, std::map<uint32_t, std::set<uint32_t>>> requests;
    std::set<uint32_t> used;
    for (const koord_dra_result &row : results_) {
      FUZZ_CHECK(row.alternative < alternatives_.size() && row.device < devices_.size());
      const koord_dra_alternative &wanted = alternatives_[row.alternative];
      const koord_dra_device &device = devices_[row.device];
      FUZZ_CHECK(wanted.claim == row.claim && wanted.request == row.request);
      FUZZ_CHECK((selected_[row.alternative] >> row.device & 1) != 0);
      FUZZ_CHECK((device.flags & KOORD_DRA_DEVICE_UNUSABLE) == 0);
      FUZZ_CHECK((device.taints & ~wanted.tolerated) == 0);
      auto &devices = requests[{row.claim, row.request}][row.alternative];
      FUZZ_CHECK(devices.insert(row.device).second);
      const bool is_admin = (wanted.flags & KOORD_DRA_ALTERNATIVE_ADMIN) != 0;
      if (is_admin || (device.flags & KOORD_DRA_DEVICE_SHARED) != 0) continue;
      FUZZ_CHECK((device.flags & KOORD_DRA_DEVICE_ALLOCATED) == 0);
      FUZZ_CHECK(used.insert(row.device).second);
    }
    for (const koord_dra_alternative &wanted : alternatives_) {
      const auto &chosen = requests[{wanted.claim, wanted.request}];
      FUZZ_CHECK(chosen.size() == 1);
      const koord_dra_alternative &given = alternatives_[chosen.begin()->first];
      if (given.count != 0) FUZZ_CHECK(chosen.begin()->second.size() == given.count);
    }
  }

  // The node has the same answer among others, also if it is known from an earlier call.
  void check_node(const koord_dra_info &expected) {
    const auto nodes = make(&koord_dra_nodes_new);
    FUZZ_CHECK(koord_dra_nodes_set(nodes.get(), 2, inventory_.get(), nullptr) == KOORD_OK);
    koord_dra_options options = KOORD_INIT(koord_dra_options);
    options.max_steps = kSteps;
    for (int round = 0; round < 2; ++round) {
      koord_dra_verdict rows[3];
      size_t count = 0;
      if (!succeeds(&koord_dra_nodes_run, nodes.get(), claims_.get(), &options, rows,
                    sizeof rows[0], size_t{3}, &count))
        return;
      FUZZ_CHECK(count == 3 && rows[0].outcome == KOORD_DRA_OUTCOME_NONE);
      FUZZ_CHECK(rows[2].outcome == expected.outcome && rows[2].opened == expected.opened &&
                 rows[2].numa_nodes == expected.numa_nodes && rows[2].idle == expected.idle);
    }
  }

  Bytes &bytes_;
  std::unique_ptr<koord_dra_inventory, Free> inventory_ = make(&koord_dra_inventory_new);
  std::unique_ptr<koord_dra_claims, Free> claims_ = make(&koord_dra_claims_new);
  std::unique_ptr<koord_dra_allocation, Free> allocation_ = make(&koord_dra_allocation_new);
  std::vector<koord_dra_device> devices_{};
  uint32_t counters_ = 0;
  std::vector<koord_dra_alternative> alternatives_{};
  std::vector<uint64_t> selected_{};
  std::vector<koord_dra_result> results_{};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Bytes bytes(data, size);
  Case(bytes).run();
  return 0;
}
