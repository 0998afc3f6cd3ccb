// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link NrtNode#filter} and of methods with the same results.
 *
 * @param verdict {@link Refusal#text} gives upstream's message ("cannot align pod"); with
 *     refusal.profile set to {@link Profile#SPEC} it says what is missing and where.
 * @param text the name of the missing resource, "" if the pod passes; as in {@link Pod}.
 */
public record FilterResult(NrtVerdict verdict, String text) {}
