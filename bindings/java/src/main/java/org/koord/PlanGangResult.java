// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * What {@link Cluster#planGang} gives, and each method that gives the same.
 *
 * @param plan the plan
 * @param info needed and best of its refusal count pods.
 */
public record PlanGangResult(Plan plan, GangInfo info) {}
