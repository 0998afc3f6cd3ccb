// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The devices that claims get, and the memory of the search. Make it once and use it again. */
public final class DraAllocation extends Handle {
  DraAllocation(long address) {
    super(address, KoordRaw::koord_dra_allocation_free, true);
  }

  /**
   * Allocates an empty allocation.
   *
   * @return the dra allocation
   */
  public static DraAllocation create() {
    try (Frame f = Frame.open()) {
      Memory draAllocationOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_dra_allocation_new(draAllocationOut.address(), f.error()));
      return f.made(draAllocationOut, DraAllocation::new);
    }
  }

  /**
   * Allocates devices of a node to all claims of a pod, or to none. Unless the steps run out, finds
   * an allocation if there is one, and of all allocations the one with the best score, in this
   * order: earlier alternatives of the earlier requests; fewest NUMA nodes over all claims; fewest
   * devices without a known NUMA node; fewest PCIe roots; fewest counters and shared devices that
   * were idle before, then fewest idle devices of the selected kinds on the NUMA nodes used, so
   * that large requests still fit later; lowest device numbers in the order of the requests. A
   * device without a known NUMA node or PCIe root counts as one of its own. Devices with admin
   * access do not count. The inventory stays unchanged. A refusal is not an error. The steps bound
   * the time; no clock is used.
   *
   * @param inventory the inventory
   * @param claims the claims
   * @param options null: the best allocation, 100,000 steps, no remedies.
   * @return the info
   * @throws KoordException.Invalid no alternatives, an unknown flag
   * @throws KoordException.Limit more than 1,024 devices for all claims, counted by the largest
   *     alternative of each request
   */
  public DraInfo run(DraInventory inventory, DraClaims claims, DraOptions options) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long inventoryAt = f.make("inventory", inventory);
      long claimsAt = f.make("claims", claims);
      long optionsAt = DraOptions.write(f, options);
      Memory infoOut = f.struct(KoordRaw.koord_dra_info_size);
      f.check(KoordRaw.koord_dra_allocation_run(at, inventoryAt, claimsAt, optionsAt,
          infoOut.address(), f.error()));
      return DraInfo.read(infoOut.seek(0));
    }
  }

  /**
   * {@link #run(DraInventory, DraClaims, DraOptions)} with null for options.
   *
   * @param inventory the inventory
   * @param claims the claims
   * @return the info
   */
  public DraInfo run(DraInventory inventory, DraClaims claims) {
    return run(inventory, claims, (DraOptions) null);
  }

  /**
   * Copies the devices of the last run, in the order of the requests, ascending within a request.
   *
   * @return the rows
   */
  public List<DraResult> results() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_dra_result_size, DraResult::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_dra_allocation_get_results(at, rows_, KoordRaw.koord_dra_result_size,
          capacity_, count_, f.error()));
    }
  }

  /**
   * Copies the capacities that the results of the last run consume of shared devices; the owner is
   * the row of {@link DraAllocation#results}. They are the consumedCapacity of the claim's status.
   *
   * @return the rows
   */
  public List<DraAmount> amounts() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_dra_amount_size, DraAmount::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_dra_allocation_get_amounts(at, rows_, KoordRaw.koord_dra_amount_size,
          capacity_, count_, f.error()));
    }
  }
}
