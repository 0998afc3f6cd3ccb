package org.koord;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The nodes of a cluster and the pods on them: evaluated, scored and reserved for a scheduler
 * (docs/embed/cluster.md). It synchronizes itself: any thread may call any method at any time,
 * and no call except planning holds its lock longer than one evaluation. Nodes have numbers that
 * count up from 0 and are never reused.
 */
public final class Cluster extends ClusterCalls {
  private static final int SOME = 1024;
  private static final byte[] SEPARATOR = "\n[]\n".getBytes(StandardCharsets.US_ASCII);

  Cluster(long address, Context context) {
    super(address, context);
  }

  /**
   * Creates a cluster from files, see {@link #addFiles}.
   *
   * @param paths the files
   * @return the cluster, which the caller closes
   * @throws IOException a file cannot be read
   * @throws KoordException an object cannot be added, or the files are not JSON; the message begins
   *     with the name of the file
   */
  public static Cluster fromFiles(Path... paths) throws IOException {
    List<byte[]> files = read(paths);
    Cluster cluster = create();
    try (AddedObjects objects = cluster.add(paths, files)) {
      for (AddedObject row : objects.rows()) {
        if (row.result() == AddedResult.REFUSED) {
          throw KoordException.of(row.status().code(), place(paths, files, row.index()) + ": "
              + row.message());
        }
      }
      return cluster;
    } catch (RuntimeException failure) {
      cluster.close();
      throw failure;
    }
  }

  /**
   * Adds the API objects of files, as "kubectl get -o json" prints them, in any order. YAML must be
   * converted to JSON first. The result has a row for each object, and the pods that wait for a
   * node. Indices count the objects of all files. The messages of errors begin with the name of the
   * file.
   *
   * @param paths the files
   * @return the objects, which the caller closes
   * @throws IOException a file cannot be read
   * @throws KoordException.Invalid a file is empty or not JSON
   * @throws KoordException.Limit the files are too large
   */
  public AddedObjects addFiles(Path... paths) throws IOException {
    return add(paths, read(paths));
  }

  private AddedObjects add(Path[] paths, List<byte[]> files) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(SEPARATOR);
    for (int i = 0; i < paths.length; i++) {
      byte[] file = files.get(i);
      if (!isClosed(file)) {
        count(paths[i], file); // throws the error with the name of the file
      }
      text.writeBytes(file);
      text.writeBytes(SEPARATOR);
    }
    try {
      return addObjects(text.toByteArray());
    } catch (KoordException.Invalid | KoordException.Limit failure) {
      for (int i = 0; i < paths.length; i++) {
        count(paths[i], files.get(i)); // throws the error with the name of the file
      }
      throw failure;
    }
  }

  /** Returns false if the text leaves a bracket or a string open, which the next file would continue. */
  private static boolean isClosed(byte[] text) {
    int open = 0;
    boolean inString = false;
    for (int i = 0; i < text.length; i++) {
      byte c = text[i];
      if (c == '"') {
        inString = !inString;
      } else if (inString) {
        i += c == '\\' ? 1 : 0;
      } else if (c == '[' || c == '{') {
        open++;
      } else if ((c == ']' || c == '}') && open > 0) {
        open--;
      }
    }
    return open == 0 && !inString;
  }

  private static List<byte[]> read(Path... paths) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (Path path : paths) {
      byte[] file = Files.readAllBytes(path);
      if (new String(file, StandardCharsets.UTF_8).replace("\uFEFF", "").isBlank()) {
        throw new KoordException.Invalid(path + ": empty; kubectl get prints nothing if the cluster "
            + "lacks one of the resource types: leave that type out");
      }
      files.add(file);
    }
    return files;
  }

  /** Returns the number of objects of a file. Its errors have the name of the file. */
  private static int count(Path path, byte[] file) {
    try (Cluster alone = create(); AddedObjects objects = alone.addObjects(file)) {
      List<AddedObject> rows = objects.rows();
      return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).index() + 1;
    } catch (KoordException failure) {
      throw KoordException.of(failure.code(), path + ": "
          + failure.getMessage().replaceFirst("^json: ", ""));
    }
  }

  /** Returns "pods.json: object 3" for an object of several files. */
  private static String place(Path[] paths, List<byte[]> files, int index) {
    int before = 0;
    for (int i = 0; i < paths.length; i++) {
      int count = count(paths[i], files.get(i));
      if (index < before + count) {
        return paths[i] + ": object " + (index - before);
      }
      before += count;
    }
    return "object " + index;
  }

  /**
   * {@link #evaluate(Pod, Query, Verdicts)} of all nodes, without changes by a query.
   *
   * @param pod the pod
   * @param into receives the rows
   */
  public void evaluate(Pod pod, Verdicts into) {
    evaluate(pod, null, into);
  }

  /**
   * Filters and scores the nodes of the query for a pod, in one native call and, once {@code into}
   * is large enough, without allocations. Rows ascend by node; removed nodes have none.
   *
   * @param pod the pod
   * @param query nullable: all nodes, without changes
   * @param into receives the rows
   * @throws KoordException.Limit the pod's request is too large
   */
  public void evaluate(Pod pod, Query query, Verdicts into) {
    rows(KoordRaw::koord_cluster_evaluate, pod, query, 0, into);
  }

  /**
   * {@link #findBest(Pod, Query, int)} without a query.
   *
   * @param pod the pod
   * @param most the maximum number of nodes
   * @return the best nodes first
   */
  public Verdicts findBest(Pod pod, int most) {
    return findBest(pod, null, most);
  }

  /**
   * Finds the best nodes for a pod, at most {@code most}: higher scores first, then lower numbers.
   * Their {@link Verdicts#generation} is that of the evaluated cluster.
   *
   * @param pod the pod
   * @param query nullable; must name no pods or nodes
   * @param most the maximum number of nodes
   * @return the best nodes first
   */
  public Verdicts findBest(Pod pod, Query query, int most) {
    if (Frame.count("most", most) > SOME) {
      most = Math.min(most, info().ids()); // there are no more nodes
    }
    Verdicts best = new Verdicts(most);
    rows(KoordRaw::koord_cluster_find_best, pod, query, 0, best);
    return best;
  }

  /**
   * Returns the verdicts that changed after the generation {@code since}, in no particular order,
   * each node once. Unchanged verdicts may be included.
   *
   * @param pod the pod
   * @param query nullable; must name no pods or nodes
   * @param since {@link Verdicts#generation} of an earlier call
   * @param into receives the rows
   */
  public void changes(Pod pod, Query query, long since, Verdicts into) {
    rows(KoordRaw::koord_cluster_get_changes, pod, query, since, into);
  }

  private interface Judging {
    int call(long c, long p, long q, long rows, long stride, long capacity, long out, long error);
  }

  private void rows(Judging call, Pod pod, Query query, long since, Verdicts into) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long q = f.read(query);
      Objects.requireNonNull(into, "into").fill(
          f,
          since,
          (rows, capacity, out) ->
              call.call(c, p, q, rows, Verdicts.ROW_BYTES, capacity, out, f.error()));
    }
  }

  /**
   * Returns the uids of a node's pods. Throws {@link KoordException.NotFound}.
   *
   * @param node its number
   * @return the uids
   */
  public List<String> pods(int node) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      int number = Frame.count("node", node);
      return f.document(out -> KoordRaw.koord_cluster_get_pods(c, number, out, f.error()))
          .lines().toList();
    }
  }
}
