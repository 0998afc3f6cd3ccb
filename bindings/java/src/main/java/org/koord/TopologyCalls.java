// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** An immutable description of one machine, reference-counted and shared by any threads. */
abstract class TopologyCalls extends Handle {
  TopologyCalls(long address) {
    super(address, KoordRaw::koord_topology_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public Topology share() {
    try (Frame f = Frame.open()) {
      return new Topology(KoordRaw.koord_topology_ref(f.read(this)));
    }
  }

  /**
   * Reads this machine through hwloc (which reads its own HWLOC_* variables; this library sets
   * none). {@code context} may be null.
   *
   * @param context receives diagnostics; may be null
   * @param flags the flags, if any
   * @return the topology
   * @throws KoordException.Invalid unknown flags
   * @throws KoordException.Io hwloc cannot read it
   */
  public static Topology discover(Context context, TopologyFlag... flags) {
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      int flagsBits = Coded.bits(flags);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_discover(contextAt, flagsBits, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #discover(Context, TopologyFlag...)} with null for context.
   *
   * @param flags the flags, if any
   * @return the topology
   */
  public static Topology discover(TopologyFlag... flags) {
    return discover((Context) null, flags);
  }

  /**
   * Reads a machine as {@link Topology#discover} does, for processes in which HWLOC_FSROOT names a
   * directory with an exported sysfs. {@code root} is that directory: what hwloc does not read
   * (isolated and nohz_full CPUs) comes from below it. {@link Topology#discover} reads those of
   * this machine only.
   *
   * @param context receives diagnostics; may be null
   * @param root the root
   * @param flags the flags, if any
   * @return the topology
   * @throws KoordException.Invalid unknown flags; no such directory
   * @throws KoordException.Io the machine or a file could not be read or written
   */
  public static Topology discoverIn(Context context, String root, TopologyFlag... flags) {
    byte[] rootText = Frame.utf8("root", root);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      int flagsBits = Coded.bits(flags);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_discover_in(contextAt, flagsBits, rootText,
          topologyOut.address(), f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #discoverIn(Context, String, TopologyFlag...)} with null for context.
   *
   * @param root the root
   * @param flags the flags, if any
   * @return the topology
   */
  public static Topology discoverIn(String root, TopologyFlag... flags) {
    return discoverIn((Context) null, root, flags);
  }

  /**
   * Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
   *
   * @param context receives diagnostics; may be null
   * @param xml the xml
   * @param flags the flags, if any
   * @return the topology
   * @throws KoordException.Invalid not such XML, or an impossible machine
   * @throws KoordException.Limit larger than a documented bound
   */
  public static Topology fromHwlocXml(Context context, String xml, TopologyFlag... flags) {
    byte[] xmlText = Frame.utf8("xml", xml);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      int flagsBits = Coded.bits(flags);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_hwloc_xml(contextAt, flagsBits, xmlText,
          topologyOut.address(), f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromHwlocXml(Context, String, TopologyFlag...)} of a document's bytes, in UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param xml the xml
   * @param flags the flags, if any
   * @return the topology
   */
  public static Topology fromHwlocXml(Context context, byte[] xml, TopologyFlag... flags) {
    byte[] xmlText = java.util.Objects.requireNonNull(xml, "xml");
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      int flagsBits = Coded.bits(flags);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_hwloc_xml(contextAt, flagsBits, xmlText,
          topologyOut.address(), f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromHwlocXml(Context, String, TopologyFlag...)} with null for context.
   *
   * @param xml the xml
   * @param flags the flags, if any
   * @return the topology
   */
  public static Topology fromHwlocXml(String xml, TopologyFlag... flags) {
    return fromHwlocXml((Context) null, xml, flags);
  }

  /**
   * {@link #fromHwlocXml(Context, byte[], TopologyFlag...)} with null for context.
   *
   * @param xml the xml
   * @param flags the flags, if any
   * @return the topology
   */
  public static Topology fromHwlocXml(byte[] xml, TopologyFlag... flags) {
    return fromHwlocXml((Context) null, xml, flags);
  }

  /**
   * Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
   *
   * @param context receives diagnostics; may be null
   * @param text the text
   * @return the topology
   * @throws KoordException.Limit more than MAX_CPUS
   */
  public static Topology fromSynthetic(Context context, String text) {
    byte[] textText = Frame.utf8("text", text);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_synthetic(contextAt, textText, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromSynthetic(Context, String)} with null for context.
   *
   * @param text the text
   * @return the topology
   */
  public static Topology fromSynthetic(String text) {
    return fromSynthetic((Context) null, text);
  }

  /**
   * Reads the output of {@link Topology#toJson} (docs/reference/topology-json.md), for a topology
   * from any source: the result equals the original in everything that this header can return, and
   * {@link Topology#toJson} writes the same bytes for it. Absent members are unknown or follow from
   * others. Members that are derived from others must not contradict them. Unknown members are
   * ignored, with a diagnostic to the log of {@code context}, which may be null.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the topology
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Limit over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or devices,
   *     nested deeper than 64
   */
  public static Topology fromJson(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_json(contextAt, jsonText, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromJson(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the topology
   */
  public static Topology fromJson(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_json(contextAt, jsonText, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromJson(Context, String)} with null for context.
   *
   * @param json the json
   * @return the topology
   */
  public static Topology fromJson(String json) {
    return fromJson((Context) null, json);
  }

  /**
   * {@link #fromJson(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the topology
   */
  public static Topology fromJson(byte[] json) {
    return fromJson((Context) null, json);
  }

  /**
   * Reads the value of the annotation node.koordinator.sh/cpu-topology,
   * {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: {@code core}
   * is lscpu's logical number. Absent numbers are 0, unknown fields are ignored. The topology has
   * no memory, L3 groups or distances. Cores are identified by (socket, node, core): one core
   * number in two NUMA nodes of a socket is two cores, as in Linux, and gives a warning to the log
   * of {@code context}. A CPU in two NUMA nodes is INVALID.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the topology
   * @throws KoordException.Invalid names the entry and field
   * @throws KoordException.Limit over 4 MiB, nested deeper than 64
   */
  public static Topology fromAnnotation(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_annotation(contextAt, jsonText, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromAnnotation(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the topology
   */
  public static Topology fromAnnotation(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_annotation(contextAt, jsonText, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromAnnotation(Context, String)} with null for context.
   *
   * @param json the json
   * @return the topology
   */
  public static Topology fromAnnotation(String json) {
    return fromAnnotation((Context) null, json);
  }

  /**
   * {@link #fromAnnotation(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the topology
   */
  public static Topology fromAnnotation(byte[] json) {
    return fromAnnotation((Context) null, json);
  }

  /**
   * Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation of
   * {@link Topology#fromAnnotation}, and memory, huge pages and distances from its zones.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the topology
   * @throws KoordException.Limit over 16 MiB
   */
  public static Topology fromNrt(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_nrt(contextAt, jsonText, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromNrt(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the topology
   */
  public static Topology fromNrt(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_nrt(contextAt, jsonText, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromNrt(Context, String)} with null for context.
   *
   * @param json the json
   * @return the topology
   */
  public static Topology fromNrt(String json) {
    return fromNrt((Context) null, json);
  }

  /**
   * {@link #fromNrt(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the topology
   */
  public static Topology fromNrt(byte[] json) {
    return fromNrt((Context) null, json);
  }

  /**
   * Builds a topology from rows, for callers without JSON. Cores are identified by (socket,
   * numa_node, core), L3 groups by l3. {@code architecture} may be "" ("aarch64" enables the ARM
   * rule of {@link CpuPicker}).
   *
   * @param rows the rows
   * @param architecture the architecture; may be null
   * @return the topology
   * @throws KoordException.Invalid no rows, a CPU twice, an id out of range: socket and core below
   *     2^31 - 1, numa_node below 1024
   * @throws KoordException.Limit larger than a documented bound
   */
  public static Topology fromRows(List<Cpu> rows, String architecture) {
    byte[] architectureText = Frame.utf8(architecture);
    java.util.Objects.requireNonNull(rows, "rows");
    try (Frame f = Frame.open()) {
      Memory rowsAt = f.bytes((long) KoordRaw.koord_cpu_size * rows.size());
      rows.forEach(row_ -> row_.write(rowsAt));
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_rows(rowsAt.address(), KoordRaw.koord_cpu_size,
          rows.size(), architectureText, topologyOut.address(), f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * Returns the counts of the machine.
   *
   * @return the info
   */
  public TopologyInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_topology_info_size);
      f.check(KoordRaw.koord_topology_get_info(at, infoOut.address(), f.error()));
      return TopologyInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Copies all rows, ascending by CPU number.
   *
   * @return the rows
   */
  public List<Cpu> cpus() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_cpu_size, Cpu::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_topology_get_cpus(at, rows_, KoordRaw.koord_cpu_size, capacity_, count_,
          f.error()));
    }
  }

  /**
   * Copies the NUMA nodes, ascending by number, including those without CPUs.
   *
   * @return the rows
   */
  public List<NumaNode> numaNodes() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_numa_node_size, NumaNode::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_topology_get_numa_nodes(at, rows_, KoordRaw.koord_numa_node_size,
          capacity_, count_, f.error()));
    }
  }

  /**
   * Copies the huge pages per NUMA node and size, by node, then size.
   *
   * @return the rows
   */
  public List<Hugepages> hugepages() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_hugepages_size, Hugepages::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_topology_get_hugepages(at, rows_, KoordRaw.koord_hugepages_size, capacity_,
          count_, f.error()));
    }
  }

  /**
   * Copies the PCI devices, by bus id.
   *
   * @return the rows
   */
  public List<PciDevice> devices() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_topology_get_texts(at, length));
      return f.rows(KoordRaw.koord_pci_device_size, row_ -> PciDevice.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_topology_get_devices(at, rows_,
          KoordRaw.koord_pci_device_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Writes one set.
   *
   * @param kind the kind
   * @param id the id
   * @return the cpus
   * @throws KoordException.Invalid no such kind or id
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet cpuset(CpusetKind kind, int id) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int kindCode = Coded.code("kind", kind);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_topology_get_cpuset(at, kindCode, id, cpusOut.address(), Frame.WORDS,
          f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Writes everything that the topology holds as one JSON document
   * (docs/reference/topology-json.md), for people, other programs and storage; {@link
   * Topology#fromJson} reads it.
   *
   * @return the document
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_to_json(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Writes the value of the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node
   * are written with node 0, as koordlet does.
   *
   * @return the document
   */
  public String toAnnotation() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_to_annotation(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Writes a NodeResourceTopology object for {@code node_name} as JSON, ready for "kubectl apply -f
   * -": label, annotations, zones with capacity, allocatable and available, distances as costs,
   * topologyPolicies. {@code setup} (null: kubelet's defaults, nothing allocated) supplies
   * kubelet's configuration and cpu_manager_state.
   *
   * @param setup the setup; may be null
   * @param nodeName the node name
   * @return the document
   * @throws KoordException.Invalid names the field; kubelet would not start: memory policy Static
   *     without reservedMemory, or more of it than the machine has
   * @throws KoordException.Corrupt cpu_manager_state: checksum
   * @throws KoordException.Limit {@link KubeletSetup#cpuState}
   */
  public String toNrt(KubeletSetup setup, String nodeName) {
    byte[] nodeNameText = Frame.utf8("nodeName", nodeName);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long setupAt = f.make(setup);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_to_nrt(at, setupAt, nodeNameText, documentOut.address(),
          f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * {@link #toNrt(KubeletSetup, String)} with null for setup.
   *
   * @param nodeName the node name
   * @return the document
   */
  public String toNrt(String nodeName) {
    return toNrt((KubeletSetup) null, nodeName);
  }

  /**
   * Same as {@link Topology#fromNrt}, from the content of the builder, which is not changed: from
   * the annotation cpu-topology and the zones, else from the machine that was set. {@code context}
   * may be null. Errors: as {@link Topology#fromNrt}.
   *
   * @param context receives diagnostics; may be null
   * @param builder the builder
   * @return the topology
   */
  public static Topology fromNrt(Context context, NrtBuilder builder) {
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      long builderAt = f.make("builder", builder);
      Memory topologyOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_from_nrt_builder(contextAt, builderAt, topologyOut.address(),
          f.error()));
      return f.made(topologyOut, Topology::new);
    }
  }

  /**
   * {@link #fromNrt(Context, NrtBuilder)} with null for context.
   *
   * @param builder the builder
   * @return the topology
   */
  public static Topology fromNrt(NrtBuilder builder) {
    return fromNrt((Context) null, builder);
  }

  /**
   * Draws the machine (sockets, NUMA nodes, L3 groups, cores, CPUs) and the sets of the picture.
   *
   * @param options the options; may be null
   * @param picture null: the machine alone.
   * @return the document
   */
  public String draw(PictureOptions options, Picture picture) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long optionsAt = PictureOptions.write(f, options);
      long pictureAt = f.make(picture);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_topology_draw(at, optionsAt, pictureAt, documentOut.address(),
          f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * {@link #draw(PictureOptions, Picture)} with null for options and picture.
   *
   * @return the document
   */
  public String draw() {
    return draw((PictureOptions) null, (Picture) null);
  }

  @Override
  String told() {
    var info = info();
    return told(
        "cpus", info.cpus(), "cores", info.cores(), "l3s", info.l3s(), "numaNodes",
        info.numaNodes());
  }
}
