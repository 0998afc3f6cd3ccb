package org.koord;

/** What a {@link Refusal} says besides its numbers. */
interface RefusalMethods {
  int reasonCode();

  int profileCode();

  /** {@return whether the request was refused} */
  default boolean refused() {
    return reasonCode() != KoordRaw.KOORD_REASON_NONE;
  }

  /** {@return stable name of the reason ("NotEnoughCPUs"), of kubelet's under its profile} */
  default String reasonName() {
    return KoordRaw.koord_reason_get_name(reasonCode(), profileCode());
  }

  /**
   * The same refusal in the words of another profile.
   *
   * @param profile whose words they are
   * @return the other refusal
   */
  default Refusal in(Profile profile) {
    Refusal own = (Refusal) this;
    return new Refusal(
        own.needed(), own.best(), own.reasonCode(), Coded.code("profile", profile),
        own.objectCode(), own.whereObjectCode(), own.where(), own.bindPolicyCode(),
        own.exclusivePolicyCode(), own.numaPolicyCode(), own.threadsPerCore(), own.resource(),
        own.deviceType(), own.maxNodes());
  }
}
