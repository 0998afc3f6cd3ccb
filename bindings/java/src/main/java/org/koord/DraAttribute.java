// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A value of an attribute. A list has a row for each value (KEP-5491). The caller numbers names and
 * values: equal names have one number, and values of one name are equal if and only if their type
 * and value are.
 *
 * @param device device
 * @param name name
 * @param value value
 */
public record DraAttribute(int device, int name, long value) {
  void write(Memory m) {
    m.put(device);
    m.put(name);
    m.put(value);
  }

  static DraAttribute read(Memory m) {
    return new DraAttribute(
        m.i32(), m.i32(), m.i64());
  }
}
