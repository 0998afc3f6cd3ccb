// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Cluster#planGang} and of methods with the same results.
 *
 * @param plan the plan
 * @param info needed and best of its refusal count pods.
 */
public record PlanGangResult(Plan plan, GangInfo info) {}
