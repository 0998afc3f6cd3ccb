package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.koord.Fixtures.cluster;
import static org.koord.Fixtures.json;
import static org.koord.Fixtures.lsr;
import static org.koord.Fixtures.object;
import static org.koord.Fixtures.server;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Results of a cluster: nodes, verdicts, reservations, plans, explanations. */
class PlannerTest {
  private static final String GPU_DEVICE =
      "{\"kind\":\"Device\",\"apiVersion\":\"scheduling.koordinator.sh/v1alpha1\",\"metadata\":{\"name\":\"a\"},"
          + "\"spec\":{\"devices\":[{\"type\":\"gpu\",\"minor\":0,\"health\":true,\"id\":\"GPU-0\",\"resources\":{"
          + "\"koordinator.sh/gpu-core\":\"100\",\"koordinator.sh/gpu-memory\":\"16Gi\","
          + "\"koordinator.sh/gpu-memory-ratio\":\"100\"}}]}}";

  @Test
  void objectsOfTheApiServer() {
    ClusterOptions options =
        new ClusterOptions().profile(Profile.UPSTREAM).upstreamScore(true).ignoreKubelet(true)
            .deviceStrategy(DeviceStrategy.MOST_ALLOCATED).gpuPick(GpuPick.PARTITION);
    try (Cluster cluster = Cluster.create(options, "{\"defaultCPUBindPolicy\":\"FullPCPUs\"}");
        Topology machine = server()) {
      int node =
          cluster.setNode("{\"metadata\":{\"name\":\"a\"},\"status\":{\"allocatable\":"
              + "{\"cpu\":\"16\",\"memory\":\"32Gi\",\"pods\":\"10\"}}}");
      assertNull(cluster.nodeTopology(node));
      assertEquals(node, cluster.setTopology(machine.toNrt("a")));
      assertEquals(node, cluster.setDevices(GPU_DEVICE));
      assertEquals(node, cluster.nodeId("a"));
      assertEquals("a", cluster.nodeName(node));
      try (Topology known = cluster.nodeTopology(node)) {
        assertEquals(16, known.info().cpus());
      }
      assertEquals("0-15", cluster.nodeCpus(node, ClusterCpuset.FREE).toString());
      ClusterInfo info = cluster.info();
      assertEquals(List.of(1, 1), List.of(info.nodes(), info.ids()));
      assertTrue(info.generation() >= 3);
      assertEquals("gpu", cluster.deviceTypeName(0));
      assertEquals(0, cluster.deviceType("gpu"));
      assertThrows(KoordException.NotFound.class, () -> cluster.deviceType("nothing"));
      try (Pod pod = Pod.fromJson("{\"metadata\":{\"name\":\"p\",\"uid\":\"p\"},\"spec\":{\"containers\":["
          + "{\"name\":\"c\",\"resources\":{\"limits\":{\"cpu\":\"1\",\"nvidia.com/gpu\":\"1\"}}}]}}")) {
        assertTrue(cluster.reserve(pod, node).granted());
        assertEquals(List.of(0), cluster.podMinors("p", cluster.deviceType("gpu")));
        assertEquals(List.of(), cluster.podMinors("p", -1));
        cluster.removePod("p");
        assertThrows(KoordException.NotFound.class, () -> cluster.podMinors("p", 0));
      }
      cluster.setGpuPolicy(GpuPolicy.FGD, List.of(new TaskClass(3, 1000, 500, 1, "A100", 0)));
      assertThrows(KoordException.Invalid.class, () -> cluster.setGpuPolicy(GpuPolicy.FGD, List.of()));
      cluster.removeDevices("a");
      cluster.removeTopology("a");
      cluster.removeNode("a");
      assertThrows(KoordException.NotFound.class, () -> cluster.removeDevices("a"));
      assertThrows(KoordException.NotFound.class, () -> cluster.removeTopology("a"));
      assertThrows(KoordException.NotFound.class, () -> cluster.removeNode("a"));
      KoordException.Invalid e =
          assertThrows(KoordException.Invalid.class, () -> cluster.setNode(
              "{\"metadata\":{\"name\":\"b\"},\"status\":{\"allocatable\":{\"cpu\":\"many\"}}}"));
      assertTrue(e.getMessage().contains("cpu"), e.getMessage());
    }
    assertThrows(KoordException.Unsupported.class,
        () -> Cluster.create(new ClusterOptions().profile(Profile.KUBELET), (String) null));
  }

