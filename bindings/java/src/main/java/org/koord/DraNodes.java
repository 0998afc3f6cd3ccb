// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * Inventories of many nodes, and the last answers for claims on them. Not for use by several
 * threads at the same time.
 */
public final class DraNodes extends Handle {
  DraNodes(long address) {
    super(address, KoordRaw::koord_dra_nodes_free, true);
  }

  /**
   * Allocates an object without nodes.
   *
   * @return the dra nodes
   */
  public static DraNodes create() {
    try (Frame f = Frame.open()) {
      Memory draNodesOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_dra_nodes_new(draNodesOut.address(), f.error()));
      return f.made(draNodesOut, DraNodes::new);
    }
  }

  /**
   * Sets the inventory of a node. The caller numbers nodes from 0. The devices of all nodes of one
   * object have the same numbers, because claims name them by number: use an object for each type
   * of node.
   *
   * @param node the node
   * @param inventory copied; null: the node has none.
   * @return this object
   * @throws KoordException.Limit more than MAX_DRA_NODES
   */
  public DraNodes set(int node, DraInventory inventory) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long inventoryAt = f.make(inventory);
      f.check(KoordRaw.koord_dra_nodes_set(at, Frame.count("node", node), inventoryAt, f.error()));
      return this;
    }
  }

  /**
   * {@link #set(int, DraInventory)} with null for inventory.
   *
   * @param node the node
   * @return this object
   */
  public DraNodes set(int node) {
    return set(node, (DraInventory) null);
  }

  /**
   * Evaluates claims on each node, as {@link DraAllocation#run} does with the inventory of the
   * node. Nodes with equal inventories are evaluated once. The answers for the last 64 combinations
   * of claims and options are kept, or fewer if they take more than 64 MiB: only inventories that
   * are new since then are evaluated. A node on which all claims need too many devices is
   * UNDECIDED.
   *
   * @param claims the claims
   * @param options null: the best allocation, 100,000 steps for each inventory. REMEDIES is
   *     refused.
   * @return the rows
   * @throws KoordException.Invalid also for REMEDIES
   */
  public List<DraVerdict> run(DraClaims claims, DraOptions options) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long claimsAt = f.make("claims", claims);
      long optionsAt = DraOptions.write(f, options);
      return f.rows(KoordRaw.koord_dra_verdict_size, DraVerdict::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_dra_nodes_run(at, claimsAt, optionsAt, rows_,
          KoordRaw.koord_dra_verdict_size, capacity_, count_, f.error()));
    }
  }

  /**
   * {@link #run(DraClaims, DraOptions)} with null for options.
   *
   * @param claims the claims
   * @return the rows
   */
  public List<DraVerdict> run(DraClaims claims) {
    return run(claims, (DraOptions) null);
  }
}
