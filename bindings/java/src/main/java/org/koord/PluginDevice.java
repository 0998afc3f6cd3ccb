// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A device that a container has.
 *
 * @param container index in the pod
 * @param device its number: {@link KubeletSetup#device}
 */
public record PluginDevice(int container, int device) {
  static PluginDevice read(Memory m) {
    return new PluginDevice(
        m.i32(), m.i32());
  }
}
