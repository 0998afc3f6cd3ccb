package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.koord.Fixtures.cluster;
import static org.koord.Fixtures.lsr;
import static org.koord.Fixtures.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods, nodes, topologies and devices from builders. */
class BuilderTest {
  private static final String QOS = "koordinator.sh/qosClass";
  private static final String RESOURCE_SPEC = "scheduling.koordinator.sh/resource-spec";

  private static PodBuilder web() {
    return Pod.builder("web").uid("7").label(QOS, "LSR").label("app", "web")
        .annotation(RESOURCE_SPEC, "{\"preferredCPUBindPolicy\":\"FullPCPUs\"}")
        .kubeQos(KubeQos.BURSTABLE).scheduled(5)
        .container("main").resource("cpu", 2000, 4000).env("PATH", "/")
        .container(ContainerKind.SIDECAR, "log").resource("memory", -1, 1 << 20)
        .overhead("cpu", 100);
  }

  @Test
  void buildersMakeTheSamePodsAsJson() {
    String json = "{\"metadata\":{\"name\":\"web\",\"uid\":\"7\",\"labels\":{\"" + QOS + "\":\"LSR\",\"app\":\"web\"},"
        + "\"annotations\":{\"" + RESOURCE_SPEC + "\":\"{\\\"preferredCPUBindPolicy\\\":\\\"FullPCPUs\\\"}\"}},"
        + "\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{\"requests\":{\"cpu\":\"2\"},\"limits\":{\"cpu\":\"4\"}}}],"
        + "\"initContainers\":[{\"name\":\"log\",\"restartPolicy\":\"Always\",\"resources\":{\"limits\":{\"memory\":\"1Mi\"}}}],"
        + "\"overhead\":{\"cpu\":\"100m\"}},\"status\":{\"qosClass\":\"Burstable\"}}";
    PodBuilder builder = web();
    try (Pod built = builder.build(); Pod again = builder.build(); Pod read = Pod.fromJson(json)) {
      assertEquals(read.info(), built.info());
      assertEquals(read.info(), again.info());
      try (Pod same = Pod.fromJson(json.getBytes(StandardCharsets.UTF_8))) {
        assertEquals(read.info(), same.info());
      }
      assertEquals(read.request("cpu"), built.request("cpu"));
      assertEquals(read.request("memory"), built.request("memory"));
    }
    try (Pod computed = web().kubeQos(null).hasPodLevel(true).build();
        Pod other = Pod.fromBuilder(web().spec(new PodSpec().kubeQos(KubeQos.GUARANTEED)));
        Pod forgotten = Pod.fromBuilder(null, web().kubeQos(KubeQos.GUARANTEED).hasKubeQos(false))) {
      assertEquals(KubeQos.BEST_EFFORT, computed.info().kubeQos());
      assertEquals(KubeQos.GUARANTEED, other.info().kubeQos());
      assertEquals(KubeQos.BURSTABLE, forgotten.info().kubeQos());
    }
  }

  @Test
  void quantitiesAreThoseOfKubernetes() {
    try (Pod pod = Pod.builder("p").container("a").quantity(ResourceBound.REQUEST, "cpu", "1500m")
            .quantity(0, ResourceBound.LIMIT, "cpu", "2").build();
        Pod same = Pod.builder("p").container("a").resource("cpu", 1500, 2000).build()) {
      assertEquals(same.request("cpu"), pod.request("cpu"));
    }
    assertThrows(KoordException.Invalid.class,
        () -> Pod.builder("p").container("a").quantity(ResourceBound.REQUEST, "cpu", "many").build());
  }

  @Test
  void errorsNameTheField() {
    KoordException.Invalid wrong =
        assertThrows(KoordException.Invalid.class, () -> web().label(QOS, "odd").build());
    assertTrue(wrong.getMessage().contains("Pod default/web: metadata.labels"), wrong.getMessage());
    assertThrows(KoordException.Invalid.class, () -> web().resource("", 1, 1).build());
    assertThrows(IllegalStateException.class, () -> Pod.builder("p").env("a", "b"));
    List<String> remarks = new ArrayList<>();
    try (Context context = Context.of((level, message) -> remarks.add(message));
        Pod pod = web().annotation(RESOURCE_SPEC, "{\"numaTopologyPolicy\":\"Restricted\"}")
            .annotation("scheduling.koordinator.sh/numa-topology-spec", "{\"numaTopologyPolicy\":\"BestEffort\"}")
            .build(context)) {
      assertEquals(NumaPolicy.BEST_EFFORT, pod.info().numaPolicy());
    }
    assertEquals(1, remarks.size());
  }

