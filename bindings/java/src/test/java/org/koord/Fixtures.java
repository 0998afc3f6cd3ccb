package org.koord;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** Machines, pods and clusters used by several tests. */
final class Fixtures {
  private Fixtures() {}

  /** Returns a machine of 2 sockets of 4 cores with 2 threads; each NUMA node has 16 GiB. */
  static Topology server() {
    return Topology.fromSynthetic("pack:2 numa:1(memory=17179869184) core:4 pu:2");
  }

  /** Returns a pod that requests exclusive CPUs in whole cores. */
  static PodBuilder lsr(String uid, int cpus) {
    return Pod.builder("pod-" + uid)
        .uid(uid).qos(Qos.LSR).priorityClass(PriorityClass.PROD).requiredBind(BindPolicy.FULL_PCPUS)
        .container("main").resource("cpu", cpus * 1000L, cpus * 1000L);
  }

  /**
   * Returns nodes node-a, node-b, ... of that machine, each with a pod "held-node-a" that holds
   * `held` CPUs.
   */
  static Cluster cluster(int nodes, int held) {
    Cluster cluster = Cluster.create();
    try (Topology machine = server()) {
      for (int i = 0; i < nodes; i++) {
        String name = "node-" + (char) ('a' + i);
        int id = cluster.setNode(new NodeBuilder(name).resource("cpu", 16000).resource("pods", 100));
        cluster.setTopology(
            new NrtBuilder(name).topology(machine)
                .zone("node-0").resource("cpu", 8000).zone("node-1").resource("cpu", 8000));
        if (held > 0) {
          try (Pod pod = lsr("held-" + name, held).build()) {
            assertTrue(cluster.reserve(pod, id).granted());
          }
        }
      }
    }
    return cluster;
  }

  static JsonObject object(String json) {
    return JsonParser.parseString(json).getAsJsonObject();
  }

  static JsonElement json(String json) {
    return JsonParser.parseString(json);
  }
}
