package org.koord;

/** Texts of a {@link Refusal}, derived from its numbers. */
interface RefusalMethods {
  int reasonCode();

  int profileCode();

  /** {@return true if the request was refused} */
  default boolean refused() {
    return reasonCode() != KoordRaw.KOORD_REASON_NONE;
  }

  /** {@return stable name of the reason ("NotEnoughCPUs"), kubelet's own under its profile} */
  default String reasonName() {
    return KoordRaw.koord_reason_get_name(reasonCode(), profileCode());
  }

  /**
   * Returns this refusal with the texts of another profile.
   *
   * @param profile the other profile
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