  @Test
  void specsReachTheLibrary() {
    try (Cluster cluster = Cluster.create(); Topology machine = server();
        Pod pod = lsr("p", 2).build();
        Pod huge = Pod.builder("m").uid("m").container("c").resource("memory", 1L << 50, 1L << 50).build()) {
      int node = cluster.setNode(new NodeBuilder("a").unschedulable(true).systemCpusShared(false)
          .bindPolicy(BindPolicy.FULL_PCPUS).strategy(NumaStrategy.LEAST_ALLOCATED)
          .numaPolicy(NumaPolicy.SINGLE_NUMA_NODE).architecture("amd64").cpuAmplificationPercent(100)
          .reserved(CpuSet.parse("0-1")).system(CpuSet.parse("8-9"))
          .resource("cpu", 16000, 2000).resource("memory", 32L << 30).resource("pods", 10));
      assertEquals(node, cluster.setTopology(new NrtBuilder("a").topology(machine).kubeletStatic(true)
          .fullPcpusOnly(true).distributeCpusAcrossNuma(false).numaPolicy(NumaPolicy.SINGLE_NUMA_NODE)
          .reserved(CpuSet.parse("2-3")).held(CpuSet.parse("4-5"))
          .zone("node-0").resource("cpu", 8000).zone("node-1").resource("cpu", 8000)));
      CpuSet withheld = cluster.nodeCpus(node, ClusterCpuset.RESERVED);
      assertTrue(withheld.containsAll(CpuSet.parse("0-3,8-9")), withheld.toString());
      assertFalse(cluster.nodeCpus(node, ClusterCpuset.FREE).contains(4));
      assertEquals(Reason.NODE_UNSCHEDULABLE, cluster.judge(pod, node).refusal().reason());
      try (Pod tolerant = lsr("t", 2).toleratesUnschedulable(true).build()) {
        assertNotEquals(Reason.NODE_UNSCHEDULABLE, cluster.judge(tolerant, node).refusal().reason());
      }
      try (Query elsewhere = Query.create().setFlags(QueryFlag.SKIP_FIT)) {
        assertTrue(cluster.judge(pod, elsewhere, node).granted());
      }
      cluster.setNode(new NodeBuilder("b").resource("cpu", 16000).resource("memory", 32L << 30).resource("pods", 10));
      Refusal short_ = cluster.judge(huge, cluster.nodeId("b")).refusal();
      assertEquals(Reason.INSUFFICIENT_RESOURCE, short_.reason());
      assertEquals("memory", cluster.resourceName(short_.resource()));
      assertEquals(List.of(1L << 50, 32L << 30), List.of(short_.needed(), short_.best()));
      assertEquals("needs 1Pi of memory; the node has 32Gi available", cluster.formatRefusal(short_));
      assertThrows(NullPointerException.class, () -> cluster.formatRefusal(null));
    }
  }

