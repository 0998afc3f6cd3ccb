package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.koord.Fixtures.cluster;
import static org.koord.Fixtures.lsr;
import static org.koord.Fixtures.server;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Arguments that are null or out of range are named in the exception, and nothing else happens. */
class ArgumentTest {
  private static void isNull(String name, Executable call) {
    assertEquals(name, assertThrows(NullPointerException.class, call, name).getMessage());
  }

  private static void isNegative(String name, Executable call) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call, name);
    assertTrue(e.getMessage().startsWith(name + " is negative: -"), e.getMessage());
  }

  @Test
  void nullsAreNamed() {
    isNull("list", () -> CpuSet.parse(null));
    isNull("json", () -> Pod.fromJson((String) null));
    isNull("xml", () -> Topology.fromHwlocXml((String) null));
    isNull("json", () -> Topology.fromNrt((String) null));
    isNull("json", () -> Topology.fromJson((String) null));
    isNull("topology", () -> Agent.create(null, null));
    isNull("topology", () -> Kubelet.create(null, null));
    isNull("topology", () -> Kubelet.check(null, (KubeletSetup) null));
    isNull("path", () -> AgentState.load(null));
    isNull("text", () -> Kubelet.writeState("/nowhere", (byte[]) null, null));
    isNull("text", () -> Kubelet.writeState("/nowhere", (String) null, null));
    isNull("cpuState", () -> new KubeletSetup().cpuState((String) null));
    isNull("name", () -> new NodeBuilder(null));
    isNull("listener", () -> Context.of(null));
    isNull("profile", () -> new ClusterOptions().profile(null));
    isNull("bindPolicy", () -> new CpuRequest().cpus(1).bindPolicy(null));
    isNull("qos", () -> Pod.builder("p").qos(null));
    try (Hook hook = Hook.create()) {
      isNull("ociState", () -> hook.run((String) null));
    }
    isNull("phase", () -> Koord.rebindStatusToJson(null, "2026-01-02T03:04:05Z", "why"));
    try (Cluster cluster = cluster(1, 0); Topology machine = server(); Query query = Query.create();
        Pod pod = lsr("p", 2).build(); Agent node = Agent.create(machine, null)) {
      isNull("pod", () -> cluster.evaluate(null, new Verdicts(1)));
      isNull("into", () -> cluster.evaluate(pod, null));
      isNull("pod", () -> cluster.reserve(null, 0));
      isNull("uid", () -> cluster.removePod(null));
      isNull("name", () -> cluster.nodeId(null));
      isNull("which", () -> cluster.nodeCpus(0, null));
      isNull("builder", () -> cluster.setNode((NodeBuilder) null));
      isNull("json", () -> cluster.setNode((String) null));
      isNull("pods", () -> cluster.planGang(null, null, null));
      isNull("plan", () -> cluster.commit(null));
      isNull("rows", () -> cluster.setGpuPolicy(GpuPolicy.FGD, null));
      isNull("policy", () -> cluster.setReservation("p", null));
      isNull("cpus", () -> query.isolateCpus(0, null));
      isNull("protection", () -> query.protectPod("p", null));
      isNull("available", () -> CpuPicker.pick(machine, new CpuRequest().cpus(1), (CpuSet) null));
      isNull("kind", () -> machine.cpuset(null, 0));
      isNull("which", () -> node.cpus(null));
      try (DeviceReport report = DeviceReport.create()) {
        isNull("nodeName", () -> report.toJson(machine, null));
        isNull("topology", () -> report.toJson(null, "n"));
      }
      assertThrows(NullPointerException.class, () -> cluster.planGang(java.util.Arrays.asList(pod, null), null, null));
    }
  }

  @Test
  void numbersOutOfRangeAreNamed() {
    isNegative("maxNodes", () -> new GangOptions().maxNodes(-1));
    isNegative("budget", () -> new PreemptOptions().budget(-1));
    isNegative("columns", () -> new PictureOptions().columns(-80));
    assertThrows(IllegalArgumentException.class, () -> new Verdicts(-1));
    assertThrows(IllegalArgumentException.class, () -> CpuSet.of(-1));
    assertThrows(IllegalArgumentException.class, () -> CpuSet.of(CpuSet.MAX_CPUS));
    try (Cluster cluster = cluster(2, 0); Topology machine = server(); Query query = Query.create();
        Pod pod = lsr("p", 2).build()) {
      isNegative("node", () -> cluster.reserve(pod, -1));
      isNegative("node", () -> cluster.judge(pod, -1));
      isNegative("node", () -> cluster.nodeName(-1));
      isNegative("node", () -> cluster.pods(-1));
      isNegative("node", () -> query.drainNode(-1));
      isNegative("node", () -> query.excludeNode(-1));
      isNegative("node", () -> query.addPod(pod, -1));
      isNegative("most", () -> cluster.findBest(pod, -1));
      isNegative("first", () -> query.setNodes(-1, 1));
      assertEquals(2, cluster.findBest(pod, Integer.MAX_VALUE).size());
      assertEquals(0, cluster.findBest(pod, 0).size());
      try (Plan plan = cluster.planGang(List.of(pod), null, null).plan()) {
        isNegative("step", () -> plan.stepCpus(-1));
        assertThrows(KoordException.Invalid.class, () -> plan.stepCpus(1));
      }
      assertThrows(KoordException.NotFound.class, () -> cluster.nodeName(2));
      assertThrows(KoordException.Invalid.class,
          () -> machine.draw(null, new Picture().set("two\nlines", CpuSet.of(0))));
    }
  }
}
