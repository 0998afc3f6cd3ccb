package org.koord;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The headers of the C interface as text. */
final class Headers {
  private static final Pattern INCLUDE = Pattern.compile("#include \"([\\w./]+\\.h)\"");

  private Headers() {}

  /**
   * Returns koord.h and the headers that it includes, each once and after those that it includes itself, without the
   * tags for tools.
   */
  static String read(Path source) throws IOException {
    StringBuilder text = new StringBuilder();
    append(source.resolve("include/koord.h").normalize(), new HashSet<>(), text);
    return text.toString().replaceAll("\\bKOORD_(?:NULLABLE|OPTIONAL|DOCUMENT|BOOL|OF\\(\\w+\\)) | KOORD_SYNCHRONIZED\\b", "");
  }

  private static void append(Path file, Set<Path> seen, StringBuilder text) throws IOException {
    if (!seen.add(file)) {
      return;
    }
    String header = Files.readString(file);
    Matcher names = INCLUDE.matcher(header);
    while (names.find()) {
      append(file.resolveSibling(names.group(1)).normalize(), seen, text);
    }
    text.append(header);
  }
}
