// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a device. */
public enum PluginDeviceFlag implements Coded {
  /** The plugin reports it as unhealthy: no container gets it. */
  UNHEALTHY(KoordRaw.KOORD_PLUGIN_DEVICE_UNHEALTHY);

  private final int code;

  PluginDeviceFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
