package org.koord;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.koord.Fixtures.object;
import static org.koord.Fixtures.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Machines, sets of CPUs, pods, picks and pictures. */
class MachineTest {
  @Test
  void aMachineFromXml() throws IOException {
    String xml =
        Files.readString(Path.of(System.getProperty("koord.source"), "examples/two-socket-server.xml"));
    try (Topology machine = Topology.fromHwlocXml(xml); Topology allowed = Topology.fromHwlocXml(xml, TopologyFlag.ONLY_ALLOWED)) {
      TopologyInfo info = machine.info();
      assertEquals(List.of(2, 2, 32, 64, 2),
          List.of(info.sockets(), info.numaNodes(), info.cores(), info.cpus(), info.smtWidth()));
      assertEquals("x86_64", info.architecture());
      assertTrue(info.words() >= 1 && info.l3s() >= 2);
      assertEquals(info.cpus(), allowed.info().cpus());
      assertEquals(List.of(128L << 30, 128L << 30),
          machine.numaNodes().stream().map(NumaNode::memoryBytes).toList());
      assertEquals(new Hugepages(2 << 20, 512, 0), machine.hugepages().get(0));
      assertEquals(new Cpu(1, 1, 0, 0, 0, 1, 1, 0), machine.cpus().get(1));
      assertEquals("16-31,48-63", machine.cpuset(CpusetKind.NUMA_NODE, 1).toString());
      assertEquals("0-63", machine.cpuset().toString());
      assertEquals("x86_64", object(machine.toJson()).get("architecture").getAsString());
      try (Topology again = Topology.fromNrt(machine.toNrt("node-a"));
          Topology third = Topology.fromNrt(null, machine.toNrt(null, "node-a"));
          Topology cpus = Topology.fromAnnotation(machine.toAnnotation());
          Topology rows = Topology.fromRows(machine.cpus(), "x86_64")) {
        assertEquals(machine.numaNodes(), again.numaNodes());
        assertEquals(machine.cpus().size(), cpus.cpus().size());
        assertEquals(machine.cpus(), rows.cpus());
        assertEquals(again.cpus(), third.cpus());
        assertArrayEquals(machine.distances(), again.distances());
      }
      assertEquals(info.devices(), machine.devices().size());
      for (PciDevice device : machine.devices()) {
        assertEquals(2, device.busId().chars().filter(c -> c == ':').count(), device.toString());
        assertTrue(device.vendorId() > 0 && device.deviceId() > 0 && device.classId() > 0);
      }
    }
  }

  @Test
  void machinesRoundTrip() throws IOException {
    String xml =
        Files.readString(Path.of(System.getProperty("koord.source"), "examples/two-socket-server.xml"));
    for (Topology machine : List.of(Topology.discover(), Topology.fromHwlocXml(xml))) {
      try (machine; Topology again = Topology.fromJson(machine.toJson())) {
        assertEquals(machine.toJson(), again.toJson());
        assertEquals(machine.info(), again.info());
        assertEquals(machine.cpus(), again.cpus());
        assertEquals(machine.numaNodes(), again.numaNodes());
        assertEquals(machine.hugepages(), again.hugepages());
        assertEquals(machine.devices(), again.devices());
        assertArrayEquals(machine.distances(), again.distances());
        assertEquals(machine.cpuset(CpusetKind.DISALLOWED, 0), again.cpuset(CpusetKind.DISALLOWED, 0));
      }
    }
    KoordException.Invalid wrong =
        assertThrows(KoordException.Invalid.class, () -> Topology.fromJson("{\"kind\":\"Topology\"}"));
    assertTrue(wrong.getMessage().contains("Topology.apiVersion"), wrong.getMessage());
  }

  @Test
  void thisMachine() {
    try (Topology machine = Topology.discover(); Topology allowed = Topology.discover(TopologyFlag.ONLY_ALLOWED)) {
      assertTrue(allowed.info().cpus() > 0 && allowed.info().cpus() <= machine.info().cpus());
    }
    try (Topology below = Topology.discoverIn("/"); Topology machine = Topology.discover()) {
      assertEquals(machine.info().cpus(), below.info().cpus());
    }
    assertThrows(KoordException.Invalid.class, () -> Topology.discoverIn("/no/such/root"));
    assertEquals(Koord.version() >> 16 + 0,
        Integer.parseInt(Koord.versionString().split("\\.")[0]));
    assertEquals("no-space", Status.NO_SPACE.spelling());
  }

