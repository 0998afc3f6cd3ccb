// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of {@link Koord#rebindRequestFromJson} and of methods with the same results.
 *
 * @param request the request
 * @param node the node
 */
public record RebindRequestFromJsonResult(RebindRequest request, String node) {}
