// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of dra.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_dra(py::module_ &m) {
  m.def("dra_inventory_new", []() {
    koord_dra_inventory *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_dra_inventory_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("dra_inventory_reset", [](const Handle<koord_dra_inventory> &inventory) {
    const Used used_inventory(inventory);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_reset(used_inventory.get(), err);
    });
    call.end();
  }, "inventory"_a);
  m.def("dra_inventory_add_devices", [](const Handle<koord_dra_inventory> &inventory, const py::object &rows) {
    const Used used_inventory(inventory);
    const Rows given_rows(rows, sizeof(koord_dra_device), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_add_devices(used_inventory.get(), given_rows.as<koord_dra_device>(), sizeof(koord_dra_device), given_rows.count(), err);
    });
    call.end();
  }, "inventory"_a, "rows"_a);
  m.def("dra_inventory_add_taints", [](const Handle<koord_dra_inventory> &inventory, const py::object &rows) {
    const Used used_inventory(inventory);
    const Rows given_rows(rows, sizeof(koord_dra_taint), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_add_taints(used_inventory.get(), given_rows.as<koord_dra_taint>(), sizeof(koord_dra_taint), given_rows.count(), err);
    });
    call.end();
  }, "inventory"_a, "rows"_a);
  m.def("dra_inventory_add_attributes", [](const Handle<koord_dra_inventory> &inventory, const py::object &rows) {
    const Used used_inventory(inventory);
    const Rows given_rows(rows, sizeof(koord_dra_attribute), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_add_attributes(used_inventory.get(), given_rows.as<koord_dra_attribute>(), sizeof(koord_dra_attribute), given_rows.count(), err);
    });
    call.end();
  }, "inventory"_a, "rows"_a);
  m.def("dra_inventory_add_capacities", [](const Handle<koord_dra_inventory> &inventory, const py::object &rows) {
    const Used used_inventory(inventory);
    const Rows given_rows(rows, sizeof(koord_dra_capacity), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_add_capacities(used_inventory.get(), given_rows.as<koord_dra_capacity>(), sizeof(koord_dra_capacity), given_rows.count(), err);
    });
    call.end();
  }, "inventory"_a, "rows"_a);
  m.def("dra_inventory_add_valid_values", [](const Handle<koord_dra_inventory> &inventory, const py::object &rows) {
    const Used used_inventory(inventory);
    const Rows given_rows(rows, sizeof(koord_dra_amount), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_add_valid_values(used_inventory.get(), given_rows.as<koord_dra_amount>(), sizeof(koord_dra_amount), given_rows.count(), err);
    });
    call.end();
  }, "inventory"_a, "rows"_a);
  m.def("dra_inventory_add_counters", [](const Handle<koord_dra_inventory> &inventory, const py::object &rows) {
    const Used used_inventory(inventory);
    const Rows given_rows(rows, sizeof(koord_dra_amount), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_add_counters(used_inventory.get(), given_rows.as<koord_dra_amount>(), sizeof(koord_dra_amount), given_rows.count(), err);
    });
    call.end();
  }, "inventory"_a, "rows"_a);
  m.def("dra_inventory_add_consumed_counters", [](const Handle<koord_dra_inventory> &inventory, const py::object &rows) {
    const Used used_inventory(inventory);
    const Rows given_rows(rows, sizeof(koord_dra_amount), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.alone();
      return koord_dra_inventory_add_consumed_counters(used_inventory.get(), given_rows.as<koord_dra_amount>(), sizeof(koord_dra_amount), given_rows.count(), err);
    });
    call.end();
  }, "inventory"_a, "rows"_a);
  m.def("dra_claims_new", []() {
    koord_dra_claims *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_dra_claims_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("dra_claims_reset", [](const Handle<koord_dra_claims> &claims) {
    const Used used_claims(claims);
    Call call;
    call([&](koord_error *err) {
      const auto lock_claims = used_claims.alone();
      return koord_dra_claims_reset(used_claims.get(), err);
    });
    call.end();
  }, "claims"_a);
  m.def("dra_claims_add_alternative", [](const Handle<koord_dra_claims> &claims, const py::object &alternative, const Words &devices) {
    const Used used_claims(claims);
    const Packed<koord_dra_alternative> given_alternative(alternative);
    Call call;
    call([&](koord_error *err) {
      const auto lock_claims = used_claims.alone();
      return koord_dra_claims_add_alternative(used_claims.get(), given_alternative.get(), devices.words, kWords, err);
    });
    call.end();
  }, "claims"_a, "alternative"_a, "devices"_a);
  m.def("dra_claims_add_amounts", [](const Handle<koord_dra_claims> &claims, const py::object &rows) {
    const Used used_claims(claims);
    const Rows given_rows(rows, sizeof(koord_dra_amount), false);
    Call call;
    call([&](koord_error *err) {
      const auto lock_claims = used_claims.alone();
      return koord_dra_claims_add_amounts(used_claims.get(), given_rows.as<koord_dra_amount>(), sizeof(koord_dra_amount), given_rows.count(), err);
    });
    call.end();
  }, "claims"_a, "rows"_a);
  m.def("dra_claims_set_tolerated", [](const Handle<koord_dra_claims> &claims, Number<uint32_t> alternative, const Words &taints) {
    const Used used_claims(claims);
    Call call;
    call([&](koord_error *err) {
      const auto lock_claims = used_claims.alone();
      return koord_dra_claims_set_tolerated(used_claims.get(), alternative.value, taints.words, kWords, err);
    });
    call.end();
  }, "claims"_a, "alternative"_a, "taints"_a);
  m.def("dra_claims_add_constraint", [](const Handle<koord_dra_claims> &claims, const py::object &constraint, const Words &alternatives) {
    const Used used_claims(claims);
    const Packed<koord_dra_constraint> given_constraint(constraint);
    Call call;
    call([&](koord_error *err) {
      const auto lock_claims = used_claims.alone();
      return koord_dra_claims_add_constraint(used_claims.get(), given_constraint.get(), alternatives.words, kWords, err);
    });
    call.end();
  }, "claims"_a, "constraint"_a, "alternatives"_a);
  m.def("dra_allocation_new", []() {
    koord_dra_allocation *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_dra_allocation_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("dra_allocation_run", [](const Handle<koord_dra_allocation> &allocation, const Handle<koord_dra_inventory> &inventory, const Handle<koord_dra_claims> &claims, const py::object &options) {
    const Used used_allocation(allocation);
    const Used used_inventory(inventory);
    const Used used_claims(claims);
    const Packed<koord_dra_options> given_options(options);
    koord_dra_info out_info = KOORD_INIT(koord_dra_info);
    Call call;
    call([&](koord_error *err) {
      const auto lock_allocation = used_allocation.alone();
      const auto lock_claims = used_claims.shared();
      const auto lock_inventory = used_inventory.shared();
      return koord_dra_allocation_run(used_allocation.get(), used_inventory.get(), used_claims.get(), given_options.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "allocation"_a, "inventory"_a, "claims"_a, "options"_a);
  m.def("dra_allocation_get_results", [](const Handle<koord_dra_allocation> &allocation) {
    const Used used_allocation(allocation);
    RowsOut<koord_dra_result> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_allocation = used_allocation.shared();
      return koord_dra_allocation_get_results(used_allocation.get(), out_rows.data(), sizeof(koord_dra_result), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "allocation"_a);
  m.def("dra_allocation_get_amounts", [](const Handle<koord_dra_allocation> &allocation) {
    const Used used_allocation(allocation);
    RowsOut<koord_dra_amount> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_allocation = used_allocation.shared();
      return koord_dra_allocation_get_amounts(used_allocation.get(), out_rows.data(), sizeof(koord_dra_amount), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "allocation"_a);
  m.def("dra_nodes_new", []() {
    koord_dra_nodes *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_dra_nodes_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("dra_nodes_set", [](const Handle<koord_dra_nodes> &nodes, Number<uint32_t> node, const Handle<koord_dra_inventory> *inventory) {
    const Used used_nodes(nodes);
    const Used used_inventory(inventory);
    Call call;
    call([&](koord_error *err) {
      const auto lock_inventory = used_inventory.shared();
      const auto lock_nodes = used_nodes.alone();
      return koord_dra_nodes_set(used_nodes.get(), node.value, used_inventory.get(), err);
    });
    call.end();
  }, "nodes"_a, "node"_a, "inventory"_a.none(true));
  m.def("dra_nodes_run", [](const Handle<koord_dra_nodes> &nodes, const Handle<koord_dra_claims> &claims, const py::object &options) {
    const Used used_nodes(nodes);
    const Used used_claims(claims);
    const Packed<koord_dra_options> given_options(options);
    RowsOut<koord_dra_verdict> out_rows;
    Call call;
    call([&](koord_error *err) {
      const auto lock_claims = used_claims.shared();
      const auto lock_nodes = used_nodes.alone();
      return koord_dra_nodes_run(used_nodes.get(), used_claims.get(), given_options.get(), out_rows.data(), sizeof(koord_dra_verdict), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "nodes"_a, "claims"_a, "options"_a);
}

}  // namespace koord_python
