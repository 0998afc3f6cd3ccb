package org.koord;

import java.util.function.BiConsumer;

/**
 * Receives diagnostics, for example about odd but usable input, or a distance matrix that was
 * ignored. Calls that take a context accept null, which discards diagnostics. Any number of threads
 * may use a context.
 */
public final class Context extends Handle {
  /** The severity of a diagnostic. */
  public enum Level {
    /** Information. */
    INFO,
    /** A problem that deserves attention. */
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
   * Sends diagnostics to {@code listener}, on the thread of the call that they are about and before
   * that call returns. An exception of the listener goes to the thread's uncaught exception
   * handler. The listener may use the library, but not the handle that the call modifies.
   *
   * @param listener receives each diagnostic
   * @return the context, to be closed
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
