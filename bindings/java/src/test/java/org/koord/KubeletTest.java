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

/** Kubelet's managers, and their state files. */
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
        .container(ContainerKind.INIT, "init").resource("cpu", 1000, 1000).resource("memory", 1 << 20, 1 << 20)
        .container("main").resource("cpu", cpus * 1000L, cpus * 1000L).resource("memory", 1 << 30, 1 << 30)
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

  private static List<KubeletFinding> findings(Topology machine, KubeletSetup setup, RepairFlag... flags) {
    try (KubeletReport report = Kubelet.check(machine, setup, flags)) {
      return report.findings();
    }
  }

  @Test
  void cpuStateFollowsTheVersion() {
    for (String version : List.of("v1.35.4", "v1.36.3", "v1.37.2", "v1.38.0")) {
      try (Topology machine = server();
          Kubelet kubelet = Kubelet.create(machine, new KubeletSetup().version(Kubelet.versionParse(version)))) {
        assertEquals(version.compareTo("v1.37") > 0, kubelet.cpuState().contains("\"dataChecksum\""), version);
      }
    }
    assertThrows(KoordException.Invalid.class, () -> Kubelet.versionParse("odd"));
  }

  @Test
  void admission() {
    try (Topology machine = server(); Kubelet kubelet = Kubelet.create(machine, setup());
        Kubelet copy = kubelet.clone(); Admission admission = Admission.create(); Pod pod = guaranteed("p", 4); Pod large = guaranteed("q", 12)) {
      assertFalse(kubelet.admit(pod, admission).refused());
      KubeletContainer main = admission.containers().get(1);
      CpuSet own = admission.cpus(1);
      assertEquals(2, admission.containers().size());
      assertEquals(List.of(4, 4), List.of(main.cpus(), own.size()));
      assertTrue(main.preferred() && !main.shared());
      assertEquals(main.affinity(), main.memoryNodes());
      List<MemoryBlock> blocks = kubelet.memory(pod);
      assertEquals(1L << 30, blocks.get(blocks.size() - 1).bytes());
      assertEquals(main.affinity(), blocks.get(blocks.size() - 1).nodes());
      assertTrue(kubelet.cpus(KubeletCpuset.SHARED).and(own).isEmpty());
      assertEquals("0,8", kubelet.cpus(KubeletCpuset.RESERVED).toString());
      assertEquals("0-15", copy.cpus(KubeletCpuset.SHARED).toString());
      Refusal refused = kubelet.judge(large, admission);
      assertTrue(refused.refused());
      assertEquals("TopologyAffinityError", refused.reasonName());
      assertTrue(copy.admit(large, admission, AdmitFlag.LEAVE_REFUSED).refused());
      try (Kubelet restarted =
          Kubelet.create(machine, setup().cpuState(kubelet.cpuState()).memoryState(kubelet.memoryState()))) {
        assertEquals(kubelet.cpuState(), restarted.cpuState());
        assertEquals(kubelet.memoryState(), restarted.memoryState());
      }
      assertEquals(own.toString(),
          object(kubelet.cpuState()).getAsJsonObject("entries").getAsJsonObject("p").get("main").getAsString());
      assertTrue(kubelet.removePod("p"));
      assertFalse(kubelet.removePod("p"));
      assertThrows(KoordException.Invalid.class,
          () -> Kubelet.create(machine, new KubeletSetup().config("{\"cpuManagerPolicy\":\"odd\"}")));
      String broken = kubelet.cpuState().replace("\"checksum\":", "\"checksum\":1");
      assertThrows(KoordException.Corrupt.class, () -> machine.toNrt(setup().cpuState(broken), "n"));
    }
  }

  @Test
  void devicesOfPlugins() {
    KubeletSetup setup = new KubeletSetup().config("{\"topologyManagerPolicy\":\"single-numa-node\"}")
        .device("nvidia.com/gpu", "a", 1, PluginDeviceFlag.UNHEALTHY).device("nvidia.com/gpu", "b", 1).device("nvidia.com/gpu", "c", 2);
    try (Topology machine = server(); Kubelet kubelet = Kubelet.create(machine, setup); Admission admission = Admission.create();
        Pod pod = withGpus("p", 1); Pod large = withGpus("q", 2)) {
      assertFalse(kubelet.admit(pod, admission).refused());
      assertEquals(List.of(new PluginDevice(0, 1)), admission.devices());
      Refusal refused = kubelet.judge(large, admission);
      assertEquals("TopologyAffinityError", refused.reasonName());
      assertEquals(List.of(), admission.devices());
      try (Kubelet restarted = Kubelet.create(machine,
          new KubeletSetup().device("nvidia.com/gpu", "b", 1).deviceState(kubelet.deviceState()))) {
        assertEquals("Allocate failed due to requested number of devices unavailable for nvidia.com/gpu. "
            + "Requested: 2, Available: 0, which is unexpected", restarted.formatRefusal(restarted.judge(large, admission)));
      }
      assertThrows(KoordException.Invalid.class, () -> Kubelet.create(machine, new KubeletSetup().device("a/b", "c", 4)));
    }
  }

  private static Pod withGpus(String uid, int count) {
    return Pod.fromJson(("{'metadata':{'name':'" + uid + "','uid':'" + uid + "'},'spec':{'containers':[{'name':'main',"
        + "'resources':{'limits':{'nvidia.com/gpu':'" + count + "'}}}]}}").replace('\'', '"'));
  }

  @Test
  void remarksGoToTheContextOfTheSetup() {
    List<String> remarks = new ArrayList<>();
    String odd = CPUS.replace("\"0,8\"", "\"0,8\",\"topologyManagerPolicyOptions\":{\"new\":\"true\"}");
    try (Topology machine = server(); Context context = Context.of((level, text) -> remarks.add(text));
        Kubelet kubelet = Kubelet.create(machine, new KubeletSetup(context).config(odd))) {
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
          .container("p", null, null);
      KubeletReport check = Kubelet.check(machine, setup, RepairFlag.ONLY_PRESENT);
      Set<KubeletFault> faults =
          check.findings().stream().map(KubeletFinding::fault).collect(Collectors.toSet());
      assertTrue(faults.containsAll(Set.of(KubeletFault.CHECKSUM, KubeletFault.POD_GONE)), faults.toString());
      assertTrue(check.findings().stream().anyMatch(finding -> finding.stops()));
      try (check; KubeletReport again = check.share()) {
        assertTrue(object(again.toJson()).has("findings"));
      }
      RepairCpusResult change = Kubelet.repairCpus(machine, setup, RepairFlag.ONLY_PRESENT);
      assertTrue(object(change.report()).size() > 0);
      assertEquals(List.of(), findings(machine, setup.cpuState(change.document()), RepairFlag.ONLY_PRESENT));
      assertTrue(change.document().contains("\"p\"") && !change.document().contains("\"q\""));

      // A missing file is valid, an empty one is not.
      KubeletSetup all = new KubeletSetup().config(CPUS);
      assertEquals(List.of(), findings(machine, all));
      assertThrows(KoordException.Invalid.class, () -> Kubelet.repairCpus(machine, all));
      assertEquals(1, findings(machine, all.cpuState(new byte[0])).size());
      RepairCpusResult over = Kubelet.repairCpus(machine, all, RepairFlag.START_OVER);
      assertEquals(List.of(), findings(machine, all.cpuState(over.document())));

      try (Pod bound = Pod.builder("p").uid("p").node("n").cpus(CpuSet.parse("4-5")).container("c")
          .resource("cpu", 2000, 2000).resource("memory", 1 << 30, 1 << 30).build()) {
        RepairCpusResult replaced = Kubelet.replaceCpus(machine, setup, List.of(bound));
        assertTrue(replaced.document().contains("\"c\":\"4-5\""), replaced.document());
      }

      Path path = directory.resolve("cpu_manager_state");
      Files.write(path, broken);
      Kubelet.writeState(path.toString(), change.document(), directory.toString());
      assertEquals(change.document(), Files.readString(path));
      assertArrayEquals(broken, Files.readAllBytes(Path.of(path + ".koord-backup")));
      Files.delete(Path.of(path + ".koord-backup"));
      Kubelet.writeState(path.toString(), broken, null, WriteStateFlag.FORCE, WriteStateFlag.NO_BACKUP);
      assertArrayEquals(broken, Files.readAllBytes(path));
      assertFalse(Files.exists(Path.of(path + ".koord-backup")));
      assertThrows(KoordException.Invalid.class, () -> Kubelet.writeState(directory.toString(), broken, null, WriteStateFlag.FORCE));
    }
  }

  @Test
  void memoryStatesAreRepaired() {
    try (Topology machine = server(); Kubelet kubelet = Kubelet.create(machine, setup());
        Pod pod = guaranteed("p", 2); Admission admission = Admission.create()) {
      assertFalse(kubelet.admit(pod, admission).refused());
      KubeletSetup setup = setup().cpuState(kubelet.cpuState());
      byte[] good = bytes(kubelet.memoryState());
      assertEquals(List.of(), findings(machine, setup.memoryState(good)));
      byte[] bad = bytes(kubelet.memoryState().replaceFirst("\"checksum\":\\d+", "\"checksum\":1"));
      assertEquals(List.of(KubeletFault.MEMORY),
          findings(machine, setup.memoryState(bad)).stream().map(KubeletFinding::fault).toList());
      assertEquals(text(good), Kubelet.repairMemory(machine, setup).document());
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