  @Test
  void verdicts() {
    try (Cluster cluster = cluster(4, 8); Pod pod = lsr("asked", 10).build(); Query query = Query.create()) {
      Verdicts rows = new Verdicts(4);
      cluster.evaluate(pod, rows);
      long generation = rows.generation();
      assertEquals(4, rows.size());
      assertEquals(2, rows.node(2));
      assertFalse(rows.fits(0));
      JudgeResult no = cluster.judge(pod, 1);
      assertEquals(rows.reason(1), no.refusal().reason());
      assertEquals(0, no.score());
      assertFalse(no.refusal().text().isEmpty());
      assertEquals(no.refusal().text(), no.refusal().toString());
      try (Query some = Query.create().setFlags(QueryFlag.SKIP_FIT).setNodes(1, 2); Query same = some.clone()) {
        cluster.evaluate(pod, same, rows);
      }
      assertEquals(2, rows.size());
      assertEquals(1, rows.node(0));
      try (Query rest = Query.create().setFlags(QueryFlag.SKIP_FIT).setNodes(1, Long.MAX_VALUE)) {
        cluster.evaluate(pod, rest, rows);
        assertEquals(3, rows.size());
      }
      assertThrows(IndexOutOfBoundsException.class, () -> rows.node(3));
      query.removePod("held-node-b");
      cluster.evaluate(pod, query, rows);
      assertTrue(rows.fits(1) && !rows.fits(0));
      cluster.removePod("held-node-c");
      Verdicts best = cluster.findBest(pod, 3);
      assertEquals(1, best.size());
      assertEquals(2, best.get(0).node());
      assertTrue(best.get(0).fits() && !best.get(0).unresolvable());
      cluster.changes(pod, null, generation, rows);
      assertTrue(rows.size() > 0);
      cluster.removeNode("node-d");
      cluster.changes(pod, null, generation, rows);
      boolean gone = false;
      for (int i = 0; i < rows.size(); i++) {
        gone |= rows.removed(i) && rows.node(i) == 3;
      }
      assertTrue(gone);
      try (Pod small = lsr("small", 2).build()) {
        cluster.evaluate(small, rows);
      }
      int[] before = {rows.score(0), rows.score(1), rows.score(2)};
      int highest = Math.max(before[0], Math.max(before[1], before[2]));
      rows.normalize();
      for (int i = 0; i < before.length; i++) {
        assertEquals(100 * before[i] / highest, rows.score(i));
      }
    }
  }

  @Test
  void reserving() {
    try (Cluster cluster = cluster(2, 0); Cluster restarted = cluster(2, 0);
        Pod pod = lsr("p", 4).build(); Pod late = lsr("late", 4).build(); Pod owner = lsr("owner", 2).build();
        Pod greedy = lsr("greedy", 4).build(); Query query = Query.create(); Query seen = Query.create()) {
      Verdicts rows = new Verdicts(2);
      cluster.evaluate(pod, rows);
      seen.setGeneration(rows.generation());
      ReserveResult got = cluster.reserve(pod, seen, 1);
      assertTrue(got.granted());
      assertEquals(4, got.cpus().size());
      assertThrows(KoordException.Stale.class, () -> cluster.reserve(late, seen, 1));
      assertThrows(KoordException.Conflict.class, () -> cluster.reserve(pod, 0));
      assertEquals(1, cluster.podNode("p"));
      assertEquals(got.cpus(), cluster.podCpus("p"));
      assertEquals(got.cpus(), cluster.nodeCpus(1, ClusterCpuset.ALLOCATED));
      assertEquals(got.cpus().toString(), object(cluster.podStatus("p")).get("cpuset").getAsString());
      assertEquals("{}", cluster.podDevices("p"));
      assertTrue(object(cluster.prebind(pod)).has("metadata"));
      assertFalse(cluster.prebind(pod, PrebindFlag.PROPOSAL).contains("numaNodeResources"));
      assertEquals(List.of("p"), cluster.pods(1));
      assertEquals(List.of(), cluster.pods(0));

      // The result is the same after a restart.
      try (Pod bound = lsr("p", 4).node("node-b").cpus(got.cpus()).build();
          Pod other = lsr("q", 2).node("node-b").cpus(CpuSet.parse("3-4")).build()) {
        PodConflicts none = restarted.setPod(bound);
        assertEquals(0, none.claimsRefused());
        assertFalse(none.cpus().refused());
        assertEquals(got.cpus(), restarted.podCpus("p"));
        PodConflicts refused = restarted.setPod(other);
        assertEquals(1, refused.cpusHeld());
        assertEquals(1, refused.claimsRefused());
        assertEquals(Reason.CPU_TAKEN, refused.cpus().reason());
        assertEquals(refused, restarted.podConflicts("q"));
        assertEquals("", other.faults());
      }

      // The pod becomes a reservation, and other pods use it.
      cluster.setReservation("p", ReservationPolicy.RESTRICTED);
      query.useReservation("p");
      assertTrue(cluster.judge(owner, query, 1).granted());
      ReserveResult mine = cluster.reserveFrom(owner, query);
      assertTrue(mine.granted());
      assertEquals(2, mine.cpus().size());
      assertTrue(got.cpus().containsAll(mine.cpus()));
      ReserveResult none = cluster.reserveFrom(greedy, query.setFlags(QueryFlag.SKIP_FIT));
      assertEquals(Reason.RESERVATION_SHORT, none.refusal().reason());
      assertTrue(none.cpus().isEmpty());
      cluster.attachOwner("owner", "p");
      cluster.removePod("owner");
      assertThrows(KoordException.NotFound.class, () -> cluster.podNode("owner"));
    }
  }

