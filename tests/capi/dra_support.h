// Inventories, claims and allocations for the tests of koord/experimental/dra.h.
#pragma once

#include "capi/capi_support.h"

namespace koord::testing {

struct FreeDra {
  void operator()(koord_dra_inventory *inventory) const { koord_dra_inventory_free(inventory); }
  void operator()(koord_dra_claims *claims) const { koord_dra_claims_free(claims); }
  void operator()(koord_dra_nodes *nodes) const { koord_dra_nodes_free(nodes); }
  void operator()(koord_dra_allocation *allocation) const { koord_dra_allocation_free(allocation); }
};

template <typename Handle>
std::unique_ptr<Handle, FreeDra> new_dra(koord_status (*make)(Handle **, koord_error *)) {
  Handle *out = nullptr;
  EXPECT_EQ(make(&out, nullptr), KOORD_OK);
  return std::unique_ptr<Handle, FreeDra>(out);
}

struct DraCase {
  koord_status add_devices(const std::vector<koord_dra_device> &rows, koord_error *err = nullptr) {
    return koord_dra_inventory_add_devices(inventory.get(), rows.data(), sizeof rows[0],
                                           rows.size(), err);
  }
  koord_status add_attributes(const std::vector<koord_dra_attribute> &rows,
                              koord_error *err = nullptr) {
    return koord_dra_inventory_add_attributes(inventory.get(), rows.data(), sizeof rows[0],
                                              rows.size(), err);
  }
  koord_status add_taints(const std::vector<koord_dra_taint> &rows, koord_error *err = nullptr) {
    return koord_dra_inventory_add_taints(inventory.get(), rows.data(), sizeof rows[0], rows.size(),
                                          err);
  }
  koord_status add_capacities(const std::vector<koord_dra_capacity> &rows,
                              koord_error *err = nullptr) {
    return koord_dra_inventory_add_capacities(inventory.get(), rows.data(), sizeof rows[0],
                                              rows.size(), err);
  }
  using AddAmounts = koord_status (*)(koord_dra_inventory *, const koord_dra_amount *, size_t,
                                      size_t, koord_error *);
  koord_status add(AddAmounts call, const std::vector<koord_dra_amount> &rows,
                   koord_error *err = nullptr) {
    return call(inventory.get(), rows.data(), sizeof rows[0], rows.size(), err);
  }
  koord_status request(uint32_t claim, uint32_t number, uint32_t count, uint64_t devices,
                       koord_error *err = nullptr, koord_dra_alternative_flags flags = 0) {
    koord_dra_alternative alternative = KOORD_INIT(koord_dra_alternative);
    alternative.claim = claim;
    alternative.request = number;
    alternative.count = count;
    alternative.flags = flags;
    return koord_dra_claims_add_alternative(claims.get(), &alternative, &devices, 1, err);
  }
  koord_status constrain(koord_dra_constraint_kind kind, uint32_t attribute,
                         koord_error *err = nullptr, uint64_t alternatives = 0,
                         uint32_t claim = 0) {
    koord_dra_constraint constraint = KOORD_INIT(koord_dra_constraint);
    constraint.kind = kind;
    constraint.claim = claim;
    constraint.attribute = attribute;
    return koord_dra_claims_add_constraint(claims.get(), &constraint, &alternatives,
                                           alternatives != 0 ? 1 : 0, err);
  }
  koord_dra_info run(koord_dra_options_flags flags = 0, uint64_t max_steps = 0) {
    koord_dra_info info = KOORD_INIT(koord_dra_info);
    koord_dra_options options = KOORD_INIT(koord_dra_options);
    options.flags = flags;
    options.max_steps = max_steps;
    koord_error err{};
    EXPECT_EQ(koord_dra_allocation_run(allocation.get(), inventory.get(), claims.get(), &options,
                                       &info, &err),
              KOORD_OK)
        << err.message;
    return info;
  }
  // Formats the results as "claim.request:alternative=device".
  std::string results() const {
    std::vector<koord_dra_result> rows(64);
    size_t count = 0;
    EXPECT_EQ(koord_dra_allocation_get_results(allocation.get(), rows.data(), sizeof rows[0],
                                               rows.size(), &count, nullptr),
              KOORD_OK);
    std::string out;
    for (size_t i = 0; i < count; ++i)
      out += (i > 0 ? " " : "") + std::to_string(rows[i].claim) + '.' +
             std::to_string(rows[i].request) + ':' + std::to_string(rows[i].alternative) + '=' +
             std::to_string(rows[i].device);
    return out;
  }
  // Formats the consumed capacities as "result/name=amount".
  std::string amounts() const {
    std::vector<koord_dra_amount> rows(64);
    size_t count = 0;
    EXPECT_EQ(koord_dra_allocation_get_amounts(allocation.get(), rows.data(), sizeof rows[0],
                                               rows.size(), &count, nullptr),
              KOORD_OK);
    std::string out;
    for (size_t i = 0; i < count; ++i)
      out += (i > 0 ? " " : "") + std::to_string(rows[i].owner) + '/' +
             std::to_string(rows[i].name) + '=' + std::to_string(rows[i].amount);
    return out;
  }

  std::unique_ptr<koord_dra_inventory, FreeDra> inventory = new_dra(&koord_dra_inventory_new);
  std::unique_ptr<koord_dra_claims, FreeDra> claims = new_dra(&koord_dra_claims_new);
  std::unique_ptr<koord_dra_allocation, FreeDra> allocation = new_dra(&koord_dra_allocation_new);
};

}  // namespace koord::testing
