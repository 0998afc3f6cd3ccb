package org.koord;

/**
 * What a hook does with containers that it cannot serve. Setters return this object; it is read
 * when a call gets it. Not safe for use by several threads while it is being set.
 */
public final class HookOptions {
  private HookChoice withoutState = HookChoice.DEFAULT;
  private HookChoice refused = HookChoice.DEFAULT;

  /** There is no node-state.json. {@link HookChoice#DEFAULT} is {@link HookChoice#LEAVE}. */
  public HookOptions withoutState(HookChoice value) {
    withoutState = java.util.Objects.requireNonNull(value, "withoutState");
    return this;
  }

  /**
   * The pod claims what is not its own. {@link HookChoice#DEFAULT} is {@link HookChoice#REFUSE};
   * {@link HookChoice#LEAVE}: it gets what the state gives it instead, which may be nothing.
   */
  public HookOptions refused(HookChoice value) {
    refused = java.util.Objects.requireNonNull(value, "refused");
    return this;
  }

  static long write(Frame frame, HookOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_hook_options_size);
    m.put(0).put(withoutState.code()).put(refused.code());
    return m.address();
  }
}