  private static NumaHints hints(Cluster cluster, Pod pod) {
    NumaHints hints = NumaHints.create();
    cluster.hints(pod, 0, NumaPolicy.SINGLE_NUMA_NODE, hints);
    return hints;
  }

  @Test
  void hintsAreMergedElsewhere() {
    NumaOptions single = new NumaOptions().policy(NumaPolicy.SINGLE_NUMA_NODE).exclusive(NumaExclusive.UNSET);
    try (Cluster cluster = cluster(1, 0); Pod pod = lsr("p", 4).build(); Query query = Query.create();
        NumaHints hints = hints(cluster, pod); NumaHints same = hints.clone()) {
      assertEquals(List.of(0, 1), hints.nodes().stream().map(NumaPlace::numaNode).toList());
      assertEquals(NumaUse.IDLE, hints.nodes().get(0).use());
      NumaHintListInfo cpu = hints.lists().get(0);
      assertEquals("cpu", cpu.name());
      assertEquals(NumaHintKind.HINTS, cpu.kind());
      assertTrue(hints.hints(0).stream().anyMatch(hint -> hint.preferred() && !hint.noAffinity()));
      NumaMergeResult yes = Koord.numaMerge(single, hints);
      NumaMerged merged = yes.numaMerged();
      assertTrue(merged.admit() && merged.preferred() && merged.affinity() && !merged.unsatisfied());
      assertEquals("", yes.text());
      ReserveResult got = cluster.reserve(pod, query.setAffinity(merged.nodes()), 0);
      assertTrue(got.granted());
      assertEquals(1, got.cpus().stream().map(c -> c / 8).distinct().count());
      // Hints of another provider take part.
      same.setNodes(hints.nodes(), new int[][] {{10, 20}, {20, 10}})
          .addList(new NumaHintList().provider(1).kind(NumaHintKind.UNSATISFIABLE), "\uD83D\uDE00/gpu", List.of());
      assertEquals(List.of(cpu, new NumaHintListInfo("\uD83D\uDE00/gpu", 0, 1, NumaHintKind.UNSATISFIABLE)), same.lists());
      assertEquals(List.of(), same.hints(1));
      NumaMergeResult no = Koord.numaMerge(single.preferClosest(true), same);
      assertFalse(no.numaMerged().admit());
      assertTrue(no.numaMerged().reason() != Reason.NONE);
      assertFalse(no.text().isEmpty());
      assertThrows(IllegalArgumentException.class,
          () -> hints.setNodes(hints.nodes(), new int[][] {{10}}));
      assertThrows(KoordException.NotFound.class, () -> cluster.hints(pod, 9, NumaPolicy.NONE, same));
      assertEquals(2, same.lists().size());
      assertEquals(List.of(), same.reset().nodes());
      cluster.hints(pod, 0, NumaPolicy.SINGLE_NUMA_NODE, same);
      assertEquals(hints.lists(), same.lists());
      assertThrows(KoordException.Invalid.class,
          () -> same.setNodes(List.of()).addList(
              new NumaHintList().kind(NumaHintKind.HINTS), "x", List.of(new NumaHint(1, 0, NumaHintFlag.PREFERRED.code()))));
    }
  }

