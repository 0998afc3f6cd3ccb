package org.koord;

/** RebindResource objects (docs/rebind.md); the planning is {@link Cluster#planRebind}. */
public final class Rebind {
  private Rebind() {}

  /**
   * A RebindResource.
   *
   * @param node the name of its node
   * @param request what it asks for
   */
  public record Resource(String node, RebindRequest request) {}

  /**
   * Reads a RebindResource; {@code context} is nullable.
   *
   * @throws KoordException.Invalid names the field
   */
  public static Resource fromJson(Context context, String json) {
    byte[] text = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      Memory request =
          f.struct(KoordRaw.koord_rebind_request_size);
      String node =
          f.text(
              (room, capacity, needed) ->
                  KoordRaw.koord_rebind_request_from_json(
                      c, text, request.address(), room, capacity, needed, f.error()));
      return new Resource(node, RebindRequest.read(request));
    }
  }

  /**
   * A JSON merge patch for the status of a RebindResource.
   *
   * @param timestamp the time now, as RFC 3339 has it
   * @param reason up to 1024 bytes; "" takes an earlier one away
   * @throws KoordException.Invalid names the argument
   */
  public static String statusPatch(RebindPhase phase, String timestamp, String reason) {
    byte[] time = Frame.utf8("timestamp", timestamp);
    byte[] why = Frame.utf8(reason);
    try (Frame f = Frame.open()) {
      return f.document(
          out ->
          KoordRaw.koord_rebind_status_to_json(Coded.code("phase", phase), time, why, out,
              f.error()));
    }
  }
}
