// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Cluster#planResize} and of methods with the same results.
 *
 * @param plan the plan
 * @param refusal the refusal
 */
public record PlanResizeResult(Plan plan, Refusal refusal) implements Answer {}
