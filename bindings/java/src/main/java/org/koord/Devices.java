package org.koord;

/** Devices of machines. */
public final class Devices {
  private Devices() {}

  /**
   * What a node offers by its Device object, {"resources":{...},"labels":{...}}.
   *
   * @param context receives remarks, nullable
   * @param shared koordinator.sh/gpu.shared, too: 100 for each healthy GPU
   * @throws KoordException.Invalid names the field
   */
  public static String nodeResources(Context context, String device, boolean shared) {
    int flags = shared ? KoordRaw.KOORD_NODE_RESOURCES_SHARED : 0;
    byte[] json = Frame.utf8("device", device);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return f.document(
          out -> KoordRaw.koord_device_get_node_resources(c, json, flags, out, f.error()));
    }
  }
}
