// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What {@link NrtNode#filter} gives, and each method that gives the same.
 *
 * @param verdict never null. The words of {@link Refusal#text} are upstream's ("cannot align pod");
 *     with refusal.profile set to {@link Profile#SPEC} they say what is missing and where.
 * @param text the name of the resource that is missing, "" when the pod passes; as in {@link Pod}.
 *     null with capacity 0: not wanted.
 */
public record FilterResult(NrtVerdict verdict, String text) {}
