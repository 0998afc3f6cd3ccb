// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * What {@link Cluster#judge} gives, and each method that gives the same.
 *
 * @param refusal the refusal
 * @param score the score
 */
public record JudgeResult(Refusal refusal, int score) implements Answer {}
