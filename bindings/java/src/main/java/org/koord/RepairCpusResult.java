// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Kubelet#repairCpus} and of methods with the same results.
 *
 * @param document the document
 * @param report the report
 */
public record RepairCpusResult(String document, String report) {}
