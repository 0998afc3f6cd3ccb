// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Cluster#planRebind} and of methods with the same results.
 *
 * @param plan the plan
 * @param info the info
 */
public record PlanRebindResult(Plan plan, RebindInfo info) {}
