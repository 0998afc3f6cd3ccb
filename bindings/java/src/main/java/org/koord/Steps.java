package org.koord;

import java.util.ArrayList;
import java.util.List;

/**
 * What was said to a description, to be said to the library's when a call gets it: so that one holds
 * nothing that is to be closed.
 */
abstract class Steps {
  /** One thing to say to what was `made`; a status comes back. */
  interface Step {
    int run(Frame f, long made);
  }

  private final List<Step> steps = new ArrayList<>();

  final void add(Step step) {
    steps.add(step);
  }

  /** {@return what it is, and how much it was told} */
  @Override
  public String toString() {
    return getClass().getSimpleName() + "[steps=" + steps.size() + "]";
  }

  /** The number of the last of so many items. */
  static int last(String item, int count) {
    if (count == 0) {
      throw new IllegalStateException("there is no " + item + " yet");
    }
    return count - 1;
  }

  abstract long make(Frame f);

  abstract void free(long made);

  /** What is said last. */
  void finish(Frame f, long made) {}

  /** Says it all. */
  final void say(Frame f, long made) {
    for (Step step : steps) {
      f.check(step.run(f, made));
    }
    finish(f, made);
  }
}
