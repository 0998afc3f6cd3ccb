// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * An amount of something that a device or an alternative has or needs.
 *
 * @param owner number of the device, alternative or result
 * @param name number of the capacity or counter
 * @param amount 0 to 2^50, in a unit that the caller chooses for each name
 */
public record DraAmount(int owner, int name, long amount) {
  void write(Memory m) {
    m.put(owner);
    m.put(name);
    m.put(amount);
  }

  static DraAmount read(Memory m) {
    return new DraAmount(
        m.i32(), m.i32(), m.i64());
  }
}
