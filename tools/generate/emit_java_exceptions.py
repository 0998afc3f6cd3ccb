"""Writes the exceptions of failed calls: a class for each status."""

from emit_java_enums import FOLDER
from javadoc import block, head, java_prose, spoken
from names import camel

STATUS = "koord_status"

HEAD = """/**
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

  /** {@return the status; {@link %s} for numbers that this binding does not know} */
  public %s status() {
    return %s.of(code);
  }

  static KoordException of(int code, String message) {
    return switch (code) {
"""


def emit(interface, names):
    prose = java_prose(names, interface)
    enum = names.enum_of_type(STATUS)
    failures = [(names.member(enum, one["name"]), one) for one in enum["values"] if one["value"] < 0]
    kind = names.enum_class("java", enum)
    text = head() + HEAD % (f"{kind}#{names.unknown(enum)}", kind, kind)
    for member, one in failures:
        text += f"      case KoordRaw.{one['name']} -> new {camel(member.lower())}(message);\n"
    text += "      default -> new KoordException(code, message);\n    };\n  }\n"
    for member, one in failures:
        text += "\n" + "\n".join(_class(camel(member.lower()), one, prose.of(one) or spoken(member))) + "\n"
    return {FOLDER + "KoordException.java": text + "}\n"}


def _class(name, one, said):
    yield from block(said, "  ")
    yield f"  public static final class {name} extends KoordException {{"
    yield "    private static final long serialVersionUID = 1L;"
    yield ""
    yield f"    {name}(String message) {{"
    yield f"      super(KoordRaw.{one['name']}, message);"
    yield from ("    }", "  }")
