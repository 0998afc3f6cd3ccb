// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What {@link Koord#numaMerge} gives, and each method that gives the same.
 *
 * @param numaMerged the numa merged
 * @param text why it is not admitted, with a NUL; "" when it is. Under {@link Profile#UPSTREAM} and
 *     {@link Profile#KUBELET} the peer's own words, one reason a line. null with capacity 0: not
 *     wanted. Returns its length without the NUL.
 */
public record NumaMergeResult(NumaMerged numaMerged, String text) {}
