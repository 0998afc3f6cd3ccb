// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The names of a cluster's nodes at one moment. Immutable, counted, shared by any threads. */
public final class NodeNames extends Handle {
  NodeNames(long address) {
    super(address, KoordRaw::koord_node_names_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public NodeNames share() {
    try (Frame f = Frame.open()) {
      return new NodeNames(KoordRaw.koord_node_names_ref(f.read(this)));
    }
  }

  /**
   * Copies a row for each node, by number.
   *
   * @return the rows
   */
  public List<NodeName> rows() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_node_names_get_texts(at, length));
      return f.rows(KoordRaw.koord_node_name_size, row_ -> NodeName.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_node_names_get_rows(at, rows_,
          KoordRaw.koord_node_name_size, capacity_, count_, f.error()));
    }
  }

  @Override
  String told() {
    return told("rows", rows().size());
  }
}
