// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * What {@link Koord#rebindRequestFromJson} gives, and each method that gives the same.
 *
 * @param request the request
 * @param node the node
 */
public record RebindRequestFromJsonResult(RebindRequest request, String node) {}
