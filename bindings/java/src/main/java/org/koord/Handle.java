package org.koord;

import java.lang.ref.Cleaner;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;

/**
 * Something that the library made and that is to be freed. Calls count as users; who closes it only
 * says that no more may come, and the last user frees it. A handle that the library wants to have
 * alone while it changes has a lock, too.
 */
abstract class Handle implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int SHOWN = 64; // characters of a text

  private final State state;
  private final Cleaner.Cleanable net;
  private final ReentrantReadWriteLock lock;

  /** Does not refer to the handle, which else would never be collected. */
  private static final class State implements Runnable {
    private static final int CLOSED = Integer.MIN_VALUE;

    private final long address;
    private final LongConsumer free;
    /** Its calls, one more while it is open, and CLOSED. */
    private final AtomicInteger users = new AtomicInteger(1);

    State(long address, LongConsumer free) {
      this.address = address;
      this.free = free;
    }

    boolean enter() {
      int before;
      do {
        before = users.get();
        if (before < 0) {
          return false;
        }
      } while (!users.compareAndSet(before, before + 1));
      return true;
    }

    void leave() {
      if (users.decrementAndGet() == CLOSED) {
        free.accept(address);
      }
    }

    /** Closes it: once, by its owner or by the cleaner. */
    @Override
    public void run() {
      if (users.updateAndGet(count -> (count | CLOSED) - 1) == CLOSED) {
        free.accept(address);
      }
    }
  }

  /** Takes over what is at `address`. */
  Handle(long address, LongConsumer free, boolean changes) {
    state = new State(address, free);
    lock = changes ? new ReentrantReadWriteLock() : null;
    net = CLEANER.register(this, state);
  }

  /** What frees a handle that needs `kept`, null: none, for as long as it lives. To be called while a frame uses `kept`. */
  static LongConsumer keeping(Handle kept, LongConsumer free) {
    if (kept == null) {
      return free;
    }
    State state = kept.state;
    state.users.incrementAndGet();
    return address -> {
      free.accept(address);
      state.leave();
    };
  }

  final long enter(boolean exclusive) {
    if (!state.enter()) {
      throw new IllegalStateException(getClass().getSimpleName() + " is closed");
    }
    if (lock != null) {
      boolean changing = lock.isWriteLockedByCurrentThread();
      if (changing || exclusive && lock.getReadHoldCount() > 0) {
        state.leave();
        throw new IllegalStateException(
            getClass().getSimpleName() + " is in use by the call that this remark comes from");
      }
      if (exclusive) {
        lock.writeLock().lock();
      } else {
        lock.readLock().lock();
      }
    }
    return state.address;
  }

  final void leave(boolean exclusive) {
    if (lock != null) {
      if (exclusive) {
        lock.writeLock().unlock();
      } else {
        lock.readLock().unlock();
      }
    }
    state.leave();
  }

  /** What it is, in short; no call may change it or hold it meanwhile. */
  String told() {
    return "open";
  }

  /** Names and values, in one line, without texts that are empty, and with the start of long ones. */
  static String told(Object... named) {
    StringJoiner told = new StringJoiner(", ");
    for (int i = 0; i < named.length; i += 2) {
      String value = named[i + 1].toString().replaceAll("\\p{Cntrl}", "?");
      if (!value.isEmpty()) {
        told.add(named[i] + "=" + (value.length() > SHOWN ? value.substring(0, SHOWN) + "..." : value));
      }
    }
    return told.toString();
  }

  /** {@return what it is, in short: its names, or its counts} */
  @Override
  public String toString() {
    String told = "closed";
    if (state.users.get() > 0) {
      try {
        told = told();
      } catch (IllegalStateException closedMeanwhile) {
        // as above
      }
    }
    return getClass().getSimpleName() + "[" + told + "]";
  }

  /**
   * Frees it; a second time has no effect. Calls of other threads that are on their way end as if
   * nothing happened, later ones throw {@link IllegalStateException}.
   */
  @Override
  public void close() {
    net.clean();
  }
}
