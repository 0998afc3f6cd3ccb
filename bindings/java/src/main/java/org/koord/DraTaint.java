// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A taint of a device.
 *
 * @param device device
 * @param number 0 to MAX_DRA_TAINTS - 1
 */
public record DraTaint(int device, int number) {
  void write(Memory m) {
    m.put(device);
    m.put(number);
  }

  static DraTaint read(Memory m) {
    return new DraTaint(
        m.i32(), m.i32());
  }
}
