// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Options of a hook for containers that it cannot serve. The program koord-oci-hook has the same
 * defaults. Immutable: each setter returns a changed copy.
 */
public final class HookOptions {
  private final HookChoice withoutState;
  private final HookChoice refused;

  /** All defaults. */
  public HookOptions() {
    this(HookChoice.DEFAULT, HookChoice.DEFAULT);
  }

  private HookOptions(HookChoice withoutState, HookChoice refused) {
    this.withoutState = withoutState;
    this.refused = refused;
  }

  /**
   * If there is no node-state.json, for example because the agent has not started; default: {@link
   * HookChoice#LEAVE}.
   *
   * @param value the new value
   * @return a changed copy
   */
  public HookOptions withoutState(HookChoice value) {
    return new HookOptions(java.util.Objects.requireNonNull(value, "withoutState"), refused);
  }

  /**
   * If the pod claims what is not its own; default: {@link HookChoice#REFUSE}. {@link
   * HookChoice#LEAVE}: the pod gets what the state gives it instead, which may be nothing.
   *
   * @param value the new value
   * @return a changed copy
   */
  public HookOptions refused(HookChoice value) {
    return new HookOptions(withoutState, java.util.Objects.requireNonNull(value, "refused"));
  }

  static long write(Frame frame, HookOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_hook_options_size);
    m.put(0);
    m.put(options.withoutState.code());
    m.put(options.refused.code());
    return m.address();
  }
}
