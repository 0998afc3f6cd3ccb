// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The objects of a text, and the result of each. Immutable, counted, shared by any threads. */
public final class AddedObjects extends Handle {
  AddedObjects(long address) {
    super(address, KoordRaw::koord_added_objects_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public AddedObjects share() {
    try (Frame f = Frame.open()) {
      return new AddedObjects(KoordRaw.koord_added_objects_ref(f.read(this)));
    }
  }

  /**
   * Copies a row for each object, in the order of the text.
   *
   * @return the rows
   */
  public List<AddedObject> rows() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_added_objects_get_texts(at, length));
      return f.rows(KoordRaw.koord_added_object_size, row_ -> AddedObject.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_added_objects_get_rows(at, rows_,
          KoordRaw.koord_added_object_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Returns the pod of a row: of a Pod, of a workload's pod, or the pod that stands for a
   * Reservation; null for other rows and for a pod that could not be read. {@code row} counts the
   * rows from 0. Each call makes another pod for a row of a workload's pod.
   *
   * @param row the row
   * @return the pod
   * @throws KoordException.NotFound no such row
   */
  public Pod pod(long row) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory podOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_added_objects_get_pod(at, Frame.count("row", row), podOut.address(),
          f.error()));
      return f.made(podOut, Pod::new);
    }
  }

  /**
   * Writes the Pod object that a workload would create, for the row of such a pod.
   *
   * @param row the row
   * @return the document
   * @throws KoordException.NotFound no such row, or not a workload's pod
   */
  public String podJson(long row) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_added_objects_get_pod_json(at, Frame.count("row", row),
          documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  @Override
  String told() {
    return told("rows", rows().size());
  }
}