  @Test
  void setsOfCpus() {
    CpuSet set = CpuSet.parse("0-3,70");
    assertEquals(5, set.size());
    assertTrue(set.contains(70) && !set.contains(4) && !set.contains(-1) && !set.contains(1 << 20));
    assertTrue(set.containsAll(CpuSet.range(0, 2)) && !set.isEmpty());
    assertEquals(set, CpuSet.of(0, 1, 2, 3, 70));
    assertEquals(set.hashCode(), CpuSet.of(set.toBitSet()).hashCode());
    assertEquals("0-4,70", set.plus(CpuSet.of(4)).toString());
    assertEquals("70", set.minus(CpuSet.range(0, 3)).toString());
    assertEquals("2-3", set.and(CpuSet.of(2, 3, 4)).toString());
    assertArrayEquals(new int[] {0, 1, 2, 3, 70}, set.toArray());
    assertEquals(76, set.stream().sum());
    List<Integer> seen = new ArrayList<>();
    set.forEach(seen::add);
    assertEquals(List.of(0, 1, 2, 3, 70), seen);
    BitSet bits = set.toBitSet();
    bits.clear();
    assertEquals(5, set.size());
    assertTrue(CpuSet.EMPTY.isEmpty());
    assertEquals(CpuSet.MAX_CPUS - 1, CpuSet.parse("8191").iterator().nextInt());
    assertThrows(KoordException.Invalid.class, () -> CpuSet.parse("8192"));
  }

  @Test
  void podsOfBothKindsAreTheSame() {
    try (Pod pod = Pod.builder("web").namespace("shop").uid("7").node("node-a").qos(Qos.LSR)
            .priorityClass(PriorityClass.PROD).priority(9500).requiredBind(BindPolicy.FULL_PCPUS)
            .preferredBind(BindPolicy.SPREAD_BY_PCPUS).exclusive(ExclusivePolicy.PCPU_LEVEL)
            .numaPolicy(NumaPolicy.SINGLE_NUMA_NODE).numaExclusive(NumaExclusive.REQUIRED).cpus(CpuSet.parse("0-2"))
            .container("main").resource("cpu", 2000, 2000).resource("memory", 5, 6)
            .container(ContainerKind.INIT, "setup").resource("cpu", 3000, 3000)
            .overhead("memory", 2).numaResource(0, "cpu", 3000).build();
        Pod level = Pod.builder("l").uid("l").container("c").podResource("cpu", 4000, 5000).build();
        Pod done = Pod.builder("d").uid("d").terminated(true).initialized(true).container("c").build(); Pod same = pod.share();
        Pod read = Pod.fromJson("{\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\",\"uid\":\"7\"},"
            + "\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"limits\":{\"cpu\":\"500m\"}}}]}}")) {
      assertEquals(List.of("web", "shop", "7", "node-a"),
          List.of(pod.name(), pod.namespace(), pod.uid(), pod.node()));
      assertEquals("0-2", same.cpus().toString());
      PodInfo info = pod.info();
      assertEquals(List.of(3000L, 3000L), List.of(info.cpuRequestMilli(), info.cpuLimitMilli()));
      assertEquals(List.of(2, 9500), List.of(info.containers(), info.priority()));
      assertEquals(Qos.LSR, info.qos());
      assertEquals(PriorityClass.PROD, info.priorityClass());
      assertEquals(BindPolicy.FULL_PCPUS, info.requiredBind());
      assertEquals(BindPolicy.SPREAD_BY_PCPUS, info.preferredBind());
      assertEquals(ExclusivePolicy.PCPU_LEVEL, info.exclusive());
      assertEquals(NumaPolicy.SINGLE_NUMA_NODE, info.numaPolicy());
      assertEquals(NumaExclusive.REQUIRED, info.numaExclusive());
      assertTrue(info.bound() && info.allocated() && !info.terminated() && !info.hasPodLevel());
      assertEquals(OptionalLong.of(7), pod.request("memory"));
      assertEquals(OptionalLong.of(8), pod.limit("memory"));
      assertEquals(OptionalLong.empty(), pod.request("nvidia.com/gpu"));
      assertTrue(level.info().hasPodLevel() && !level.info().bound());
      assertEquals(OptionalLong.of(4000), level.request("cpu"));
      assertTrue(done.info().terminated());
      assertEquals(500, read.info().cpuRequestMilli());
      assertFalse(read.info().limitIsRequest() && read.info().bound());
    }
    assertThrows(KoordException.Invalid.class, () -> Pod.builder("").build());
    assertThrows(IllegalStateException.class, () -> Pod.builder("p").resource("cpu", 1, 1));
  }

