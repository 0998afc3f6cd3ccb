package org.koord;

/** The library as a whole. */
public final class Koord {
  private Koord() {}

  /** Version of the native library that is loaded, "0.1.0". */
  public static String version() {
    return KoordRaw.koord_version_string();
  }

  /** The same as a number: major &lt;&lt; 16 | minor &lt;&lt; 8 | patch. */
  public static int versionNumber() {
    return KoordRaw.koord_version();
  }
}
