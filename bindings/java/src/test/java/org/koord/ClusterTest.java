package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler's session: evaluate, reserve, explain, plan. */
class ClusterTest {
  private static Pod pod(String uid, int cpus) {
    return Pod.builder("pod-" + uid)
        .uid(uid)
        .qos(Qos.LSR)
        .requiredBind(BindPolicy.FULL_PCPUS)
        .container("main")
        .resource("cpu", cpus * 1000L, cpus * 1000L)
        .build();
  }

  private static Cluster cluster(int nodes) {
    Cluster cluster = Cluster.create();
    try (Topology machine = Topology.fromSynthetic("pack:2 numa:1 core:4 pu:2")) {
      for (int i = 0; i < nodes; i++) {
        String name = "node-" + i;
        cluster.setNode(new NodeBuilder(name).resource("cpu", 16000).resource("pods", 100));
        cluster.setTopology(
            new NrtBuilder(name).topology(machine)
                .zone("node-0").resource("cpu", 8000).zone("node-1").resource("cpu", 8000));
      }
    }
    return cluster;
  }

  @Test
  void aSession() {
    try (Cluster cluster = cluster(20); Pod first = pod("u1", 4); Pod large = pod("u2", 64)) {
      assertEquals(20, cluster.info().nodes());
      Verdicts verdicts = new Verdicts(1);
      cluster.evaluate(first, verdicts);
      assertEquals(20, verdicts.size());
      assertEquals(20 * Verdicts.ROW_BYTES, verdicts.buffer().remaining());
      for (int i = 0; i < verdicts.size(); i++) {
        assertTrue(verdicts.fits(i));
        assertEquals(verdicts.get(i).score(), verdicts.score(i));
        assertEquals(cluster.judge(first, i).score(), verdicts.score(i));
      }
      Verdicts bestOnes = cluster.findBest(first, 1);
      assertEquals(cluster.info().generation(), bestOnes.generation());
      assertEquals(1, bestOnes.size());
      Verdict best = bestOnes.iterator().next();
      Query seen = Query.create().setGeneration(bestOnes.generation());
      ReserveResult got = cluster.reserve(first, seen, best.node());
      seen.close();
      assertTrue(got.granted());
      assertEquals("0-3", got.cpus().toString());
      assertEquals(got.cpus(), cluster.podCpus("u1"));
      assertEquals(List.of("u1"), cluster.pods(best.node()));
      assertTrue(cluster.podStatus("u1").contains("0-3"));
      assertEquals("node-" + best.node(), cluster.nodeName(best.node()));
      try (NodeNames names = cluster.nodeNames()) {
        for (NodeName one : names.rows()) {
          assertEquals(cluster.nodeName(one.node()), one.name());
        }
        assertEquals(cluster.info().nodes(), names.rows().size());
      }

      assertFalse(cluster.judge(large, 0).granted());
      try (Explanation why = cluster.explain(large, null, null)) {
        assertEquals(20, why.groups().get(0).nodes());
        assertEquals(64000, why.groups().get(0).refusal().needed());
        assertTrue(why.toText().length() > 20);
      }
      try (Capacity capacity = cluster.capacity(first, null, null)) {
        assertEquals(79, capacity.info().pods());
        assertEquals(20, capacity.nodes().size());
      }
      cluster.removePod("u1");
      assertThrows(KoordException.NotFound.class, () -> cluster.removePod("u1"));
    }
  }

