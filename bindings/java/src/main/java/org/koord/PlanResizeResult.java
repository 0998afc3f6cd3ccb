// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * What {@link Cluster#planResize} gives, and each method that gives the same.
 *
 * @param plan the plan
 * @param refusal the refusal
 */
public record PlanResizeResult(Plan plan, Refusal refusal) implements Answer {}
