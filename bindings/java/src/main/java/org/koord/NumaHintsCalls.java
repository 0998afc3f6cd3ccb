// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * The input of a merge: the NUMA nodes of one machine with their users and distances, and the hints
 * of providers for the resources of a pod or container. Create it once and use it for many pods: it
 * keeps its memory when it is reset or filled again. Calls that only read it may run at the same
 * time; all others require exclusive access.
 */
abstract class NumaHintsCalls extends Handle implements Cloneable {
  NumaHintsCalls(long address) {
    super(address, KoordRaw::koord_numa_hints_free, true);
  }

  /**
   * Creates hints without NUMA nodes and lists.
   *
   * @return the numa hints
   */
  public static NumaHints create() {
    try (Frame f = Frame.open()) {
      Memory numaHintsOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_numa_hints_new(numaHintsOut.address(), f.error()));
      return f.made(numaHintsOut, NumaHints::new);
    }
  }

  /**
   * Copies hints.
   *
   * @return the numa hints
   */
  @Override
  public NumaHints clone() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory numaHintsOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_numa_hints_clone(at, numaHintsOut.address(), f.error()));
      return f.made(numaHintsOut, NumaHints::new);
    }
  }

  /**
   * Restores the state of new hints, but keeps the memory.
   *
   * @return this object
   */
  public NumaHints reset() {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_numa_hints_reset(at, f.error()));
      return (NumaHints) this;
    }
  }

  /**
   * Appends a list.
   *
   * @param list the list
   * @param name of the resource: UTF-8 of at most 1024 bytes; two lists may have the same name.
   * @param rows its hints; none unless list.kind is {@link NumaHintKind#HINTS}. All lists together
   *     have at most MAX_NUMA_HINTS.
   * @return this object
   * @throws KoordException.Invalid a provider number below that of the last list, hints although
   *     the kind has none, a hint for NUMA nodes that do not exist, an unknown flag or kind
   * @throws KoordException.Limit more than MAX_NUMA_LISTS lists, too many hints
   */
  public NumaHints addList(NumaHintList list, String name, List<NumaHint> rows) {
    byte[] nameText = Frame.utf8("name", name);
    java.util.Objects.requireNonNull(rows, "rows");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long listAt = NumaHintList.write(f, java.util.Objects.requireNonNull(list, "list"));
      Memory rowsAt = f.bytes((long) KoordRaw.koord_numa_hint_size * rows.size());
      rows.forEach(row_ -> row_.write(rowsAt));
      f.check(KoordRaw.koord_numa_hints_add_list(at, listAt, nameText, rowsAt.address(),
          KoordRaw.koord_numa_hint_size, rows.size(), f.error()));
      return (NumaHints) this;
    }
  }

  /**
   * Copies the NUMA nodes.
   *
   * @return the rows
   */
  public List<NumaPlace> nodes() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_numa_place_size, NumaPlace::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_numa_hints_get_nodes(at, rows_, KoordRaw.koord_numa_place_size, capacity_,
          count_, f.error()));
    }
  }

  /**
   * Copies the lists, in the order in which they were added.
   *
   * @return the rows
   */
  public List<NumaHintListInfo> lists() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_numa_hints_get_texts(at, length));
      return f.rows(KoordRaw.koord_numa_hint_list_info_size, row_ -> NumaHintListInfo.read(row_,
          texts), (rows_, capacity_, count_) -> KoordRaw.koord_numa_hints_get_lists(at, rows_,
          KoordRaw.koord_numa_hint_list_info_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Copies the hints of a list, by its row.
   *
   * @param list the list
   * @return the rows
   * @throws KoordException.Invalid no such list
   */
  public List<NumaHint> hints(int list) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_numa_hint_size, NumaHint::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_numa_hints_get_hints(at, Frame.count("list", list), rows_,
          KoordRaw.koord_numa_hint_size, capacity_, count_, f.error()));
    }
  }
}
