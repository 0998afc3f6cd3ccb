package org.koord;

import java.util.function.BiConsumer;

/**
 * Where remarks go: odd but usable input, a matrix that was ignored. Calls that take a context accept
 * null, which is silence. Any number of threads may use one.
 */
public final class Context extends Handle {
  /** How serious a remark is. */
  public enum Level {
    /** Good to know. */
    INFO,
    /** Somebody should look at it. */
    WARNING;

    static Level of(int level) {
      return switch (level) {
        case KoordRaw.KOORD_LOG_LEVEL_INFO -> INFO;
        case KoordRaw.KOORD_LOG_LEVEL_WARNING -> WARNING;
        default -> level < KoordRaw.KOORD_LOG_LEVEL_INFO ? INFO : WARNING;
      };
    }
  }

  private Context(long address, long log) {
    super(
        address,
        context -> {
          KoordRaw.koord_context_free(context);
          KoordRaw.koord_jni_log_free(log);
        },
        false);
  }

  /**
   * Sends remarks to {@code listener}, on the thread whose call they are about and before that call
   * returns. What it throws goes to the thread's uncaught exception handler. It may use the library,
   * but not the handle that the call changes.
   *
   * @param listener gets each remark
   * @return to be closed
   */
  public static Context of(BiConsumer<Level, String> listener) {
    java.util.Objects.requireNonNull(listener, "listener");
    try (Frame f = Frame.open()) {
      long context = f.handle(out -> KoordRaw.koord_context_new(out, f.error()));
      long log = KoordRaw.koord_jni_log_to(context, new Remarks(listener));
      if (log == 0) {
        KoordRaw.koord_context_free(context);
        throw new OutOfMemoryError("a context of libkoord");
      }
      return new Context(context, log);
    }
  }
}
