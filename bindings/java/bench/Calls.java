import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.koord.*;

/**
 * Measures the cost of one call: filter and score of a cluster's half-full nodes for a pod of 8
 * whole-core CPUs. Prints "Java", rows and nanoseconds per call, separated by tabs. The time is
 * processor time, which other processes do not affect. It is that of this thread, because Java
 * reports the process's only in steps of 10 ms; the garbage collector has no work here.
 */
class Calls {
  private static final int BATCHES = 5;
  private static final double BATCH_NANOSECONDS = 2e8;
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private static Pod pod(String uid, int cpus) {
    return Pod.builder(uid).uid(uid).qos(Qos.LSR).requiredBind(BindPolicy.FULL_PCPUS)
        .container("main").resource("cpu", cpus * 1000L, cpus * 1000L).build();
  }

  private static Cluster cluster(int nodes) {
    Cluster cluster = Cluster.create();
    try (Topology machine = Topology.fromSynthetic("pack:2 numa:1 core:32 pu:2")) {
      for (int i = 0; i < nodes; i++) {
        String name = "node-" + i;
        int id = cluster.setNode(new NodeBuilder(name).resource("cpu", 128000).resource("pods", 100));
        cluster.setTopology(
            new NrtBuilder(name).topology(machine)
                .zone("node-0").resource("cpu", 64000).zone("node-1").resource("cpu", 64000));
        try (Pod half = pod("half-" + i, 64)) {
          if (!cluster.reserve(half, id).granted()) {
            throw new IllegalStateException("node " + i + " cannot be filled");
          }
        }
      }
    }
    return cluster;
  }

  private static double nanoseconds(Cluster cluster, Pod pod, Verdicts into, long calls) {
    long start = CLOCK.getCurrentThreadCpuTime();
    for (long i = 0; i < calls; i++) {
      cluster.evaluate(pod, into);
    }
    return (double) (CLOCK.getCurrentThreadCpuTime() - start) / calls;
  }

  public static void main(String[] args) {
    for (int rows : new int[] {1, 256, 10000}) {
      try (Cluster cluster = cluster(rows); Pod pod = pod("asks", 8)) {
        Verdicts into = new Verdicts(rows);
        double warm = 0; // just-in-time compilation takes a while, longer on a busy machine
        for (long end = System.nanoTime() + 2_000_000_000; System.nanoTime() < end; ) {
          warm = nanoseconds(cluster, pod, into, 10);
        }
        if (into.size() != rows || !into.fits(rows - 1)) {
          throw new IllegalStateException("not the nodes that were made");
        }
        long calls = Math.max(1, (long) (BATCH_NANOSECONDS / warm));
        double best = Double.MAX_VALUE;
        for (int i = 0; i < BATCHES; i++) {
          best = Math.min(best, nanoseconds(cluster, pod, into, calls));
        }
        System.out.printf("Java\t%d\t%.0f%n", rows, best);
      }
    }
  }
}