  @Test
  void gangs() {
    try (Cluster cluster = cluster(2, 0); Pod a = lsr("a", 12).build(); Pod b = lsr("b", 12).build();
        Pod c = lsr("c", 12).build()) {
      PlanGangResult gang = cluster.planGang(List.of(a, b), new GangOptions().maxNodes(2).budget(1000), null);
      assertFalse(gang.info().refusal().refused());
      assertEquals(2, gang.info().placed());
      assertEquals(2, gang.info().nodes());
      try (Plan plan = gang.plan()) {
        PlanStep first = plan.steps().get(0);
        assertEquals(StepKind.PLACE, first.kind());
        assertEquals("a", first.uid());
        assertEquals(12, plan.stepCpus(1).size());
        assertEquals(plan.stepCpus(0).toString(),
            object(cluster.stepStatus(plan, 0)).get("cpuset").getAsString());
        assertEquals("{}", cluster.stepDevices(plan, 0));
        cluster.commit(plan);
      }
      PlanGangResult none = cluster.planGang(List.of(c), null, null);
      assertNull(none.plan());
      assertEquals(Reason.GANG_UNPLACED, none.info().refusal().reason());
    }
  }

  @Test
  void resizing() {
    try (Cluster cluster = cluster(1, 0); Pod small = lsr("p", 4).build(); Pod grown = lsr("p", 6).build();
        Pod other = lsr("q", 4).build(); Pod huge = lsr("p", 14).build();
        Query query = Query.create()) {
      CpuSet before = cluster.reserve(small, 0).cpus();
      assertTrue(cluster.reserve(other, 0).granted());
      PlanResizeResult planned = cluster.planResize(grown, query.setFlags(QueryFlag.MAY_MOVE));
      try (Plan plan = planned.plan()) {
        assertFalse(planned.refusal().refused());
        assertEquals(List.of(StepKind.MOVE), plan.steps().stream().map(PlanStep::kind).toList());
        cluster.commit(plan);
        assertEquals(6, cluster.podCpus("p").size());
        assertTrue(before.size() == 4);
      }
      PlanResizeResult no = cluster.planResize(huge, query.reset().setFlags(QueryFlag.SKIP_FIT));
      assertNull(no.plan());
      assertTrue(no.refusal().refused());
    }
  }

  @Test
  void rebinding() {
    try (Cluster cluster = cluster(1, 0); Query query = Query.create()) {
      for (int i = 0; i < 8; i++) {
        try (Pod pod = lsr("p" + i, 2).build()) {
          assertTrue(cluster.reserve(pod, 0).granted());
        }
      }
      for (int i = 1; i < 8; i += 2) {
        cluster.removePod("p" + i);
      }
      RebindOptions options = new RebindOptions().noNewCrossing(true).maxMoved(4).budget(RebindBudget.MAX.code());
      PlanRebindResult rebound = cluster.planRebind(0, options, null);
      assertFalse(rebound.info().refusal().refused());
      RebindInfo info = rebound.info();
      assertEquals(Reason.NONE, info.reason());
      assertEquals(List.of(8, 8), List.of(info.before().freeCpus(), info.after().freeCpus()));
      assertEquals(List.of(4, 4), List.of(info.before().freeCores(), info.after().freeCores()));
      assertTrue(info.after().largestBlock() >= info.before().largestBlock());
      assertEquals(info.moved(), rebound.plan().steps().size());
      rebound.plan().close();
      try (Pod wide = lsr("wide", 8).build()) {
        PlanRebindResult room = cluster.planRebindFor(wide, 0, options, query);
        assertFalse(room.info().refusal().refused());
        cluster.commit(room.plan());
        room.plan().close();
        assertEquals(8, cluster.podCpus("wide").size());
      }
      assertTrue(info.used() <= RebindBudget.MAX.code() && !info.truncated());
    }
    RebindRequestFromJsonResult resource = Koord.rebindRequestFromJson(
        "{\"kind\":\"RebindResource\",\"metadata\":{\"name\":\"r\"},"
            + "\"spec\":{\"nodeName\":\"node-a\",\"rebindAction\":\"RebindCPU\"}}");
    assertEquals("node-a", resource.node());
    assertEquals(new RebindRequest(RebindAction.CPU, RebindPhase.NONE, 600), resource.request());
    assertTrue(object(Koord.rebindStatusToJson(RebindPhase.FAILED, "2026-01-02T03:04:05Z", "why")).has("status"));
  }

