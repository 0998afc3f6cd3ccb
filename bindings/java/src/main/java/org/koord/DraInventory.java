// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * Devices that one node can use, from its ResourceSlices, and what is in use. Setters return this
 * object. Calls that take it read its current values. Not safe for use by several threads while it
 * is being changed.
 */
public final class DraInventory extends Steps {

  /** Creates an object with no values set. */
  public DraInventory() {
  }

  /**
   * Appends devices.
   *
   * @param rows the rows
   * @return this object
   */
  public DraInventory devices(List<DraDevice> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_device_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_inventory_add_devices(
              made, rowsAt.address(), KoordRaw.koord_dra_device_size, rows.size(), f.error());
        });
    return this;
  }

  /**
   * Adds taints of devices, as those of {@code DraDevice.taints}. A taint that a device already has
   * changes nothing.
   *
   * @param rows the rows
   * @return this object
   */
  public DraInventory taints(List<DraTaint> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_taint_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_inventory_add_taints(
              made, rowsAt.address(), KoordRaw.koord_dra_taint_size, rows.size(), f.error());
        });
    return this;
  }

  /**
   * Adds values of attributes. A value that a device already has changes nothing. Only attributes
   * that constraints name are needed.
   *
   * @param rows the rows
   * @return this object
   */
  public DraInventory attributes(List<DraAttribute> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_attribute_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_inventory_add_attributes(
              made, rowsAt.address(), KoordRaw.koord_dra_attribute_size, rows.size(), f.error());
        });
    return this;
  }

  /**
   * Adds capacities.
   *
   * @param rows the rows
   * @return this object
   */
  public DraInventory capacities(List<DraCapacity> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_capacity_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_inventory_add_capacities(
              made, rowsAt.address(), KoordRaw.koord_dra_capacity_size, rows.size(), f.error());
        });
    return this;
  }

  /**
   * Adds values that the policy {@link DraPolicy#VALUES} of a device's capacity permits.
   *
   * @param rows the rows
   * @return this object
   */
  public DraInventory validValues(List<DraAmount> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_amount_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_inventory_add_valid_values(
              made, rowsAt.address(), KoordRaw.koord_dra_amount_size, rows.size(), f.error());
        });
    return this;
  }

  /**
   * Adds shared counters (KEP-4815), each with its value before any allocation. The name of a row
   * is the number of the counter: counters are numbered from 0 in this order. The owner is 0.
   *
   * @param rows the rows
   * @return this object
   */
  public DraInventory counters(List<DraAmount> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_amount_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_inventory_add_counters(
              made, rowsAt.address(), KoordRaw.koord_dra_amount_size, rows.size(), f.error());
        });
    return this;
  }

  /**
   * Adds the counters that devices consume.
   *
   * @param rows the rows
   * @return this object
   */
  public DraInventory consumedCounters(List<DraAmount> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_amount_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_inventory_add_consumed_counters(
              made, rowsAt.address(), KoordRaw.koord_dra_amount_size, rows.size(), f.error());
        });
    return this;
  }

  @Override
  final long make(Frame f) {
    Memory draInventoryOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_dra_inventory_new(draInventoryOut.address(), f.error()));
    return draInventoryOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_dra_inventory_free(made);
  }
}
