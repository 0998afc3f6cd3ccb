package org.koord;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What was said to a builder, to be said to one of the library's when something is built: so that a
 * builder of this package holds nothing that is to be freed.
 */
final class Steps {
  interface Step {
    int run(Frame f, long builder);
  }

  interface Make {
    int call(long out, long error);
  }

  interface Use<T> {
    T of(long builder);
  }

  private final List<Step> steps = new ArrayList<>();

  void add(Step step) {
    steps.add(step);
  }

  /** Says it all to a builder of the library, and gives that to `use`. */
  <T> T run(Frame f, Make make, LongConsumer free, Use<T> use) {
    long builder = f.handle(out -> make.call(out, f.error()));
    try {
      for (Step step : steps) {
        f.check(step.run(f, builder));
      }
      return use.of(builder);
    } finally {
      free.accept(builder);
    }
  }
}
