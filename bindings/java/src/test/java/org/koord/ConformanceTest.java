package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Recorded results of Koordinator and kubelet, replayed through the binding. */
class ConformanceTest {
  private static Path vectors() {
    String named = System.getenv("KOORD_SHARED");
    Path shared =
        named != null ? Path.of(named) : Path.of(System.getProperty("koord.source"), "../shared");
    Path folder = shared.resolve("vectors");
    Assumptions.assumeTrue(Files.isDirectory(folder), "skipped: no vectors in KOORD_SHARED or ../shared");
    return folder;
  }

  private static String text(JsonObject entry, String key) {
    return entry.has(key) ? entry.get(key).getAsString() : "";
  }

  private static Topology machine(JsonObject entry) {
    List<Cpu> cpus = new ArrayList<>();
    for (JsonElement element : entry.getAsJsonArray("cores")) {
      JsonArray core = element.getAsJsonArray();
      for (int cpu : CpuSet.parse(core.get(3).getAsString())) {
        cpus.add(new Cpu(
            cpu, core.get(2).getAsInt(), core.get(0).getAsInt(), core.get(1).getAsInt(), -1, 0, -1, 0));
      }
    }
    return Topology.fromRows(cpus, "");
  }

  @Test
  void koordinatorPicks() throws IOException {
    JsonObject document =
        JsonParser.parseString(Files.readString(vectors().resolve("koordinator-cpu-random.json")))
            .getAsJsonObject();
    Map<String, Topology> machines = new HashMap<>();
    for (JsonElement entry : document.getAsJsonArray("topologies")) {
      JsonObject topology = entry.getAsJsonObject();
      machines.put(text(topology, "topology"), machine(topology));
    }
    int replayed = 0;
    for (JsonElement element : document.getAsJsonArray("cases")) {
      JsonObject entry = element.getAsJsonObject();
      String op = text(entry, "op");
      if (entry.has("extra") || !(op.equals("take") || op.equals("prefer"))) {
        continue;
      }
      Topology machine = machines.get(text(entry, "topo"));
      CpuSet coreHeld = CpuSet.EMPTY;
      CpuSet nodeHeld = CpuSet.EMPTY;
      short[] counts = new short[CpuSet.MAX_CPUS];
      for (JsonElement held : entry.has("alloc") ? entry.getAsJsonArray("alloc") : new JsonArray()) {
        JsonArray group = held.getAsJsonArray();
        short references = group.get(1).getAsShort();
        if (references < 0) {
          continue;
        }
        CpuSet cpus = CpuSet.parse(group.get(0).getAsString());
        for (int cpu : cpus) {
          counts[cpu] += references;
        }
        String policy = group.get(2).getAsString();
        coreHeld = policy.equals("PCPULevel") ? coreHeld.plus(cpus) : coreHeld.minus(cpus);
        nodeHeld = policy.equals("NUMANodeLevel") ? nodeHeld.plus(cpus) : nodeHeld.minus(cpus);
      }
      CpuRequest request =
          new CpuRequest().cpus(entry.has("need") ? entry.get("need").getAsInt() : 0)
              .profile(Profile.UPSTREAM)
              .bindPolicy(named(BindPolicy.values(), BindPolicy.DEFAULT, text(entry, "bind")))
              .exclusivePolicy(
                  named(ExclusivePolicy.values(), ExclusivePolicy.NONE, text(entry, "excl")))
              .numaStrategy(
                  text(entry, "numa").equals("MostAllocated")
                      ? NumaStrategy.MOST_ALLOCATED
                      : NumaStrategy.LEAST_ALLOCATED)
              .maxRefCount(entry.has("maxRef") ? entry.get("maxRef").getAsInt() : 1)
              .required(entry.has("required") && entry.get("required").getAsBoolean());
      CpuPicker.Pick pick =
          CpuPicker.pick(
              machine, request,
              new CpuPicker.State(
                  CpuSet.parse(text(entry, "avail")), CpuSet.parse(text(entry, "pref")), coreHeld,
                  nodeHeld, counts, List.of()));
      String want = entry.has("err") ? "error: " + text(entry, "err") : text(entry, "want");
      String got = pick.granted() ? pick.cpus().toString() : "error: " + pick.refusal().text();
      assertEquals(want, got, text(entry, "id"));
      replayed++;
    }
    machines.values().forEach(Topology::close);
    assertTrue(replayed >= 1300, replayed + " picks");
    System.out.println(replayed + " picks of Koordinator");
  }

  private static <E extends Enum<E> & Coded> E named(E[] values, E otherwise, String name) {
    for (E value : values) {
      if (value == BindPolicy.CONSTRAINED_BURST) {
        continue; // picked like no policy
      }
      String spelling =
          value instanceof BindPolicy bind ? bind.spelling() : ((ExclusivePolicy) (Object) value).spelling();
      if (spelling.equals(name)) {
        return value;
      }
    }
    return otherwise;
  }

