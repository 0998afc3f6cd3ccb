// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Content of a picture besides the machine: a title, and sets of CPUs with labels. One owner. Calls
 * of {@link Topology#draw} may use one picture at the same time; all other calls require exclusive
 * access. Setters return this object. Calls that take it read its current values. Not safe for use
 * by several threads while it is being changed.
 */
public final class Picture extends Steps {

  /** Creates an object with no values set. */
  public Picture() {
  }

  /**
   * Sets the title; null: none.
   *
   * @param title the title; may be null
   * @return this object
   */
  public Picture title(String title) {
    byte[] titleText = Frame.utf8(title);
    add(
        (f, made) ->
            KoordRaw.koord_picture_set_title(made, titleText, f.error()));
    return this;
  }

  /**
   * Adds a set of CPUs and its owner: {@code label} is one line and may be empty. Sets are shown in
   * the order of the calls; a CPU in several sets is shown as shared.
   *
   * @param label the label
   * @param cpus the cpus
   * @return this object
   */
  public Picture set(String label, CpuSet cpus) {
    byte[] labelText = Frame.utf8("label", label);
    java.util.Objects.requireNonNull(cpus, "cpus");
    add(
        (f, made) -> {
          long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
          return KoordRaw.koord_picture_add_set(made, labelText, cpusAt, Frame.WORDS, f.error());
        });
    return this;
  }

  @Override
  final long make(Frame f) {
    Memory pictureOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_picture_new(pictureOut.address(), f.error()));
    return pictureOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_picture_free(made);
  }
}
