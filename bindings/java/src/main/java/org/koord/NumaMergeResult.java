// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What {@link Koord#numaMerge} gives, and each method that gives the same.
 *
 * @param numaMerged the numa merged
 * @param text why the pod is not admitted, with a NUL; "" if it is. Under {@link Profile#UPSTREAM}
 *     and {@link Profile#KUBELET} it is the message of Koordinator and kubelet, one reason per
 *     line. null with capacity 0: not wanted. Returns its length without the NUL.
 */
public record NumaMergeResult(NumaMerged numaMerged, String text) {}