  @Test
  void aGangIsCommittedAtOnce() {
    try (Cluster cluster = cluster(2); Pod a = pod("a", 16); Pod b = pod("b", 16); Pod c = pod("c", 2)) {
      PlanGangResult refused = cluster.planGang(List.of(a, b, c), null, null);
      assertTrue(refused.info().refusal().refused());
      assertEquals(null, refused.plan());
      try (Query query = Query.create().excludeNode(1)) {
        assertTrue(cluster.planGang(List.of(a, b), null, query).info().refusal().refused());
        assertThrows(KoordException.Invalid.class, () -> cluster.judge(a, query, 0));
      }
      try (Query query = Query.create().excludePodNode("a", 0);
          Plan plan = cluster.planGang(List.of(a, b), null, query).plan()) {
        assertEquals(1, plan.steps().stream().filter(step -> step.uid().equals("a")).findFirst().get().node());
      }
      try (Plan plan = cluster.planGang(List.of(a, b), null, null).plan()) {
        assertEquals(2, plan.steps().size());
        assertEquals("0-15", plan.stepCpus(0).toString());
        cluster.commit(plan);
        assertThrows(KoordException.class, () -> cluster.commit(plan));
      }
      assertEquals(2, cluster.info().pods());
    }
  }

  @Test
  void aNodeListsPodsAndTheirCpus() {
    try (Topology machine = Topology.fromSynthetic("pack:2 numa:1 core:4 pu:2");
        Agent node = Agent.create(machine, new AgentOptions());
        Pod pod = Pod.builder("p").uid("u").qos(Qos.LSR).cpus(CpuSet.parse("0-3"))
            .container("c").resource("cpu", 4000, 4000).build()) {
      node.setPod(pod);
      assertEquals(2, node.pools().size());
      assertEquals("4-15", node.cpus(AgentCpuset.SHARED).toString());
      try (AgentState state = node.snapshot()) {
        AgentPod row = state.pods(0).get(0);
        assertEquals("u", row.uid());
        assertEquals(AgentPlace.EXCLUSIVE, row.place());
        assertEquals("0-3", state.podCpus(row.row()).toString());
      }
      try (AgentState state = AgentState.fromJson(node.toJson("boot"))) {
        assertEquals("boot", state.bootId());
        assertEquals("0-3", state.podCpus(state.findContainer("u", null).row()).toString());
      }
      assertTrue(machine.draw(new PictureOptions().format(PictureFormat.SVG),
          new Picture().title("one pod").set("p", pod.cpus())).contains("<svg"));
    }
  }

  @Test
  void kubeletAdmits() {
    String config = "{\"kind\":\"KubeletConfiguration\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
        + "\"cpuManagerPolicy\":\"static\",\"reservedSystemCPUs\":\"0\"}";
    try (Topology machine = Topology.fromSynthetic("pack:2 numa:1 core:4 pu:2");
        Kubelet kubelet = Kubelet.create(machine, new KubeletSetup().config(config));
        Admission admission = Admission.create();
        Pod pod = Pod.builder("p").uid("u").container("c").resource("cpu", 4000, 4000)
            .resource("memory", 1 << 20, 1 << 20).build()) {
      assertFalse(kubelet.admit(pod, admission).refused());
      assertEquals(4, admission.containers().get(0).cpus());
      assertEquals(4, admission.cpus(0).size());
      assertTrue(kubelet.removePod("u"));
      KubeletSetup setup = new KubeletSetup().config(config).cpuState(kubelet.cpuState());
      try (KubeletReport report = Kubelet.check(machine, setup)) {
        assertEquals(List.of(), report.findings());
      }
    }
  }

  @Test
  void filesBecomeACluster(@TempDir Path folder) throws IOException {
    Path node = Files.writeString(folder.resolve("node.json"), "{\"kind\":\"Node\",\"metadata\":"
        + "{\"name\":\"a\"},\"status\":{\"allocatable\":{\"cpu\":\"8\",\"pods\":\"10\"}}}");
    Path web = Files.writeString(folder.resolve("web.json"), "{\"kind\":\"Deployment\",\"metadata\":"
        + "{\"name\":\"web\"},\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\"}]}}}}");
    Path bad = Files.writeString(folder.resolve("bad.json"), "{\"kind\":\"Node\",\"metadata\":5}");
    try (Cluster cluster = Cluster.fromFiles(node); AddedObjects objects = cluster.addFiles(web, bad);
        AddedObjects more = cluster.addObjects("[]")) {
      assertEquals(1, cluster.info().nodes());
      assertEquals(List.of(AddedResult.ADDED, AddedResult.PENDING, AddedResult.REFUSED),
          objects.rows().stream().map(AddedObject::result).toList());
      assertEquals("web-0", objects.rows().get(1).name());
      assertTrue(objects.podJson(1).contains("\"web-0\""));
      try (Pod pod = objects.pod(1)) {
        assertTrue(cluster.judge(pod, 0).granted());
      }
      assertEquals(0, more.rows().size());
    }
    KoordException refused =
        assertThrows(KoordException.Invalid.class, () -> Cluster.fromFiles(node, bad));
    assertTrue(refused.getMessage().startsWith(bad + ": object 0: "), refused.getMessage());
    assertThrows(NoSuchFileException.class, () -> Cluster.fromFiles(folder.resolve("none")));
  }

