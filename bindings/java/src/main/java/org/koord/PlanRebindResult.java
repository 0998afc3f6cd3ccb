// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * What {@link Cluster#planRebind} gives, and each method that gives the same.
 *
 * @param plan the plan
 * @param info the info
 */
public record PlanRebindResult(Plan plan, RebindInfo info) {}
