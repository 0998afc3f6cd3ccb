package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.koord.Fixtures.cluster;
import static org.koord.Fixtures.lsr;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handles that are closed twice, used afterwards, closed by other threads, or never closed. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class HandleTest {
  private static final String MACHINE = "pack:2 numa:1 core:4 pu:2";

  @Test
  void closingTwiceIsFine() {
    Topology topology = Topology.fromSynthetic(MACHINE);
    topology.close();
    topology.close();
  }

  @Test
  void useAfterCloseThrows() {
    Topology topology = Topology.fromSynthetic(MACHINE);
    Cluster cluster = Cluster.create();
    topology.close();
    cluster.close();
    assertThrows(IllegalStateException.class, topology::info);
    assertThrows(IllegalStateException.class, topology::share);
    assertThrows(IllegalStateException.class, cluster::info);
    assertThrows(IllegalStateException.class, () -> Agent.create(topology, null));
    assertThrows(IllegalStateException.class, () -> Kubelet.create(topology, null));
  }

  @Test
  void aSharedHandleOutlivesItsSource() {
    Topology topology = Topology.fromSynthetic(MACHINE);
    try (Topology second = topology.share()) {
      topology.close();
      assertEquals(16, second.info().cpus());
    }
  }

  @Test
  void toStringNamesTheObject() {
    Pod pod = Pod.builder("web").uid("1").node("x".repeat(80)).container("c").build();
    String node = "x".repeat(64) + "...";
    assertEquals("Pod[name=web, namespace=default, uid=1, node=" + node + "]", pod.toString());
    pod.close();
    assertEquals("Pod[closed]", pod.toString());
    try (Cluster cluster = cluster(2, 4); Pod other = lsr("a", 2).build()) {
      String counts = "pods=2, nodes=2, ids=2]";
      assertTrue(cluster.toString().matches("Cluster\\[generation=\\d+, \\Q" + counts + "\\E"), cluster.toString());
      Verdicts best = cluster.findBest(other, 1);
      assertEquals("Verdicts[size=1, generation=" + cluster.info().generation() + "]", best.toString());
      try (NodeNames names = cluster.nodeNames(); Query query = Query.create()) {
        assertEquals("NodeNames[rows=2]", names.toString());
        assertEquals("Query[open]", query.toString());
      }
    }
    try (Topology topology = Topology.fromSynthetic(MACHINE)) {
      assertEquals("Topology[cpus=16, cores=8, l3s=0, numaNodes=2]", topology.toString());
    }
    assertEquals("PodBuilder[steps=2]", Pod.builder("web").uid("1\n2").toString());
    try (Pod odd = Pod.builder("web").uid("1\n2").container("c").build()) {
      assertTrue(odd.toString().contains("uid=1?2"), odd.toString());
    }
  }

  private static <H extends Handle> void outlives(
      H first, Function<H, H> share, Function<H, ?> read) {
    Object answer = read.apply(first);
    try (H second = share.apply(first)) {
      first.close();
      assertEquals(answer, read.apply(second));
    }
  }

  @Test
  void resultsOfPlannersMayBeShared() {
    try (Cluster cluster = cluster(2, 4); Pod pod = lsr("a", 2).build()) {
      outlives(cluster.planRebind(0, null, null).plan(), Plan::share, Plan::steps);
      outlives(cluster.explain(pod, null, null), Explanation::share, Explanation::toJson);
      outlives(cluster.preempt(pod, null, null), Preemption::share, Preemption::nodes);
      outlives(cluster.capacity(pod, null, null), Capacity::share, Capacity::info);
    }
  }

  @Test
  void handlesOfASpecMustBeOpenWhenItIsRead() {
    try (Cluster cluster = Cluster.create(); Topology again = Topology.fromSynthetic(MACHINE)) {
      Topology topology = Topology.fromSynthetic(MACHINE);
      NrtBuilder nrt = new NrtBuilder("a").topology(topology);
      assertEquals(0, cluster.setTopology(nrt));
      topology.close();
      assertThrows(IllegalStateException.class, () -> cluster.setTopology(nrt));
      assertEquals(0, cluster.setTopology(new NrtBuilder("a").topology(again)));
    }
  }

  /** Running calls end normally, and later ones throw, even if calls wait for each other. */
  private static <H extends Handle> void closes(Supplier<H> make, Consumer<H> call) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    for (int round = 0; round < 20; round++) {
      H handle = make.get();
      AtomicInteger calls = new AtomicInteger();
      List<Future<?>> callers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        callers.add(
            threads.submit(
                () -> {
                  try {
                    while (true) {
                      call.accept(handle);
                      handle.toString();
                      calls.incrementAndGet();
                    }
                  } catch (IllegalStateException closed) {
                    assertEquals(handle.getClass().getSimpleName() + " is closed", closed.getMessage());
                  }
                }));
      }
      while (calls.get() < 20) {
        Thread.onSpinWait();
      }
      handle.close();
      for (Future<?> caller : callers) {
        caller.get();
      }
    }
    threads.shutdown();
  }

  @Test
  void closingWhileOthersCall() throws Exception {
    closes(() -> Topology.fromSynthetic(MACHINE), one -> assertEquals(16, one.cpus().size()));
    closes(() -> lsr("a", 2).build(), one -> assertEquals("a", one.uid()));
    try (Pod pod = lsr("a", 2).build(); Topology machine = Topology.fromSynthetic(MACHINE)) {
      closes(() -> cluster(2, 4), one -> assertEquals(1, one.findBest(pod, 1).size()));
      closes(() -> Agent.create(machine, null), one -> {
        one.setTopology(machine);
        one.pools();
      });
      closes(() -> Kubelet.create(machine, null), one -> one.removePod("a"));
      closes(Query::create, one -> one.reset().removePod("a").clone().close());
    }
  }

  @Test
  void writersWaitForEachOther() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Topology topology = Topology.fromSynthetic(MACHINE);
        Agent node = Agent.create(topology, null)) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int writer = i;
        writers.add(
            threads.submit(
                () -> {
                  for (int pod = 0; pod < 50; pod++) {
                    String uid = "uid-" + writer + "-" + pod;
                    try (Pod made = Pod.builder("p" + pod).uid(uid).node("n").container("c").build()) {
                      node.setPod(made);
                      try (AgentState state = node.snapshot()) {
                        state.pods(0);
                      }
                      node.pools();
                    }
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertEquals(200, node.info().pods());
      try (AgentState state = node.snapshot()) {
        assertEquals(200, state.pods(0).size());
      }
      assertTrue(node.removePod("uid-0-0"));
    }
    threads.shutdown();
  }

  @Test
  void forgottenHandlesAreFreed() throws Exception {
    AtomicInteger freed = new AtomicInteger();
    class Counted extends Handle {
      Counted() {
        super(1, address -> freed.incrementAndGet(), false);
      }
    }
    new Counted();
    for (int i = 0; i < 200 && freed.get() == 0; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertEquals(1, freed.get());
    new Counted().close();
    assertEquals(2, freed.get());
  }

  @Test
  void remarksArriveAndMayCall() {
    List<String> remarks = new ArrayList<>();
    try (Context context =
        Context.of((level, text) -> remarks.add(level + " " + CpuSet.range(0, 2) + " " + text))) {
      String twice = "{\"detail\":[{\"id\":0,\"core\":0,\"socket\":0,\"node\":0},"
          + "{\"id\":1,\"core\":0,\"socket\":0,\"node\":1}]}";
      Topology.fromAnnotation(context, twice).close();
    }
    assertEquals(1, remarks.size(), remarks.toString());
    assertTrue(remarks.get(0).startsWith("WARNING 0-2 "), remarks.get(0));
  }

  @Test
  void badArgumentsHaveTheLibrarysSentence() {
    KoordException.Invalid e =
        assertThrows(KoordException.Invalid.class, () -> CpuSet.parse("3-1"));
    assertEquals(KoordRaw.KOORD_E_INVALID, e.code());
    assertEquals(Status.INVALID, e.status());
    assertTrue(e.getMessage().length() > 5, e.getMessage());
    assertThrows(KoordException.Invalid.class, () -> Pod.fromJson("{"));
    assertThrows(NullPointerException.class, () -> Context.of(null));
  }
}