  @Test
  void claimsHoldTheirDevices() throws IOException {
    Path file = Path.of(System.getProperty("koord.source"), "examples/claims.json");
    try (Cluster cluster = Cluster.create(); AddedObjects objects = cluster.addFiles(file);
        Pod train = objects.pod(5); Pod render = objects.pod(6)) {
      assertEquals(AddedKind.RESOURCE_CLAIM, objects.rows().get(3).kind());
      assertFalse(cluster.judge(train, 0).granted());
      assertTrue(cluster.judge(render, 0).granted());
      assertTrue(cluster.claimedDevices("gpu-a").contains("[\"GPU-a0\"]"));
      cluster.removeResourceSlice("gpu-a-gpus");
      assertFalse(cluster.judge(render, 0).granted());
      assertTrue(cluster.claimedDevices("gpu-a").contains("[\"*\"]"));
      cluster.removeResourceClaim("default/inference-gpu");
      assertEquals("[]", cluster.claimedDevices("gpu-a"));
      assertThrows(KoordException.NotFound.class, () -> cluster.claimedDevices("other"));
      assertTrue(cluster.judge(train, 0).granted());
    }
  }

  @Test
  void errorsNameTheFile(@TempDir Path folder) throws IOException {
    Path node = Files.writeString(folder.resolve("node.json"),
        "\uFEFF{\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"}}");
    try (Cluster cluster = Cluster.fromFiles(node); Cluster none = Cluster.fromFiles()) {
      assertEquals(1, cluster.info().nodes());
      assertEquals(0, none.info().nodes());
    }
    for (String text : List.of("{", " ", "\uFEFF\n", "{}\n]")) {
      Path bad = Files.writeString(folder.resolve("bad.json"), text);
      for (Path[] paths : List.of(new Path[] {bad}, new Path[] {node, bad}, new Path[] {bad, node})) {
        KoordException failure =
            assertThrows(KoordException.Invalid.class, () -> Cluster.fromFiles(paths));
        assertTrue(failure.getMessage().startsWith(bad + ": "), failure.getMessage());
        assertThrows(KoordException.Invalid.class, () -> {
          try (Cluster cluster = Cluster.create()) {
            cluster.addFiles(paths).close();
          }
        });
      }
    }
    String whole = "{\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"}}";
    String open = "{\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"},\"x\":[";
    for (List<String> parts : List.of(List.of("[" + whole + ",", "," + whole + "]"),
        List.of("[" + whole + ",", whole + "]"), List.of(open, "]}"), List.of(open + "1,", ",2]}"))) {
      Path first = Files.writeString(folder.resolve("first.json"), parts.get(0));
      Path second = Files.writeString(folder.resolve("second.json"), parts.get(1));
      KoordException failure =
          assertThrows(KoordException.Invalid.class, () -> Cluster.fromFiles(first, second));
      assertTrue(failure.getMessage().startsWith(first + ": "), failure.getMessage());
    }
    KoordException twice =
        assertThrows(KoordException.Conflict.class, () -> Cluster.fromFiles(node, node));
    assertTrue(twice.getMessage().startsWith(node + ": object 0: "), twice.getMessage());
  }
}
