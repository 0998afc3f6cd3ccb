package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The binding has every function and every constant of koord.h. */
class HeaderTest {
  private static final Path SOURCE = Path.of(System.getProperty("koord.source"));

  private static String binding() throws IOException {
    StringBuilder text = new StringBuilder();
    Path main = SOURCE.resolve("bindings/java/src/main");
    try (Stream<Path> files = Files.walk(main.resolve("java"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        text.append(Files.readString(file));
      }
    }
    String interfaceFile = Files.readString(main.resolve("swig/koord.i"));
    return text + interfaceFile.replaceAll("%ignore [^;]*;", "");
  }

  private static List<String> missing(String pattern, String header, String binding) {
    List<String> missing = new ArrayList<>();
    Matcher names = Pattern.compile(pattern).matcher(header);
    int found = 0;
    while (names.find()) {
      found++;
      if (!Pattern.compile("\\b" + names.group(1) + "\\b(?!_)").matcher(binding).find()) {
        missing.add(names.group(1));
      }
    }
    assertTrue(found > 100, "koord.h was not understood");
    return missing;
  }

  @Test
  void everyFunctionIsBound() throws IOException {
    String header = Headers.read(SOURCE);
    String calls = binding().replaceAll("\\{@code [^}]*}", "");
    // Documents become values at once, so they are never shared. Descriptions are created anew for
    // each call.
    assertEquals(
        List.of(
            "koord_buffer_ref", "koord_kubelet_setup_reset", "koord_device_builder_reset", "koord_dra_inventory_reset",
            "koord_dra_claims_reset", "koord_node_builder_reset", "koord_nrt_builder_reset", "koord_pod_builder_reset"),
        missing("KOORD_API[^;(]*?\\b(koord_[a-z0-9_]+)\\(", header, calls));
  }

  @Test
  void everyConstantIsBound() throws IOException {
    String header = Headers.read(SOURCE);
    assertEquals(List.of(), missing("\\b(KOORD_[A-Z0-9_]+)\\s*=\\s*-?\\d", header, binding()));
  }
}