  @Test
  void resourcesBelongToTheLastOrTheNumberedContainer() {
    try (Pod last = Pod.builder("p").container("a").container("b").resource("cpu", 1000, 2000).build();
        Pod named = Pod.builder("p").container("a").container("b").resource(0, "cpu", 1000, 2000)
            .resource(1, "cpu", 500, -1).build();
        Pod whole = Pod.builder("p").container("a").podResource("cpu", 3000, 3000).build()) {
      assertEquals(1000, last.request("cpu").getAsLong());
      assertEquals(1500, named.request("cpu").getAsLong());
      assertEquals(3000, whole.request("cpu").getAsLong());
    }
    assertThrows(KoordException.Invalid.class, () -> Pod.builder("p").resource(0, "cpu", 1, 1).build());
  }

  @Test
  void nodesOfBothKinds() {
    NodeBuilder node = new NodeBuilder("node-a").resource("cpu", 16000)
        .label("node.koordinator.sh/cpu-bind-policy", "FullPCPUsOnly")
        .annotation("node.koordinator.sh/reservation", "{\"reservedCPUs\":\"0,8\"}");
    try (Cluster cluster = cluster(1, 0); Topology machine = server(); Agent agent = Agent.create(machine, null)) {
      int id = cluster.setNode(node);
      assertEquals("0,8", cluster.nodeCpus(id, ClusterCpuset.RESERVED).toString());
      assertEquals(id, cluster.setNode(node.spec(new NodeSpec().numaPolicy(NumaPolicy.BEST_EFFORT))));
      assertEquals(id, cluster.setNode(node.kubeletVersion("v1.37.2")));
      agent.setNode(node);
      assertEquals("0,8", agent.cpus(AgentCpuset.RESERVED).toString());
      node.label("node.koordinator.sh/cpu-bind-policy", "odd");
      assertThrows(KoordException.Invalid.class, () -> cluster.setNode(node));
      assertThrows(KoordException.Invalid.class, () -> agent.setNode(node));
    }
  }

  @Test
  void topologiesOfBothKinds() {
    NrtBuilder nrt = new NrtBuilder("node-a").policy("Restricted").attribute("topologyManagerScope", "pod")
        .annotation("node.koordinator.sh/cpu-topology", "{\"detail\":[{\"id\":0},{\"id\":1}]}")
        .zone("node-0").resource("memory", 1 << 30, 1 << 30, -1).cost("node-0", 10)
        .zone("rack", "Rack");
    try (Cluster cluster = cluster(1, 0); Topology machine = Topology.fromNrt(null, nrt)) {
      assertEquals(2, machine.info().cpus());
      assertEquals(0, cluster.setTopology(nrt));
      assertEquals(0, cluster.setTopology(nrt.spec(new NrtSpec().numaPolicy(NumaPolicy.RESTRICTED))));
      NrtBuilder twice = new NrtBuilder("b").zone("node-0").zone("node-0");
      assertThrows(KoordException.Invalid.class, () -> cluster.setTopology(twice));
    }
    assertThrows(IllegalStateException.class, () -> new NrtBuilder("b").cost("node-0", 1));
  }

  @Test
  void devices() {
    DeviceBuilder devices = new DeviceBuilder("node-a").label("node.koordinator.sh/gpu-model", "H100")
        .annotation("node.koordinator.sh/gpu-links", "[]");
    for (int minor = 0; minor < 2; minor++) {
      devices.device(new DeviceSpec().minor(minor).module(minor).hasTopology(true).socket(-1).numaNode(minor)
              .healthy(minor == 0))
          .type("gpu").id("GPU-" + minor).pcie("p").busId("0000:3b:00.0").deviceLabel("a", "b").resource("koordinator.sh/gpu-core", 100)
          .resource("koordinator.sh/gpu-memory", 80L << 30).resource("koordinator.sh/gpu-memory-ratio", 100)
          .vfGroup().vfLabel("type", "fast").vf(-1, "0000:3b:00." + (minor + 1));
    }
    try (Cluster cluster = cluster(1, 0); Topology machine = server(); Agent agent = Agent.create(machine, null);
        Pod pod = lsr("p", 2).resource("koordinator.sh/gpu", -1, 50).build();
        Pod large = lsr("q", 2).resource("koordinator.sh/gpu", -1, 200).build()) {
      assertEquals(0, cluster.setDevices(devices));
      agent.setDevices(devices);
      assertTrue(cluster.judge(pod, 0).granted());
      assertFalse(cluster.judge(large, 0).granted());
      devices.vf(0, "");
      assertThrows(KoordException.Invalid.class, () -> cluster.setDevices(devices));
    }
    assertThrows(IllegalStateException.class, () -> new DeviceBuilder("b").id("GPU-0"));
    assertThrows(IllegalStateException.class, () -> new DeviceBuilder("b").vf(0, ""));
  }
}
