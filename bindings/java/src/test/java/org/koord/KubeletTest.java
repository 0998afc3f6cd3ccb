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

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void admission() {
    try (Topology machine = server(); Kubelet kubelet = Kubelet.on(null, machine, CONFIG, null, null);
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
          Kubelet.on(null, machine, CONFIG, kubelet.cpuState(), kubelet.memoryState())) {
        assertEquals(kubelet.cpuState(), restarted.cpuState());
        assertEquals(kubelet.memoryState(), restarted.memoryState());
      }
      assertEquals(main.cpus().toString(),
          object(kubelet.cpuState()).getAsJsonObject("entries").getAsJsonObject("p").get("main").getAsString());
      assertTrue(kubelet.removePod("p"));
      assertFalse(kubelet.removePod("p"));
      assertThrows(KoordException.Invalid.class, () -> Kubelet.on(machine, "{\"cpuManagerPolicy\":\"odd\"}"));
      String broken = kubelet.cpuState().replace("\"checksum\":", "\"checksum\":1");
      assertThrows(KoordException.Corrupt.class, () -> machine.toNrt("n", CONFIG, broken));
    }
  }

  @Test
  void filesAreCheckedAndRepaired(@TempDir Path directory) throws IOException {
    byte[] broken =
        bytes("{\"policyName\":\"static\",\"defaultCpuSet\":\"0,3-15\","
            + "\"entries\":{\"p\":{\"c\":\"1-2\"},\"q\":{\"c\":\"3\"}},\"checksum\":1}");
    try (Topology machine = server()) {
      KubeletFiles files =
          new KubeletFiles(null, machine, CPUS, List.of(new KubeletFiles.Present("p", null, null)));
      KubeletFiles.Check check = files.check(broken, null);
      Set<KubeletFault> faults =
          check.findings().stream().map(KubeletFinding::fault).collect(Collectors.toSet());
      assertTrue(faults.containsAll(Set.of(KubeletFault.CHECKSUM, KubeletFault.POD_GONE)), faults.toString());
      assertTrue(object(check.report()).has("findings"));
      assertTrue(check.findings().stream().anyMatch(finding -> finding.stops() != 0));
      KubeletFiles.Change change = files.repair(broken, Set.of());
      assertTrue(object(change.report()).size() > 0);
      assertEquals(List.of(), files.check(change.file(), null).findings());
      assertTrue(text(change.file()).contains("\"p\"") && !text(change.file()).contains("\"q\""));

      // No file is fine, an empty one is not.
      KubeletFiles all = new KubeletFiles(machine, CPUS);
      assertEquals(List.of(), all.check(null, null).findings());
      assertEquals(1, all.check(new byte[0], null).findings().size());
      KubeletFiles.Change over = all.repair(new byte[0], Set.of(KubeletFiles.Repair.START_OVER));
      assertEquals(List.of(), all.check(over.file(), null).findings());

      try (Pod bound = Pod.builder("p").uid("p").node("n").cpus(CpuSet.parse("4-5")).container("c")
          .amount("cpu", 2000, 2000).amount("memory", 1 << 30, 1 << 30).build()) {
        KubeletFiles.Change replaced = files.replaceCpus(change.file(), List.of(bound));
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
    try (Topology machine = server(); Kubelet kubelet = Kubelet.on(machine, CONFIG);
        Pod pod = guaranteed("p", 2)) {
      assertTrue(kubelet.admit(pod).admitted());
      KubeletFiles files = new KubeletFiles(machine, CONFIG);
      byte[] good = bytes(kubelet.memoryState());
      assertEquals(List.of(), files.check(bytes(kubelet.cpuState()), good).findings());
      byte[] bad = bytes(kubelet.memoryState().replaceFirst("\"checksum\":\\d+", "\"checksum\":1"));
      assertEquals(List.of(KubeletFault.MEMORY),
          files.check(bytes(kubelet.cpuState()), bad).findings().stream().map(KubeletFinding::fault).toList());
      assertEquals(text(good), text(files.repairMemory(bad, Set.of()).file()));
    }
  }

  @Test
  void picks() {
    try (Topology machine = server()) {
      CpuSet all = machine.cpuset();
      CpuPicker.Pick four =
          CpuPicker.kubeletPick(machine, 4, Set.of(), all, CpuSet.parse("0-1"), null, List.of());
      assertTrue(four.granted());
      assertEquals("2-5", four.cpus().toString());
      CpuPicker.Pick odd = CpuPicker.kubeletPick(
          machine, 3, Set.of(KubeletOptionFlag.FULL_PCPUS_ONLY), all, null, null, List.of());
      assertEquals(Reason.SMT_ALIGNMENT, odd.refusal().reason());
      assertEquals("SMTAlignmentError", odd.refusal().reasonName());
      assertTrue(odd.cpus().isEmpty());
      CpuPicker.Pick second =
          CpuPicker.kubeletPick(machine, 2, Set.of(), all, null, CpuSet.EMPTY, List.of(1));
      assertEquals("8-9", second.cpus().toString());
    }
  }
}