  @Test
  void kubeletMerges() throws IOException {
    Map<String, NumaPolicy> policies =
        Map.of("none", NumaPolicy.NONE, "best-effort", NumaPolicy.BEST_EFFORT,
            "restricted", NumaPolicy.RESTRICTED, "single-numa-node", NumaPolicy.SINGLE_NUMA_NODE);
    int replayed = 0;
    NumaHints hints = NumaHints.create();
    for (String text : Files.readAllLines(vectors().resolve("kubelet-topology-manager.jsonl"))) {
      JsonObject line = JsonParser.parseString(text).getAsJsonObject();
      if (text(line, "kind").equals("new-manager")) {
        continue;
      }
      List<Integer> nodes = nodes(line);
      boolean closest = line.get("prefer_closest").getAsBoolean();
      hints.reset().setNodes(
          nodes.stream().map(node -> new NumaPlace(node, NumaUse.IDLE)).toList(),
          closest ? distances(line) : null);
      int provider = 0;
      for (JsonElement said : line.getAsJsonArray("providers")) {
        if (said.isJsonNull() || said.getAsJsonObject().size() == 0) {
          add(hints, "", provider, JsonNull.INSTANCE, nodes);
        } else {
          for (String resource : new TreeSet<>(said.getAsJsonObject().keySet())) {
            add(hints, resource, provider, said.getAsJsonObject().get(resource), nodes);
          }
        }
        provider++;
      }
      NumaMerged merged =
          Koord.numaMerge(
              new NumaOptions().profile(Profile.KUBELET).policy(policies.get(text(line, "policy")))
                  .maxNodes(Koord.MAX_NUMA_NODES).preferClosest(closest),
              hints).numaMerged();
      assertEquals(line.get("admit").getAsBoolean(), merged.admit(), text);
      JsonObject hint = line.getAsJsonObject("hint");
      assertEquals(hint.get("preferred").getAsBoolean(), merged.preferred(), text);
      assertEquals(!hint.get("numa").isJsonNull(), merged.affinity(), text);
      if (merged.affinity()) {
        assertEquals(mask(hint.get("numa"), nodes), merged.nodes(), text);
      }
      replayed++;
    }
    hints.close();
    assertTrue(replayed >= 1500, replayed + " merges");
    System.out.println(replayed + " merges of kubelet");
  }

  private static List<Integer> nodes(JsonObject line) {
    TreeSet<Integer> nodes = new TreeSet<>();
    if (line.has("numa_nodes") && !line.get("numa_nodes").isJsonNull()) {
      line.getAsJsonArray("numa_nodes").forEach(node -> nodes.add(node.getAsInt()));
      return List.copyOf(nodes);
    }
    for (JsonElement provider : line.getAsJsonArray("providers")) {
      if (provider.isJsonNull()) {
        continue;
      }
      for (String resource : provider.getAsJsonObject().keySet()) {
        JsonElement hints = provider.getAsJsonObject().get(resource);
        for (JsonElement hint : hints.isJsonNull() ? new JsonArray() : hints.getAsJsonArray()) {
          JsonElement numa = hint.getAsJsonObject().get("numa");
          if (!numa.isJsonNull()) {
            numa.getAsJsonArray().forEach(node -> nodes.add(node.getAsInt()));
          }
        }
      }
    }
    return List.copyOf(nodes);
  }

  private static void add(
      NumaHints all, String resource, int provider, JsonElement hints, List<Integer> nodes) {
    NumaHintKind kind = hints.isJsonNull() ? NumaHintKind.NO_PREFERENCE : NumaHintKind.HINTS;
    List<NumaHint> list = new ArrayList<>();
    for (JsonElement element : hints.isJsonNull() ? new JsonArray() : hints.getAsJsonArray()) {
      JsonObject hint = element.getAsJsonObject();
      boolean preferred = hint.get("preferred").getAsBoolean();
      JsonElement numa = hint.get("numa");
      int flags =
          (preferred ? NumaHintFlag.PREFERRED.code() : 0)
              | (numa.isJsonNull() ? NumaHintFlag.NO_AFFINITY.code() : 0);
      list.add(new NumaHint(numa.isJsonNull() ? 0 : mask(numa, nodes), 0, flags));
    }
    all.addList(new NumaHintList().provider(provider).kind(kind), resource, list);
  }

  private static long mask(JsonElement numa, List<Integer> nodes) {
    long mask = 0;
    for (JsonElement node : numa.getAsJsonArray()) {
      mask |= 1L << nodes.indexOf(node.getAsInt());
    }
    return mask;
  }

  private static int[][] distances(JsonObject line) {
    JsonArray rows = line.getAsJsonArray("distances");
    int[][] matrix = new int[rows.size()][];
    for (int i = 0; i < matrix.length; i++) {
      JsonArray row = rows.get(i).getAsJsonArray();
      matrix[i] = new int[row.size()];
      for (int j = 0; j < row.size(); j++) {
        matrix[i][j] = row.get(j).getAsInt();
      }
    }
    return matrix;
  }
}
