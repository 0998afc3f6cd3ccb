package org.koord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.koord.Fixtures.object;
import static org.koord.Fixtures.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent's tasks on a node: pools, control groups, container hooks, devices. */
class AgentTest {
  @TempDir Path root;

  private static Pod pod(String uid, String qos, String cpus, String resources) {
    String annotation =
        cpus.isEmpty() ? ""
            : "\"scheduling.koordinator.sh/resource-status\":\"{\\\"cpuset\\\":\\\"" + cpus + "\\\"}\"";
    return Pod.fromJson("{\"metadata\":{\"name\":\"p\",\"uid\":\"" + uid
        + "\",\"labels\":{\"koordinator.sh/qosClass\":\"" + qos + "\"},\"annotations\":{" + annotation
        + "}},\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":{" + resources + "}}]}}");
  }

  /** Returns a node of 8 CPUs: a pod on 2-3, another that also claims 3, and a shared one. */
  private static Agent node() {
    try (Topology machine = Topology.fromSynthetic("numa:2(memory=8589934592) core:2 pu:2");
        Pod own = pod("own", "LSE", "2-3", "\"limits\":{\"cpu\":\"2\",\"memory\":\"1Gi\"}");
        Pod taken = pod("taken", "LSE", "3", "\"limits\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}");
        Pod shared = pod("shared", "LS", "", "\"requests\":{\"cpu\":\"1\"}")) {
      Agent node =
          Agent.create(machine, new AgentOptions().profile(Profile.SPEC).ignoreKubelet(false).beByNuma(false));
      node.setTopology(machine);
      node.setNode("{\"metadata\":{\"name\":\"n\"}}");
      node.setKubelet(new KubeletSetup().config("{\"cpuManagerPolicy\":\"none\"}"));
      node.setDevices("{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":\"gpu\"}]}}");
      node.setDevices((String) null);
      node.setPod(own);
      node.setPod(taken);
      node.setPod(shared);
      return node;
    }
  }

  @Test
  void poolsOfANode() {
    try (Agent node = node()) {
      AgentInfo info = node.info();
      assertEquals(List.of(3, 1), List.of(info.pods(), info.words()));
      assertTrue(node.hash() != 0);
      assertEquals("2-3", node.cpus(AgentCpuset.EXCLUSIVE).toString());
      List<AgentPool> pools = node.pools();
      assertEquals(2, pools.size());
      assertEquals("0-1", node.poolCpus(0, AgentCpuset.SHARED).toString());
      assertEquals(List.of(2, 4), pools.stream().map(AgentPool::shared).toList());
      assertEquals(1, pools.get(1).numaNode());
      assertEquals("2-3", node.poolCpus(0, AgentCpuset.EXCLUSIVE).toString());
      assertThrows(KoordException.Invalid.class, () -> node.poolCpus(2, AgentCpuset.SHARED));
      List<AgentPod> pods;
      try (AgentState state = node.snapshot()) {
        pods = state.pods(0);
        assertEquals(List.of(), state.pods(info.generation()));
      }
      assertEquals(List.of("own", "shared", "taken"), pods.stream().map(AgentPod::uid).toList());
      assertEquals(AgentPlace.EXCLUSIVE, pods.get(0).place());
      assertEquals(2, pods.get(0).cpus());
      assertTrue(pods.get(0).unlimited());
      assertEquals(Qos.LSE, pods.get(0).qos());
      assertEquals(Reason.CPU_TAKEN, pods.get(2).refusal().reason());
      assertEquals(List.of(ObjectKind.CPU, 3),
          List.of(pods.get(2).refusal().whereObject(), pods.get(2).refusal().where()));
      assertTrue(node.toAnnotation(AgentAnnotation.CPU_SHARED_POOLS).contains("0-1"));
      assertEquals("n",
          object(node.toNrt()).getAsJsonObject("metadata").get("name").getAsString());
      SuppressUsage usage =
          new SuppressUsage().capacity(8000).nodeUsed(3000).podsUsed(2500).nonBePodsUsed(2000)
              .hostAppsUsed(400).nonBeHostAppsUsed(300).reserved(500).quotaUs(400000)
              .thresholdPercent(50).minimumPercent(10);
      Agent.Suppressed suppressed = node.suppress(usage, CpuSet.parse("4-7"));
      // 50 % of 8 CPUs, minus 2 of other pods, 0.3 of other programs and 0.5 reserved for the
      // system.
      assertEquals(1200, suppressed.amounts().allowanceMilli());
      assertEquals(120000, suppressed.amounts().quotaUs());
      assertFalse(suppressed.amounts().keepQuota());
      assertEquals(suppressed.amounts().cpus(), suppressed.cpus().size());
      try (AgentState narrowed = node.restrictBestEffort(CpuSet.parse("4")).snapshot()) {
        assertEquals("4", narrowed.cpus(AgentCpuset.BEST_EFFORT).toString());
      }
      node.restrictBestEffort(CpuSet.parse(""));
      long generation = node.info().generation();
      assertTrue(node.removePod("taken"));
      assertFalse(node.removePod("taken"));
      assertTrue(node.info().generation() > generation);
      assertThrows(KoordException.Invalid.class, () -> node.setNode("[]"));
    }
  }

  @Test
  void remarksOfAnAgentGoToTheLogOfItsContext() {
    String odd = "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"devices\":[{\"type\":\"gpu\",\"resources\":"
        + "{\"koordinator.sh/gpu-mem\":\"1Gi\",\"koordinator.sh/gpu-memory\":\"2Gi\"}}]}}";
    List<String> said = new java.util.ArrayList<>();
    try (Topology machine = Topology.fromSynthetic("core:2 pu:2")) {
      Context context = Context.of((level, text) -> said.add(text));
      try (Agent node = Agent.create(context, machine, null)) {
        context.close(); // the agent retains it
        node.setDevices(odd);
        assertEquals(1, said.size(), said.toString());
        assertTrue(said.get(0).contains("gpu-mem"), said.toString());
      }
      assertThrows(IllegalStateException.class, () -> Agent.create(context, machine, null));
    }
  }

  @Test
  void statesOfANode() {
    String path = root.resolve("node-state.json").toString();
    try (Agent node = node()) {
      String json = node.toJson("boot-1");
      AgentState.save(path, json);
      try (AgentState loaded = AgentState.load(path); AgentState read = AgentState.fromJson(json);
          AgentState direct = node.snapshot()) {
        long generation = node.info().generation();
        node.setState(direct);
        assertEquals(generation, node.info().generation());
        for (AgentState state : List.of(loaded, read, direct)) {
          AgentPod found = state.findContainer("own", "main");
          assertEquals(AgentPlace.EXCLUSIVE, found.place());
          assertEquals("2-3", state.podCpus(found.row()).toString());
          assertEquals(CpuSet.EMPTY, state.podNumaNodes(found.row()));
          assertEquals(List.of("own", "", 0), List.of(found.uid(), found.container(), found.numaNodes()));
          assertEquals("n", state.name());
          assertEquals(3, state.info().pods());
          assertEquals("0-7", state.cpus(AgentCpuset.ALL).toString());
          assertThrows(KoordException.NotFound.class, () -> state.findContainer("nobody", null));
        }
        assertEquals("boot-1", loaded.bootId());
      }
      assertThrows(KoordException.NotFound.class, () -> AgentState.load(path + "-not-there"));
      assertThrows(KoordException.Invalid.class, () -> AgentState.save(path, "{"));
    }
  }

  /** Writes plain files in place of control groups of version 1. */
  private void write(String name, String text) throws IOException {
    Path path = root.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private String cpus(String group) throws IOException {
    return Files.readString(root.resolve("cgroup/cpuset").resolve(group).resolve("cpuset.cpus")).strip();
  }

  private void makeGroups() throws IOException {
    for (String group : List.of("kubepods", "kubepods/burstable", "kubepods/podown", "kubepods/podown/c0ffee",
        "kubepods/burstable/podshared", "kubepods/burstable/podshared/c0ffee")) {
      write("cgroup/cpuset/" + group + "/cpuset.cpus", "0-7\n");
      write("cgroup/cpuset/" + group + "/cpuset.mems", "0\n");
      write("cgroup/cpu/" + group + "/cpu.cfs_quota_us", "200000\n");
    }
  }

  @Test
  void controlGroups() throws IOException {
    makeGroups();
    CgroupOptions options = new CgroupOptions().driver(CgroupDriver.DETECT).version(CgroupVersion.DETECT);
    try (Cgroups cgroups = Cgroups.open(root.resolve("cgroup").toString(), null, options);
        Agent node = node(); AgentState state = node.snapshot()) {
      assertEquals(CgroupVersion.V1, cgroups.info().version());
      assertEquals(CgroupDriver.CGROUPFS, cgroups.info().driver());
      assertFalse(cgroups.info().hybrid());
      try (CgroupPlan plan = CgroupPlan.create(cgroups, state, new CgroupContainers().add("c0ffee", "main"))) {
        List<CgroupStep> steps = plan.steps();
        CgroupStep step =
            steps.stream().filter(s -> s.path().endsWith("podown/c0ffee/cpuset.cpus") && s.file() == CgroupFile.CPUS
                && s.to().equals("2-3")).findFirst().orElseThrow();
        assertEquals(CgroupKind.CONTAINER, step.kind());
        assertEquals("0-7", step.from());
        assertEquals("own", step.uid());
        assertTrue(object(plan.toJson()).size() > 0);
        assertTrue(plan.toText().lines().count() >= steps.size());
        try (CgroupPlan shared = plan.share()) {
          assertEquals(plan.toJson(), shared.toJson());
        }
        try (CgroupReport made = cgroups.apply(plan); CgroupReport report = made.share()) {
          CgroupReportInfo info = report.info();
          assertEquals(CgroupOutcome.DONE, info.outcome());
          assertEquals(List.of(-1L, -1L), List.of(info.failedStep(), info.failedUndo()));
          assertEquals(steps.size(), info.writes());
          List<CgroupResult> results = report.results();
          assertEquals(steps.size(), results.size());
          assertEquals(CgroupStepState.MADE, results.get(0).state());
          assertEquals(CgroupError.NONE, results.get(0).error());
          assertTrue(object(report.toJson()).size() > 0);
        }
        assertEquals("2-3", cpus("kubepods/podown/c0ffee"));
      }
    }
    try (CgroupPath path = CgroupPath.create(CgroupDriver.SYSTEMD, null).setPod(KubeQos.BURSTABLE, "a-b")
        .setContainer(CgroupRuntime.CONTAINERD, "0f")) {
      assertEquals(
          "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-poda_b.slice/cri-containerd-0f.scope",
          path.format());
    }
    assertThrows(KoordException.NotFound.class,
        () -> Cgroups.open(root.resolve("nowhere").toString(), null, null));
  }

  private static AdjustmentRequest asked(HookStage stage, String uid) {
    return new AdjustmentRequest(stage).container(uid, "main").resourceStatus(null).sysfsRoot(null);
  }

  @Test
  void adjustments() {
    try (Agent node = node(); AgentState state = node.snapshot();
        Adjustment own = Adjustment.create(state, asked(HookStage.CREATE_CONTAINER, "own"))) {
      AdjustmentInfo info = own.info();
      try (Adjustment shared = own.share(); AgentState again = state.share()) {
        assertEquals(own.toJson(), shared.toJson());
        assertEquals(state.info(), again.info());
      }
      assertFalse(info.refusal().refused());
      assertTrue(info.cpus() && info.unlimited() && !info.numaNodes());
      assertEquals("2-3", own.cpus().toString());
      assertEquals(CpuSet.EMPTY, own.numaNodes());
      assertEquals(List.of(), own.env());
      assertEquals(List.of(), own.cdiDevices());
      assertEquals(List.of(), own.deviceNodes());
      assertTrue(own.toJson().contains("\"2-3\""));
      assertEquals("CreateContainer", HookStage.CREATE_CONTAINER.spelling());
      assertThrows(KoordException.Invalid.class,
          () -> Adjustment.create(state, asked(HookStage.UNRECOGNIZED, "own")));
    }
    String gpu = "{\"metadata\":{\"name\":\"p\",\"uid\":\"g\",\"annotations\":{"
        + "\"scheduling.koordinator.sh/device-allocated\":\"{\\\"gpu\\\":[{\\\"minor\\\":1,\\\"id\\\":\\\"GPU-00000000-0000-0000-0000-000000000007\\\","
        + "\\\"resources\\\":{\\\"koordinator.sh/gpu-core\\\":\\\"100\\\"}}]}\"}},"
        + "\"spec\":{\"containers\":[{\"name\":\"main\"}]}}";
    try (Agent node = node(); Pod pod = Pod.fromJson(gpu)) {
      node.setPod(pod);
      try (AgentState state = node.snapshot();
          Adjustment with = Adjustment.create(state, asked(HookStage.CREATE_CONTAINER, "g"))) {
        assertEquals(with.info().env(), with.env().size());
        assertThrows(KoordException.class, () -> with.text(AdjustmentList.ENV, with.info().env()));
        assertEquals(with.info().cdiDevices(), with.cdiDevices().size());
        assertEquals(with.info().deviceNodes(), with.deviceNodes().size());
      }
    }
  }

  @Test
  void hooks() throws IOException {
    makeGroups();
    try (Agent node = node()) {
      write("proc/4711/cgroup", "2:cpu:/\n1:cpuset:/kubepods/podown/c0ffee\n");
      write("proc/sys/kernel/random/boot_id", "boot-1\n");
      write("node-state.json", node.toJson("boot-1"));
    }
    String oci = "{\"ociVersion\":\"1.0.2\",\"id\":\"c0ffee\",\"pid\":4711,\"annotations\":{"
        + "\"io.kubernetes.cri.sandbox-uid\":\"own\",\"io.kubernetes.cri.container-name\":\"main\"}}";
    String state = root.resolve("node-state.json").toString();
    String cgroup = root.resolve("cgroup").toString();
    String proc = root.resolve("proc").toString();
    HookOptions leave = new HookOptions().withoutState(HookChoice.LEAVE).refused(HookChoice.LEAVE);
    HookResult done;
    HookResult left;
    try (Hook hook = Hook.create(); Hook without = Hook.create(leave)) {
      hook.setStateFile(state).setCgroupRoot(cgroup).setProcRoot(proc);
      done = hook.run(oci);
      without.setStateFile(root.resolve("nowhere.json").toString()).setCgroupRoot(cgroup).setProcRoot(proc);
      left = without.run(oci);
      assertThrows(KoordException.Invalid.class, () -> hook.run("{"));
    }
    assertEquals(HookOutcome.DONE, done.outcome());
    assertTrue(done.writes() > 0 && !done.refusal().refused());
    assertEquals("2-3", cpus("kubepods/podown/c0ffee"));
    assertEquals(HookOutcome.LEFT, left.outcome());
    assertEquals(0, left.writes());
  }

  @Test
  void deviceReports() {
    try (Topology machine = server()) {
      String report;
      try (DeviceReport asked = DeviceReport.create(DeviceReportFlag.SYSFS)) {
        report = asked.setSysfsRoot(root.toString()).setPods("[]").toJson(machine, "node-1");
        assertThrows(KoordException.Invalid.class, () -> asked.toJson(machine, "Not A Name"));
        assertThrows(KoordException.Invalid.class, () -> asked.setNvmlLibrary("nvml.so"));
        assertThrows(KoordException.class, () -> asked.setCheckpoint("{"));
      }
      assertEquals("node-1", object(report).getAsJsonObject("metadata").get("name").getAsString());
      assertEquals("Device", object(report).get("kind").getAsString());
      assertTrue(object(Koord.deviceNodeResources(report)).has("resources"));
    }
  }

  @Test
  void nrtMatch() {
    String node = "{\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"12\",\"memory\":\"16Gi\"}}}";
    String zone = "{\"name\":\"node-%d\",\"type\":\"Node\",\"resources\":[{\"name\":\"cpu\",\"available\":\"%d\"},"
        + "{\"name\":\"memory\",\"available\":\"8Gi\"}]}";
    String nrt = "{\"metadata\":{\"name\":\"n\"},\"topologyPolicies\":[\"SingleNUMANodeContainerLevel\"],\"zones\":["
        + String.format(zone, 0, 4) + "," + String.format(zone, 1, 8) + "]}";
    for (int cpus : new int[] {8, 9}) {
      try (Pod pod = Pod.builder("p").container("c").resource("cpu", cpus * 1000, cpus * 1000)
          .resource("memory", 1L << 30, 1L << 30).build();
          NrtNode host = NrtNode.fromJson(node, nrt);
          NrtNode without = NrtNode.fromJson(node); NrtNode same = host.share()) {
        NrtVerdict verdict = host.filter(pod).verdict();
        assertEquals(cpus == 8, verdict.granted());
        assertEquals(cpus == 8 ? NrtLevel.NONE : NrtLevel.CONTAINER, verdict.level());
        assertEquals(cpus == 8 ? "" : "cpu", same.filter(pod).text());
        assertEquals(cpus == 8 ? "" : "cannot align container", cpus == 8 ? "" : verdict.refusal().text());
        assertTrue(without.filter(pod).verdict().granted());
        int score = host.score(pod, "{\"scoringStrategy\":{\"type\":\"MostAllocated\"}}");
        assertTrue(score >= 0 && score <= 100, "" + score);
      }
    }
  }
}
