/* Part of every_function.c: devices for the claims of a pod. */
#include <string.h>

#include "every_function.h"

static koord_dra_inventory *inventory_of_two(void) {
  koord_dra_inventory *inventory = NULL;
  koord_dra_device devices[2];
  koord_dra_attribute attribute;
  koord_dra_capacity capacity;
  koord_dra_amount amount;
  koord_dra_taint taint;
  memset(devices, 0, sizeof devices);
  devices[0].flags = KOORD_DRA_DEVICE_SHARED;
  memset(&taint, 0, sizeof taint);
  taint.number = 100;
  memset(&attribute, 0, sizeof attribute);
  memset(&capacity, 0, sizeof capacity);
  memset(&amount, 0, sizeof amount);
  capacity.value = amount.amount = 4;
  capacity.policy = KOORD_DRA_POLICY_VALUES;
  OK(koord_dra_inventory_new(&inventory, &err));
  OK(koord_dra_inventory_add_devices(inventory, devices, sizeof devices[0], 1, &err));
  OK(koord_dra_inventory_reset(inventory, &err));
  OK(koord_dra_inventory_add_devices(inventory, devices, sizeof devices[0], 2, &err));
  OK(koord_dra_inventory_add_taints(inventory, &taint, sizeof taint, 1, &err));
  OK(koord_dra_inventory_add_attributes(inventory, &attribute, sizeof attribute, 1, &err));
  OK(koord_dra_inventory_add_capacities(inventory, &capacity, sizeof capacity, 1, &err));
  OK(koord_dra_inventory_add_valid_values(inventory, &amount, sizeof amount, 1, &err));
  OK(koord_dra_inventory_add_counters(inventory, &amount, sizeof amount, 1, &err));
  OK(koord_dra_inventory_add_consumed_counters(inventory, &amount, sizeof amount, 1, &err));
  return inventory;
}

void dra(void) {
  koord_dra_inventory *inventory = inventory_of_two();
  koord_dra_claims *claims = NULL;
  koord_dra_allocation *allocation = NULL;
  koord_dra_alternative alternative = KOORD_INIT(koord_dra_alternative);
  koord_dra_constraint constraint = KOORD_INIT(koord_dra_constraint);
  koord_dra_options options = KOORD_INIT(koord_dra_options);
  koord_dra_info info = KOORD_INIT(koord_dra_info);
  koord_dra_result result;
  koord_dra_amount amount;
  const uint64_t first[1] = {1};
  uint64_t taints[2] = {0, 0};
  koord_dra_nodes *nodes = NULL;
  koord_dra_verdict verdict;
  size_t count = 0;
  memset(&amount, 0, sizeof amount);
  amount.amount = 3;
  alternative.count = 1;
  constraint.kind = KOORD_DRA_CONSTRAINT_KIND_MATCH;
  OK(koord_dra_claims_new(&claims, &err));
  OK(koord_dra_claims_add_alternative(claims, &alternative, first, 1, &err));
  OK(koord_dra_claims_reset(claims, &err));
  OK(koord_dra_claims_add_alternative(claims, &alternative, first, 1, &err));
  taints[1] = (uint64_t)1 << (100 - 64);
  OK(koord_dra_claims_set_tolerated(claims, 0, taints, 2, &err));
  OK(koord_dra_claims_add_amounts(claims, &amount, sizeof amount, 1, &err));
  OK(koord_dra_claims_add_constraint(claims, &constraint, first, 1, &err));
  OK(koord_dra_allocation_new(&allocation, &err));
  OK(koord_dra_allocation_run(allocation, inventory, claims, &options, &info, &err));
  CHECK(info.outcome == KOORD_DRA_OUTCOME_ALLOCATED && info.opened == 2);
  OK(koord_dra_allocation_get_results(allocation, &result, sizeof result, 1, &count, &err));
  CHECK(count == 1 && result.device == 0);
  OK(koord_dra_allocation_get_amounts(allocation, &amount, sizeof amount, 1, &count, &err));
  CHECK(count == 1 && amount.amount == 4);
  OK(koord_dra_nodes_new(&nodes, &err));
  OK(koord_dra_nodes_set(nodes, 0, inventory, &err));
  OK(koord_dra_nodes_run(nodes, claims, &options, &verdict, sizeof verdict, 1, &count, &err));
  CHECK(count == 1 && verdict.outcome == KOORD_DRA_OUTCOME_ALLOCATED && verdict.opened == 2);
  koord_dra_nodes_free(nodes);
  koord_dra_allocation_free(allocation);
  koord_dra_claims_free(claims);
  koord_dra_inventory_free(inventory);
}
