package org.koord;

import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

/** Receives diagnostics from the native library. It must not throw through native frames. */
final class Remarks {
  private final BiConsumer<Context.Level, String> listener;

  Remarks(BiConsumer<Context.Level, String> listener) {
    this.listener = listener;
  }

  /** Called by koord.i, which depends on this name and signature. */
  void accept(int level, byte[] message) {
    try {
      listener.accept(Context.Level.of(level), new String(message, StandardCharsets.UTF_8));
    } catch (Throwable e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
