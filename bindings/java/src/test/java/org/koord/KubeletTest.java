package org.koord;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.koord.Fixtures.object;
import static org.koord.Fixtures.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kubelet's managers, and the files that they leave. */
class KubeletTest {
  private static final String CONFIG =
      "{\"kind\":\"KubeletConfiguration\",\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0,8\","
          + "\"memoryManagerPolicy\":\"Static\",\"systemReserved\":{\"memory\":\"1Gi\"},"
          + "\"evictionHard\":{\"memory.available\":\"0\"},"
          + "\"reservedMemory\":[{\"numaNode\":0,\"limits\":{\"memory\":\"1Gi\"}}],"
          + "\"topologyManagerPolicy\":\"single-numa-node\"}";
  private static final String CPUS = "{\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0,8\"}";

  private static Pod guaranteed(String uid, int cpus) {
    return Pod.builder(uid).uid(uid)
        .container(ContainerKind.INIT, "init").amount("cpu", 1000, 1000).amount("memory", 1 << 20, 1 << 20)
        .container("main").amount("cpu", cpus * 1000L, cpus * 1000L).amount("memory", 1 << 30, 1 << 30)
        .build();
  }

  private static KubeletSetup setup() {
    return new KubeletSetup().config(CONFIG);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void admission() {
    try (Topology machine = server(); Kubelet kubelet = Kubelet.on(machine, setup());
        Kubelet copy = kubelet.copy(); Pod pod = guaranteed("p", 4); Pod large = guaranteed("q", 12)) {
      Kubelet.Admission admitted = kubelet.admit(pod, false);
      assertTrue(admitted.admitted());
      KubeletContainer main = admitted.containers().get(1);
      assertEquals(2, admitted.containers().size());
      assertEquals(4, main.cpus().size());
      assertTrue(main.preferred() && !main.shares());
      assertEquals(main.affinity(), main.memoryNodes());
      List<MemoryBlock> blocks = kubelet.memory(pod);
      assertEquals(1L << 30, blocks.get(blocks.size() - 1).bytes());
      assertEquals(main.affinity(), blocks.get(blocks.size() - 1).nodes());
      assertTrue(kubelet.cpus(KubeletCpuset.SHARED).and(main.cpus()).isEmpty());
      assertEquals("0,8", kubelet.cpus(KubeletCpuset.RESERVED).toString());
      assertEquals("0-15", copy.cpus(KubeletCpuset.SHARED).toString());
      Kubelet.Admission refused = kubelet.judge(large);
      assertFalse(refused.admitted());
      assertEquals("TopologyAffinityError", refused.refusal().reasonName());
      try (Kubelet restarted =
          Kubelet.on(machine, setup().cpuState(kubelet.cpuState()).memoryState(kubelet.memoryState()))) {
        assertEquals(kubelet.cpuState(), restarted.cpuState());
        assertEquals(kubelet.memoryState(), restarted.memoryState());
      }
      assertEquals(main.cpus().toString(),
          object(kubelet.cpuState()).getAsJsonObject("entries").getAsJsonObject("p").get("main").getAsString());
      assertTrue(kubelet.removePod("p"));
      assertFalse(kubelet.removePod("p"));
      assertThrows(KoordException.Invalid.class,
          () -> Kubelet.on(machine, new KubeletSetup().config("{\"cpuManagerPolicy\":\"odd\"}")));
      String broken = kubelet.cpuState().replace("\"checksum\":", "\"checksum\":1");
      assertThrows(KoordException.Corrupt.class, () -> machine.toNrt("n", setup().cpuState(broken)));
    }
  }

  @Test
  void remarksGoToTheContextOfTheSetup() {
    List<String> remarks = new ArrayList<>();
    String odd = CPUS.replace("\"0,8\"", "\"0,8\",\"topologyManagerPolicyOptions\":{\"new\":\"true\"}");
    try (Topology machine = server(); Context context = Context.of((level, text) -> remarks.add(text));
        Kubelet kubelet = Kubelet.on(machine, new KubeletSetup().config(odd).context(context))) {
      assertEquals("0,8", kubelet.cpus(KubeletCpuset.RESERVED).toString());
      assertEquals(1, remarks.size(), remarks.toString());
    }
  }

  @Test
  void filesAreCheckedAndRepaired(@TempDir Path directory) throws IOException {
    byte[] broken =
        bytes("{\"policyName\":\"static\",\"defaultCpuSet\":\"0,3-15\","
            + "\"entries\":{\"p\":{\"c\":\"1-2\"},\"q\":{\"c\":\"3\"}},\"checksum\":1}");
    try (Topology machine = server()) {
      KubeletSetup setup = new KubeletSetup().config(CPUS).cpuState(broken)
          .present(List.of(new KubeletSetup.Present("p", null, null)));
      KubeletFiles.Check check = KubeletFiles.check(machine, setup);
      Set<KubeletFault> faults =
          check.findings().stream().map(KubeletFinding::fault).collect(Collectors.toSet());
      assertTrue(faults.containsAll(Set.of(KubeletFault.CHECKSUM, KubeletFault.POD_GONE)), faults.toString());
      assertTrue(object(check.report()).has("findings"));
      assertTrue(check.findings().stream().anyMatch(finding -> finding.stops()));
      KubeletFiles.Change change = KubeletFiles.repair(machine, setup, Set.of());
      assertTrue(object(change.report()).size() > 0);
      assertEquals(List.of(), KubeletFiles.check(machine, setup.cpuState(change.file())).findings());
      assertTrue(text(change.file()).contains("\"p\"") && !text(change.file()).contains("\"q\""));

      // No file is fine, an empty one is not.
      KubeletSetup all = new KubeletSetup().config(CPUS);
      assertEquals(List.of(), KubeletFiles.check(machine, all).findings());
      assertThrows(KoordException.Invalid.class, () -> KubeletFiles.repair(machine, all, Set.of()));
      assertEquals(1, KubeletFiles.check(machine, all.cpuState(new byte[0])).findings().size());
      KubeletFiles.Change over = KubeletFiles.repair(machine, all, Set.of(KubeletFiles.Repair.START_OVER));
      assertEquals(List.of(), KubeletFiles.check(machine, all.cpuState(over.file())).findings());

      try (Pod bound = Pod.builder("p").uid("p").node("n").cpus(CpuSet.parse("4-5")).container("c")
          .amount("cpu", 2000, 2000).amount("memory", 1 << 30, 1 << 30).build()) {
        KubeletFiles.Change replaced = KubeletFiles.replaceCpus(machine, setup, List.of(bound));
        assertTrue(text(replaced.file()).contains("\"c\":\"4-5\""), text(replaced.file()));
      }

      Path path = directory.resolve("cpu_manager_state");
      Files.write(path, broken);
      KubeletFiles.write(path.toString(), change.file(), directory.toString(), Set.of());
      assertArrayEquals(change.file(), Files.readAllBytes(path));
      assertArrayEquals(broken, Files.readAllBytes(Path.of(path + ".koord-backup")));
      Files.delete(Path.of(path + ".koord-backup"));
      KubeletFiles.write(path.toString(), broken, null,
          Set.of(KubeletFiles.Write.FORCE, KubeletFiles.Write.NO_BACKUP));
      assertArrayEquals(broken, Files.readAllBytes(path));
      assertFalse(Files.exists(Path.of(path + ".koord-backup")));
      assertThrows(KoordException.Invalid.class, () -> KubeletFiles.write(directory.toString(), broken, null,
          Set.of(KubeletFiles.Write.FORCE)));
    }
  }

  @Test
  void memoryStatesAreRepaired() {
    try (Topology machine = server(); Kubelet kubelet = Kubelet.on(machine, setup());
        Pod pod = guaranteed("p", 2)) {
      assertTrue(kubelet.admit(pod).admitted());
      KubeletSetup setup = setup().cpuState(kubelet.cpuState());
      byte[] good = bytes(kubelet.memoryState());
      assertEquals(List.of(), KubeletFiles.check(machine, setup.memoryState(good)).findings());
      byte[] bad = bytes(kubelet.memoryState().replaceFirst("\"checksum\":\\d+", "\"checksum\":1"));
      assertEquals(List.of(KubeletFault.MEMORY),
          KubeletFiles.check(machine, setup.memoryState(bad)).findings().stream().map(KubeletFinding::fault).toList());
      assertEquals(text(good), text(KubeletFiles.repairMemory(machine, setup, Set.of()).file()));
    }
  }

  @Test
  void picks() {
    try (Topology machine = server()) {
      CpuSet all = machine.cpuset();
      CpuPicker.Pick four =
          CpuPicker.kubeletPick(machine, new KubeletRequest().cpus(4), all, CpuSet.parse("0-1"), null);
      assertTrue(four.granted());
      assertEquals("2-5", four.cpus().toString());
      CpuPicker.Pick odd = CpuPicker.kubeletPick(
          machine, new KubeletRequest().cpus(3).fullPcpusOnly(true), all, null, null);
      assertEquals(Reason.SMT_ALIGNMENT, odd.refusal().reason());
      assertEquals("SMTAlignmentError", odd.refusal().reasonName());
      assertTrue(odd.cpus().isEmpty());
      CpuPicker.Pick second =
          CpuPicker.kubeletPick(machine, new KubeletRequest().cpus(2).affinity(2), all, null, CpuSet.EMPTY);
      assertEquals("8-9", second.cpus().toString());
    }
  }
}
