package org.koord;

import java.util.ArrayList;
import java.util.List;

/**
 * Base of descriptions. It records their contents, which are replayed into the library's object
 * when a call needs it, so that descriptions hold nothing that must be closed.
 */
abstract class Steps {
  /** One recorded step, applied to the object `made`. Returns a status. */
  interface Step {
    int run(Frame f, long made);
  }

  private final List<Step> steps = new ArrayList<>();

  final void add(Step step) {
    steps.add(step);
  }

  /** {@return a short description with the number of recorded steps} */
  @Override
  public String toString() {
    return getClass().getSimpleName() + "[steps=" + steps.size() + "]";
  }

  /** Returns the index of the last of `count` items. */
  static int last(String item, int count) {
    if (count == 0) {
      throw new IllegalStateException("there is no " + item + " yet");
    }
    return count - 1;
  }

  abstract long make(Frame f);

  abstract void free(long made);

  /** Applies the last step. */
  void finish(Frame f, long made) {}

  /** Applies all steps. */
  final void say(Frame f, long made) {
    for (Step step : steps) {
      f.check(step.run(f, made));
    }
    finish(f, made);
  }
}
