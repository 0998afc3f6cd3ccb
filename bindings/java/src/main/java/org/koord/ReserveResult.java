// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Cluster#reserve} and of methods with the same results.
 *
 * @param cpus the CPUs that the pod owns; all zero: it shares CPUs, or was refused.
 * @param refusal the refusal
 */
public record ReserveResult(CpuSet cpus, Refusal refusal) implements Answer {}
