// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A call of libkoord that failed, with the library's sentence as its message. Each status has a class
 * of its own; one of a newer library is this class itself.
 */
public class KoordException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  /** The status as koord.h numbers it. */
  private final int code;

  KoordException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** {@return the status as koord.h numbers it, negative} */
  public int code() {
    return code;
  }

  /** {@return the status; {@link Status#INTERNAL} for numbers that this binding does not know} */
  public Status status() {
    return Status.of(code);
  }

  static KoordException of(int code, String message) {
    return switch (code) {
      case KoordRaw.KOORD_E_INVALID -> new Invalid(message);
      case KoordRaw.KOORD_E_NO_MEMORY -> new NoMemory(message);
      case KoordRaw.KOORD_E_NO_SPACE -> new NoSpace(message);
      case KoordRaw.KOORD_E_CONFLICT -> new Conflict(message);
      case KoordRaw.KOORD_E_STALE -> new Stale(message);
      case KoordRaw.KOORD_E_LIMIT -> new Limit(message);
      case KoordRaw.KOORD_E_NOT_FOUND -> new NotFound(message);
      case KoordRaw.KOORD_E_IO -> new Io(message);
      case KoordRaw.KOORD_E_PERMISSION -> new Permission(message);
      case KoordRaw.KOORD_E_CORRUPT -> new Corrupt(message);
      case KoordRaw.KOORD_E_UNSUPPORTED -> new Unsupported(message);
      case KoordRaw.KOORD_E_INTERNAL -> new Internal(message);
      default -> new KoordException(code, message);
    };
  }

  /** An argument, or a field of the input, violates its contract. */
  public static final class Invalid extends KoordException {
    private static final long serialVersionUID = 1L;

    Invalid(String message) {
      super(KoordRaw.KOORD_E_INVALID, message);
    }
  }

  /** Out of memory. */
  public static final class NoMemory extends KoordException {
    private static final long serialVersionUID = 1L;

    NoMemory(String message) {
      super(KoordRaw.KOORD_E_NO_MEMORY, message);
    }
  }

  /** The caller's buffer is too small. */
  public static final class NoSpace extends KoordException {
    private static final long serialVersionUID = 1L;

    NoSpace(String message) {
      super(KoordRaw.KOORD_E_NO_SPACE, message);
    }
  }

  /** Contradicts what is already allocated. */
  public static final class Conflict extends KoordException {
    private static final long serialVersionUID = 1L;

    Conflict(String message) {
      super(KoordRaw.KOORD_E_CONFLICT, message);
    }
  }

  /** Made from a state that has changed since. */
  public static final class Stale extends KoordException {
    private static final long serialVersionUID = 1L;

    Stale(String message) {
      super(KoordRaw.KOORD_E_STALE, message);
    }
  }

  /** Larger than a documented bound. */
  public static final class Limit extends KoordException {
    private static final long serialVersionUID = 1L;

    Limit(String message) {
      super(KoordRaw.KOORD_E_LIMIT, message);
    }
  }

  /** No such node, pod, file or other named object. */
  public static final class NotFound extends KoordException {
    private static final long serialVersionUID = 1L;

    NotFound(String message) {
      super(KoordRaw.KOORD_E_NOT_FOUND, message);
    }
  }

  /** The machine or a file could not be read or written. */
  public static final class Io extends KoordException {
    private static final long serialVersionUID = 1L;

    Io(String message) {
      super(KoordRaw.KOORD_E_IO, message);
    }
  }

  /** Not permitted. */
  public static final class Permission extends KoordException {
    private static final long serialVersionUID = 1L;

    Permission(String message) {
      super(KoordRaw.KOORD_E_PERMISSION, message);
    }
  }

  /** A checksum is wrong, or what was read contradicts itself. */
  public static final class Corrupt extends KoordException {
    private static final long serialVersionUID = 1L;

    Corrupt(String message) {
      super(KoordRaw.KOORD_E_CORRUPT, message);
    }
  }

  /** Valid, but this build or machine cannot do it. */
  public static final class Unsupported extends KoordException {
    private static final long serialVersionUID = 1L;

    Unsupported(String message) {
      super(KoordRaw.KOORD_E_UNSUPPORTED, message);
    }
  }

  /** A bug in libkoord; please report it. */
  public static final class Internal extends KoordException {
    private static final long serialVersionUID = 1L;

    Internal(String message) {
      super(KoordRaw.KOORD_E_INTERNAL, message);
    }
  }
}
