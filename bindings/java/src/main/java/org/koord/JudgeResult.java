// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Cluster#judge} and of methods with the same results.
 *
 * @param refusal the refusal
 * @param score the score
 */
public record JudgeResult(Refusal refusal, int score) implements Answer {}
