import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.koord.Cluster;
import org.koord.JudgeResult;
import org.koord.Pod;
import org.koord.ReserveResult;
import org.koord.Verdicts;

/**
 * Places pods on nodes, from files with Node and NodeResourceTopology objects:
 *
 * <pre>
 *   kubectl get node NAME -o json >node.json
 *   kubectl get noderesourcetopology NAME -o json >nrt.json
 *   java -cp koord.jar Place.java node.json nrt.json
 * </pre>
 *
 * Prints where each of six pods with 12 exclusive CPUs runs.
 */
class Place {
  static Pod makePod(String name) {
    return Pod.fromJson("""
        {"metadata":{"name":"%1$s","uid":"%1$s","labels":{"koordinator.sh/qosClass":"LSR"}},
         "spec":{"priority":9500,"containers":[{"name":"main",
         "resources":{"limits":{"cpu":"12","memory":"8Gi"}}}]}}""".formatted(name));
  }

  /** Reserves the pod on the best node and says where, or says why the first node refuses it. */
  static String place(Cluster cluster, Pod pod) {
    Verdicts best = cluster.findBest(pod, 1);
    if (best.size() == 0) {
      JudgeResult judged = cluster.judge(pod, 0);
      return cluster.nodeName(0) + " refuses it: " + cluster.formatRefusal(judged.refusal());
    }
    int node = best.get(0).node();
    ReserveResult reserved = cluster.reserve(pod, node);
    if (!reserved.granted()) {
      return cluster.nodeName(node) + " refuses it: " + cluster.formatRefusal(reserved.refusal());
    }
    return cluster.nodeName(node) + ", CPUs " + reserved.cpus();
  }

  public static void main(String[] files) throws IOException {
    Path[] paths = Stream.of(files).map(Path::of).toArray(Path[]::new);
    try (Cluster cluster = Cluster.fromFiles(paths)) {
      for (int i = 0; i < 6; i++) {
        try (Pod pod = makePod("web-" + i)) {
          System.out.println("web-" + i + ": " + place(cluster, pod));
        }
      }
    }
  }
}
