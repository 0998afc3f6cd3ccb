package org.koord;

import java.lang.ref.Cleaner;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;

/**
 * An object of the library that must be freed. Calls count as users. Closing only rejects further
 * calls; the last user frees the object. A handle that the library needs exclusively while it is
 * modified also has a lock.
 */
abstract class Handle implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final int SHOWN = 64; // length to which texts are truncated

  private final State state;
  private final Cleaner.Cleanable net;
  private final ReentrantReadWriteLock lock;

  /** Does not refer to the handle, which otherwise would never be collected. */
  private static final class State implements Runnable {
    private static final int CLOSED = Integer.MIN_VALUE;

    private final long address;
    private final LongConsumer free;
    /** The number of running calls, plus one while it is open, and the CLOSED bit. */
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

    /** Closes the handle: once, by its owner or by the cleaner. */
    @Override
    public void run() {
      if (users.updateAndGet(count -> (count | CLOSED) - 1) == CLOSED) {
        free.accept(address);
      }
    }
  }

  /** Takes ownership of the object at `address`. */
  Handle(long address, LongConsumer free, boolean changes) {
    state = new State(address, free);
    lock = changes ? new ReentrantReadWriteLock() : null;
    net = CLEANER.register(this, state);
  }

  /**
   * Returns the function that frees a handle that retains `kept`, if not null, for its lifetime.
   * Must be called while a frame uses `kept`.
   */
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
            getClass().getSimpleName() + " is in use by the call that logs this message");
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

  /** Returns a short description. Must not use a call that modifies or locks the handle. */
  String told() {
    return "open";
  }

  /** Formats names and values in one line. Empty texts are left out, long ones truncated. */
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

  /** {@return a short description: its names, or its counts} */
  @Override
  public String toString() {
    String told = "closed";
    if (state.users.get() > 0) {
      try {
        told = told();
      } catch (IllegalStateException closedMeanwhile) {
        // see above
      }
    }
    return getClass().getSimpleName() + "[" + told + "]";
  }

  /**
   * Frees the handle. A second call has no effect. Running calls of other threads end normally,
   * later ones throw {@link IllegalStateException}.
   */
  @Override
  public void close() {
    net.clean();
  }
}
