package org.koord;

import java.util.List;

/** An immutable picture of one machine, which any threads may share. */
public final class Topology extends Handle {
  Topology(long address) {
    super(address, KoordRaw::koord_topology_unref, false);
  }

  /** Reads this machine; {@link #discover(Context, boolean)} in silence, all of its CPUs. */
  public static Topology discover() {
    return discover(null, false);
  }

  /**
   * Reads this machine through hwloc.
   *
   * @param context receives remarks, nullable
   * @param onlyAllowed leave out CPUs and NUMA nodes that the cgroup of this process may not use
   * @throws KoordException.Io hwloc cannot read it
   */
  public static Topology discover(Context context, boolean onlyAllowed) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new Topology(
          f.handle(out -> KoordRaw.koord_topology_discover(c, flags(onlyAllowed), out, f.error())));
    }
  }

  /** {@link #fromHwlocXml(Context, String, boolean)} in silence, all of its CPUs. */
  public static Topology fromHwlocXml(String xml) {
    return fromHwlocXml(null, xml, false);
  }

  /**
   * Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
   *
   * @param context receives remarks, nullable
   * @param onlyAllowed as for {@link #discover(Context, boolean)}
   * @throws KoordException.Invalid not such XML, or an absurd machine
   * @throws KoordException.Limit it is too large
   */
  public static Topology fromHwlocXml(Context context, String xml, boolean onlyAllowed) {
    byte[] text = Frame.utf8("xml", xml);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new Topology(
          f.handle(
              out ->
                  KoordRaw.koord_topology_from_hwloc_xml(
                      c, flags(onlyAllowed), text, out, f.error())));
    }
  }

  private static int flags(boolean onlyAllowed) {
    return onlyAllowed ? KoordRaw.KOORD_TOPOLOGY_ONLY_ALLOWED : 0;
  }

  /** {@link #fromSynthetic(Context, String)} in silence. */
  public static Topology fromSynthetic(String description) {
    return fromSynthetic(null, description);
  }

  /**
   * Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2"); {@code context} is
   * nullable.
   *
   * @throws KoordException.Invalid no such description
   * @throws KoordException.Limit more CPUs than {@link CpuSet#MAX_CPUS}
   */
  public static Topology fromSynthetic(Context context, String description) {
    byte[] text = Frame.utf8("description", description);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new Topology(
          f.handle(out -> KoordRaw.koord_topology_from_synthetic(c, text, out, f.error())));
    }
  }

  /** {@link #fromJson(Context, String)} in silence. */
  public static Topology fromJson(String json) {
    return fromJson(null, json);
  }

  /**
   * Reads what {@link #toJson} wrote, whatever the topology was read from: the two are equal in
   * everything. {@code context} is nullable.
   *
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Limit over 64 MiB
   */
  public static Topology fromJson(Context context, String json) {
    byte[] text = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new Topology(
          f.handle(out -> KoordRaw.koord_topology_from_json(c, text, out, f.error())));
    }
  }

  /** {@link #fromAnnotation(Context, String)} in silence. */
  public static Topology fromAnnotation(String json) {
    return fromAnnotation(null, json);
  }

  /**
   * Reads the value of the annotation node.koordinator.sh/cpu-topology, as koordlet publishes it. It
   * knows no memory, L3 or distances. {@code context} is nullable.
   *
   * @throws KoordException.Invalid names the entry and field
   * @throws KoordException.Limit over 4 MiB, or nested deeper than 64
   */
  public static Topology fromAnnotation(Context context, String json) {
    byte[] text = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new Topology(
          f.handle(out -> KoordRaw.koord_topology_from_annotation(c, text, out, f.error())));
    }
  }

  /** {@link #fromNrt(Context, String)} in silence. */
  public static Topology fromNrt(String json) {
    return fromNrt(null, json);
  }

  /**
   * Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1); {@code context} is
   * nullable.
   *
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Limit over 16 MiB
   */
  public static Topology fromNrt(Context context, String json) {
    byte[] text = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new Topology(
          f.handle(out -> KoordRaw.koord_topology_from_nrt(c, text, out, f.error())));
    }
  }

  /** The same without JSON: of the annotation cpu-topology and the zones, else the given machine. */
  public static Topology fromNrt(Context context, NrtBuilder nrt) {
    java.util.Objects.requireNonNull(nrt, "nrt");
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return nrt.use(
          f,
          b ->
              new Topology(
                  f.handle(out -> KoordRaw.koord_topology_from_nrt_builder(c, b, out, f.error()))));
    }
  }

  /**
   * Builds a topology from rows; cores are told apart by (socket, node, core), L3 groups by l3, and
   * coreIndex is not read.
   *
   * @param architecture "x86_64", "aarch64" (which turns on the ARM rule of picks), or ""
   * @throws KoordException.Invalid no rows, a CPU twice, an id out of range
   */
  public static Topology fromCpus(List<Cpu> cpus, String architecture) {
    byte[] text = Frame.utf8(architecture);
    try (Frame f = Frame.open()) {
      int size = KoordRaw.koord_cpu_size;
      Memory rows = f.bytes((long) size * cpus.size());
      cpus.forEach(cpu -> cpu.write(rows));
      return new Topology(
          f.handle(
              out ->
                  KoordRaw.koord_topology_from_rows(
                      rows.address(), size, cpus.size(), text, out, f.error())));
    }
  }

  /** Another handle of the same machine, to be closed by itself. */
  public Topology share() {
    try (Frame f = Frame.open()) {
      return new Topology(KoordRaw.koord_topology_ref(f.read(this)));
    }
  }

  /** Counts of the machine. */
  public TopologyInfo info() {
    try (Frame f = Frame.open()) {
      Memory info = f.struct(KoordRaw.koord_topology_info_size);
      f.check(KoordRaw.koord_topology_get_info(f.read(this), info.address(), f.error()));
      return TopologyInfo.read(info);
    }
  }

  /** The usable CPUs, ascending by number. */
  public List<Cpu> cpus() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      int size = KoordRaw.koord_cpu_size;
      return f.rows(
          size, Cpu::read,
          (rows, capacity, count) ->
              KoordRaw.koord_topology_get_cpus(t, rows, size, capacity, count, f.error()));
    }
  }

  /** NUMA nodes, ascending by number, those without CPUs included. */
  public List<NumaNode> numaNodes() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      int size = KoordRaw.koord_numa_node_size;
      return f.rows(
          size, NumaNode::read,
          (rows, capacity, count) ->
              KoordRaw.koord_topology_get_numa_nodes(t, rows, size, capacity, count, f.error()));
    }
  }

  /** Huge pages per NUMA node and size, by node, then size. */
  public List<Hugepages> hugePages() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      int size = KoordRaw.koord_hugepages_size;
      return f.rows(
          size, Hugepages::read,
          (rows, capacity, count) ->
              KoordRaw.koord_topology_get_hugepages(t, rows, size, capacity, count, f.error()));
    }
  }

  /**
   * NUMA distances (10 = local), rows and columns in the order of {@link #numaNodes}; without rows when
   * the machine reports none. A pair that was not reported is 0.
   */
  public int[][] distances() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      List<Integer> values =
          f.rows(
              Integer.BYTES, Memory::i32,
              (rows, capacity, count) ->
                  KoordRaw.koord_topology_get_distances(t, rows, capacity, count, f.error()));
      int nodes = (int) Math.sqrt(values.size());
      int[][] matrix = new int[nodes][nodes];
      for (int i = 0; i < nodes * nodes; i++) {
        matrix[i / nodes][i % nodes] = values.get(i);
      }
      return matrix;
    }
  }

  /** PCI devices by bus id. */
  public List<PciDevice> devices() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      int size = KoordRaw.koord_pci_device_size;
      return f.rows(
          size, PciDevice::read,
          length -> KoordRaw.koord_topology_get_texts(t, length),
          (rows, capacity, count) ->
              KoordRaw.koord_topology_get_devices(
                  t, rows, size, capacity, count, f.error()));
    }
  }

  /** All usable CPUs. */
  public CpuSet cpuset() {
    return cpuset(CpusetKind.ALL, 0);
  }

  /**
   * One set of the machine's CPUs; {@code id} is that of the socket, node, L3 group, core or device.
   *
   * @throws KoordException.Invalid no such kind or id
   */
  public CpuSet cpuset(CpusetKind kind, int id) {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      return f.cpus(
          out ->
          KoordRaw.koord_topology_get_cpuset(t, Coded.code("kind", kind), id, out, Frame.WORDS,
              f.error()));
    }
  }

  /**
   * Everything the topology holds, as one JSON document (docs/topology-json.md), for {@link
   * #fromJson(String)} and for other programs.
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      return f.document(out -> KoordRaw.koord_topology_to_json(t, out, f.error()));
    }
  }

  /** The value for the annotation node.koordinator.sh/cpu-topology. */
  public String toAnnotation() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      return f.document(out -> KoordRaw.koord_topology_to_annotation(t, out, f.error()));
    }
  }

  /**
   * A NodeResourceTopology object for a node as JSON, ready for "kubectl apply -f -".
   *
   * @param setup its kubelet's configuration and cpu_manager_state; null: kubelet's defaults, nothing
   *     allocated
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Corrupt the checksum of cpu_manager_state is wrong
   * @throws KoordException.Limit a document is too large
   */
  public String toNrt(String nodeName, KubeletSetup setup) {
    byte[] name = Frame.utf8("nodeName", nodeName);
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      return KubeletSetup.use(
          f, setup,
          made ->
              f.document(out -> KoordRaw.koord_topology_to_nrt(t, made, name, out, f.error())));
    }
  }

  /**
   * Draws the machine and who holds what, as terminal text or SVG. A CPU in several sets is shown as
   * shared.
   *
   * @param options nullable: text, 100 columns
   * @param sets at most 64, by their labels; the order is that of the map
   * @param title a headline, "": none
   * @throws KoordException.Invalid unknown options
   * @throws KoordException.Limit too many sets
   */
  public String draw(PictureOptions options, java.util.Map<String, CpuSet> sets, String title) {
    for (String label : sets.keySet()) {
      if (label.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("a label must be one line: " + label);
      }
    }
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      long o = PictureOptions.write(f, options);
      long picture = f.handle(out -> KoordRaw.koord_picture_new(out, f.error()));
      try {
        f.check(KoordRaw.koord_picture_set_title(picture, Frame.utf8(title), f.error()));
        Memory words = f.words();
        for (java.util.Map.Entry<String, CpuSet> set : sets.entrySet()) {
          set.getValue().write(words.seek(0), Frame.WORDS);
          f.check(
              KoordRaw.koord_picture_add_set(
                  picture, Frame.utf8(set.getKey()), words.address(), Frame.WORDS, f.error()));
        }
        return f.document(out -> KoordRaw.koord_topology_draw(t, o, picture, out, f.error()));
      } finally {
        KoordRaw.koord_picture_free(picture);
      }
    }
  }
}