  @Test
  void picksTakeAllTheirArguments() {
    try (Topology machine = server()) {
      CpuRequest whole = new CpuRequest().cpus(4).bindPolicy(BindPolicy.FULL_PCPUS).required(true).fewestL3(true);
      CpuPicker.Pick preferred = CpuPicker.pick(machine, whole, new CpuPicker.State(
          CpuSet.parse("8-15"), CpuSet.parse("12-15"), null, null, null, List.of()));
      assertEquals("12-15", preferred.cpus().toString());
      CpuPicker.Pick second = CpuPicker.pick(machine, whole.cpus(2), new CpuPicker.State(
          CpuSet.range(0, 15), null, null, null, null, List.of(new NumaGrant(-1, 0, 1))));
      assertTrue(CpuSet.parse("8-15").containsAll(second.cpus()));
      assertEquals(2000, second.grants().get(0).grantedMilli());
      CpuPicker.Pick free = CpuPicker.pick(machine,
          new CpuRequest().cpus(2).exclusivePolicy(ExclusivePolicy.PCPU_LEVEL).profile(Profile.SPEC)
              .numaStrategy(NumaStrategy.LEAST_ALLOCATED),
          new CpuPicker.State(CpuSet.range(0, 15), null, CpuSet.parse("0-3"), CpuSet.EMPTY, null, List.of()));
      assertTrue(free.granted() && free.cpus().and(CpuSet.parse("0-3")).isEmpty());
      CpuPicker.Pick shared = CpuPicker.pick(machine, new CpuRequest().cpus(2).maxRefCount(2),
          new CpuPicker.State(CpuSet.parse("2-3"), null, null, null, new short[] {2, 2, 1, 1}, List.of()));
      assertEquals("2-3", shared.cpus().toString());
      assertEquals("0-1", CpuPicker.pick(machine, new CpuRequest().cpus(2).bindPolicy(BindPolicy.FULL_PCPUS),
          CpuSet.range(0, 15)).cpus().toString());
      CpuPicker.Pick no = CpuPicker.pick(machine, new CpuRequest().cpus(3), CpuSet.of(0));
      assertFalse(no.granted());
      assertEquals(Profile.UPSTREAM, no.refusal().in(Profile.UPSTREAM).profile());
      assertFalse(no.refusal().reason().name().isEmpty() || no.refusal().text().isEmpty());
      assertEquals(ObjectKind.CPU, no.refusal().object());
      assertThrows(IllegalArgumentException.class, () -> CpuPicker.pick(machine, new CpuRequest().cpus(1),
          new CpuPicker.State(CpuSet.of(0), null, null, null, new short[9000], List.of())));
      assertThrows(KoordException.Invalid.class,
          () -> CpuPicker.pick(machine, new CpuRequest().cpus(1).profile(Profile.UNRECOGNIZED), CpuSet.of(0)));
    }
  }

  @Test
  void pictures() {
    try (Topology machine = server()) {
      Picture sets =
          new Picture().title("a title").set("web", CpuSet.parse("0-3")).set("db", CpuSet.parse("4-7"));
      PictureOptions ascii = new PictureOptions().ascii(true).columns(80).devices(true);
      String picture = machine.draw(ascii, sets);
      assertTrue(picture.contains("a title") && picture.contains("web") && picture.contains("db"));
      assertTrue(picture.chars().allMatch(c -> c < 128));
      assertTrue(machine.draw(new PictureOptions().color(true), sets).contains("\u001b["));
      assertTrue(machine.draw(new PictureOptions().format(PictureFormat.SVG), new Picture().title(null)).contains("<svg"));
      for (int i = 0; i < 65; i++) {
        sets.set("pod-" + i, CpuSet.of(i % 16));
      }
      assertThrows(KoordException.Limit.class, () -> machine.draw(null, sets));
    }
  }

  /** Numbers of a newer library are accepted, and all known numbers round-trip. */
  @Test
  void enumsKnowTheirNumbers() throws Exception {
    int enums = 0;
    for (Object constant : new Object[] {Reason.NONE, ObjectKind.CPU, Qos.NONE, StepKind.MOVE, AgentPlace.EXCLUSIVE}) {
      Class<?> type = ((Enum<?>) constant).getDeclaringClass();
      var of = type.getDeclaredMethod("of", int.class);
      of.setAccessible(true);
      for (Object value : type.getEnumConstants()) {
        assertEquals(value, of.invoke(null, ((Coded) value).code()));
      }
      assertEquals("UNRECOGNIZED", of.invoke(null, 12345).toString());
      enums++;
    }
    assertEquals(5, enums);
    assertEquals(Status.INTERNAL, Status.of(-98));
    assertEquals(Status.values().length, Arrays.stream(Status.values()).map(Status::spelling).distinct().count());
  }
}
