// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Koord#numaMerge} and of methods with the same results.
 *
 * @param numaMerged the numa merged
 * @param text reason that the pod is not admitted; "" if it is. Under {@link Profile#UPSTREAM} and
 *     {@link Profile#KUBELET} it is the message of Koordinator and kubelet, one reason per line.
 */
public record NumaMergeResult(NumaMerged numaMerged, String text) {}