  @Test
  void whyNot() {
    try (Cluster cluster = cluster(3, 12); Pod pod = lsr("p", 8).priority(9999).build()) {
      try (Explanation why = cluster.explain(pod, new ExplainOptions().nearest(2).maxJudgements(100), null)) {
        ExplanationInfo info = why.info();
        assertEquals(List.of(3, 0, 2), List.of(info.nodes(), info.fitting(), info.misses()));
        assertEquals(cluster.info().generation(), info.generation());
        assertFalse(info.invalidRequest());
        List<RefusedGroup> groups = why.groups();
        assertEquals(info.groups(), groups.size());
        assertEquals(3, groups.get(0).nodes());
        assertTrue(groups.get(0).refusal().refused());
        assertEquals(8000, groups.get(0).bound().needed());
        assertEquals(2, why.misses().size());
        assertFalse(why.misses().get(0).unresolvable());
        List<RemedyStep> remedies = why.remedies();
        assertTrue(remedies.stream()
            .anyMatch(step -> step.kind() == RemedyKind.EVICT && step.uid().startsWith("held-")));
        assertFalse(RemedyKind.EVICT.spelling().isEmpty());
        assertEquals(List.of(), why.fits());
        assertTrue(why.toText().contains("node-a"));
        assertTrue(object(why.toJson()).size() > 0);
      }
      PreemptOptions options = new PreemptOptions().leastImportant(true).budget(100000);
      try (Preemption preemption = cluster.preempt(pod, options, null)) {
        List<NodePreemption> rows = preemption.nodes();
        assertEquals(3, rows.size());
        assertEquals(1, rows.get(0).victims());
        assertTrue(rows.get(0).fits() && !rows.get(0).unresolvable() && !rows.get(0).unproven());
        PlanStep victim = preemption.victims(0).get(0);
        assertEquals(StepKind.RELEASE, victim.kind());
        assertTrue(victim.uid().startsWith("held-"));
        PlanResizeResult planned = cluster.planPreemption(preemption, 0);
        assertFalse(planned.refusal().refused());
        cluster.commit(planned.plan());
        planned.plan().close();
        assertEquals(rows.get(0).node(), cluster.podNode("p"));
      }
    }
  }

  @Test
  void whatIfAndCapacity() {
    try (Cluster cluster = cluster(3, 12); Pod like = lsr("like", 2).build(); Pod there = lsr("there", 2).build();
        Query query = Query.create()) {
      try (Capacity now = cluster.capacity(like, null, null)) {
        assertEquals(new CapacityInfo(6, 0, 0), now.info());
        assertEquals(List.of(2, 2, 2), now.nodes().stream().map(NodeCapacity::pods).toList());
      }
      try (Capacity one = cluster.capacity(like, new CapacityOptions().maxPods(1), null)) {
        assertEquals(List.of(1, 1, 1), one.nodes().stream().map(NodeCapacity::pods).toList());
      }
      query.drainNode(0).disableSmt(1).isolateCpus(2, CpuSet.of(0, 1)).isolateCpus(2, CpuSet.EMPTY)
          .protectPod("held-node-c", Protection.KEEP).addPod(there, 1);
      try (Capacity later = cluster.capacity(like, null, query)) {
        CapacityInfo info = later.info();
        assertTrue(info.displaced() > 0);
        assertEquals(info.pods(), later.nodes().stream().mapToLong(NodeCapacity::pods).sum());
        assertTrue(later.nodes().stream().noneMatch(row -> row.node() == 0 && row.pods() > 0));
        assertNotNull(later.nodes().get(0).reason());
        later.nodes().forEach(row -> assertTrue(!row.unresolvable() || row.pods() == 0));
        assertEquals(3, later.reasons().stream().mapToInt(CapacityReason::nodes).sum());
      }
      assertThrows(KoordException.Invalid.class,
          () -> cluster.evaluate(like, query, new Verdicts(3)));
      assertTrue(json(Koord.deviceNodeResources(GPU_DEVICE, NodeResourcesFlag.SHARED)).toString().contains("gpu.shared"));
    }
  }
}
