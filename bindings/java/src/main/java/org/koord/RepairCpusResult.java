// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * What {@link Kubelet#repairCpus} gives, and each method that gives the same.
 *
 * @param document the document
 * @param report the report
 */
public record RepairCpusResult(String document, String report) {}
