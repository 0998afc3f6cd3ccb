// What a node's agent writes, and reads back: annotations, NodeResourceTopology, node-state.json.
#include <string>
#include <utility>
#include <vector>

#include "agent/decide.h"
#include "agent/replace_file.h"
#include "agent/report.h"
#include "base/error.h"
#include "capi/arguments.h"
#include "capi/counted.h"
#include "capi/guard.h"
#include "capi/handles.h"
#include "capi/node_handle.h"
#include "capi/struct_reader.h"
#include "koord.h"
#include "probe/trusted_file.h"
#include "wire/node_state.h"
#include "wire/nrt_writer.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

std::string annotation(const agent::Node &node, koord_agent_annotation which) {
  const agent::Pools &pools = node.pools();
  if (which == KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS)
    return wire::to_annotation(agent::held_cpus(node));
  return wire::to_annotation(wire::shared_pools(
      node.machine(),
      which == KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS ? pools.shared : pools.best_effort));
}

wire::NrtInputs nrt_inputs(const koord_agent &node) {
  wire::NrtInputs out;
  out.node_name = node.node.name();
  out.kubelet = node.kubelet;
  out.reserved = node.node.kubelet_reserved();
  out.allocated = agent::held_cpus(node.node);
  const agent::Pools &pools = node.node.pools();
  out.node = wire::NodeReport{pools.shared, pools.best_effort, node.node.reserved(),
                              node.node.system_qos(), node.node.system_qos_exclusive()};
  return out;
}

std::string_view path_of(const char *path, size_t length) {
  const std::string_view name = label(path, length, "path");
  if (name.empty()) throw Error(Status::kInvalid, "path: is empty, expected that of a file");
  return name;
}

const CpuSet &set_of(const agent::NodeState &state, koord_agent_cpuset which) {
  switch (which) {
    case KOORD_AGENT_CPUSET_SHARED:
      return state.pools.shared;
    case KOORD_AGENT_CPUSET_EXCLUSIVE:
      return state.pools.exclusive;
    case KOORD_AGENT_CPUSET_BEST_EFFORT:
      return state.pools.best_effort;
    default:
      return state.cpus;
  }
}

}  // namespace

koord_status koord_agent_to_annotation(const koord_agent *node, koord_agent_annotation which,
                                       koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(node, "node");
    check_number(which, KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS + 1, "which");
    *out = new_buffer(annotation(node->node, which));
  });
}

koord_status koord_agent_to_nrt(const koord_agent *node, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(node, "node");
    *out = new_buffer(wire::write_nrt(node->node.machine(), nrt_inputs(*node)));
  });
}

koord_status koord_agent_to_json(const koord_agent *node, const char *boot_id,
                                 size_t boot_id_length, koord_buffer **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(node, "node");
    const std::string boot(label(boot_id, boot_id_length, "boot_id"));
    *out = new_buffer(wire::write_node_state({agent::decide(node->node), boot}));
  });
}

koord_status koord_agent_snapshot(const koord_agent *node, koord_agent_state **out,
                                  koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(node, "node");
    *out = new koord_agent_state{{agent::decide(node->node), ""}};
  });
}

koord_status koord_agent_set_state(koord_agent *node, const koord_agent_state *state,
                                   koord_error *err) {
  return guarded(err, [&] {
    require(node, "node");
    require(state, "state");
    node->node.set_state(state->file.state);
  });
}

koord_status koord_agent_state_from_json(const char *json, size_t length, koord_agent_state **out,
                                         koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_agent_state{wire::read_node_state(document(json, length, "json"))};
  });
}

koord_agent_state *koord_agent_state_ref(const koord_agent_state *state) {
  return add_reference(state);
}
void koord_agent_state_unref(koord_agent_state *state) { drop_reference(state); }

koord_status koord_agent_state_load(const char *path, size_t path_length, koord_agent_state **out,
                                    koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    const std::string file(path_of(path, path_length));
    *out = new koord_agent_state{
        wire::read_node_state(koord::probe::read_trusted_file(file, wire::kMaxNodeStateBytes))};
  });
}

koord_status koord_agent_state_save(const char *path, size_t path_length, const char *json,
                                    size_t length, koord_error *err) {
  return guarded(err, [&] {
    const std::string file(path_of(path, path_length));
    const std::string_view text = document(json, length, "json");
    (void)wire::read_node_state(text);
    koord::probe::check_trusted_file(file);
    agent::replace_file(file, text, false);
  });
}

koord_status koord_agent_state_get_text(const koord_agent_state *state, koord_agent_text which,
                                        char *text, size_t capacity, size_t *needed,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(state, "state");
    check_number(which, KOORD_AGENT_TEXT_BOOT_ID + 1, "which");
    const wire::NodeStateFile &file = state->file;
    write_text(which == KOORD_AGENT_TEXT_NAME ? file.state.node : file.boot_id, text, capacity,
               needed);
  });
}

koord_status koord_agent_state_get_info(const koord_agent_state *state, koord_agent_info *info,
                                        koord_error *err) {
  return guarded(err, [&] {
    require(state, "state");
    require(info, "info");
    const agent::NodeState &given = state->file.state;
    koord_agent_info out{};
    out.generation = given.generation;
    out.pods = static_cast<uint32_t>(given.pods.size());
    size_t words = given.cpus.word_count();
    while (words > 0 && given.cpus.word(words - 1) == 0) --words;
    out.words = static_cast<uint32_t>(words);
    write_struct(out, info, "info");
  });
}

koord_status koord_agent_state_get_cpus(const koord_agent_state *state, koord_agent_cpuset which,
                                        uint64_t *words, size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    require(state, "state");
    check_number(which, KOORD_AGENT_CPUSET_ALL + 1, "which");
    write_set(set_of(state->file.state, which), words, word_count);
  });
}

koord_status koord_agent_state_find_container(const koord_agent_state *state, const char *uid,
                                              size_t uid_length, const char *container,
                                              size_t container_length, koord_agent_pod *row,
                                              uint64_t *cpus, size_t words, koord_error *err) {
  return guarded(err, [&] {
    require(state, "state");
    require(row, "row");
    const std::string_view wanted = document(uid, uid_length, "uid");
    const std::string_view name = document(container, container_length, "container");
    const agent::PodState *pod = agent::find_pod(state->file.state, wanted);
    if (pod == nullptr)
      throw Error(Status::kNotFound, "uid: no pod " + koord::in_quotes(wanted) + " in this state");
    agent::ContainerState found{{}, pod->place, pod->cpus};
    if (!name.empty()) found = agent::container_of(*pod, name);
    koord_agent_pod out = to_row(*pod, found.place, found.cpus);
    for (const int id : pod->memory_nodes)
      if (id < 64) out.memory_nodes |= uint64_t{1} << id;
    check_extent(words, sizeof *cpus, "words");
    if (cpus != nullptr) write_set(found.cpus, cpus, words);
    *row = out;
  });
}
