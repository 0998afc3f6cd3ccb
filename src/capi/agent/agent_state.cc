// An agent's placement of pods and containers: loading, saving and queries.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "agent/replace_file.h"
#include "base/error.h"
#include "capi/agent/node_handle.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/refusals.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"
#include "probe/trusted_file.h"
#include "wire/agent/node_state.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
namespace agent = koord::agent;
namespace wire = koord::wire;

namespace {

using Row = koord_agent_state::Row;

std::string_view path_of(const char *path, size_t length) {
  const std::string_view name = label(path, length, "path");
  if (name.empty()) throw Error(Status::kInvalid, "path: is empty, expected the path of a file");
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

const agent::PodState &pod_of(const koord_agent_state &state, const Row &row) {
  return state.file.state.pods[row.pod];
}

const CpuSet &cpus_of(const koord_agent_state &state, const Row &row) {
  const agent::PodState &pod = pod_of(state, row);
  return row.container == Row::kPod ? pod.cpus : pod.containers[row.container].cpus;
}

koord_agent_pod to_row(const koord_agent_state &state, uint32_t index) {
  const Row &row = state.rows[index];
  const agent::PodState &pod = pod_of(state, row);
  koord_agent_pod out{};
  out.refusal = koord::capi::to_c(pod.refused);
  out.uid_offset = row.uid_offset;
  out.uid_length = static_cast<uint32_t>(pod.uid.size());
  agent::Place place = pod.place;
  if (row.container != Row::kPod) {
    const agent::ContainerState &container = pod.containers[row.container];
    out.container_offset = row.container_offset;
    out.container_length = static_cast<uint32_t>(container.name.size());
    place = container.place;
  }
  out.qos = static_cast<koord_qos>(pod.qos);
  out.place = static_cast<koord_agent_place>(place);
  out.cpus = static_cast<uint32_t>(cpus_of(state, row).count());
  out.numa_nodes = static_cast<uint32_t>(pod.memory_nodes.size());
  if (pod.unlimited) out.properties |= KOORD_AGENT_POD_UNLIMITED;
  out.row = index;
  return out;
}

// A state that was read from a file has no times of change, so its generation counts.
bool has_changed(const koord_agent_state &state, const Row &row, uint64_t since) {
  const uint64_t changed = pod_of(state, row).changed;
  return since == 0 || (changed != 0 ? changed : state.file.state.generation) > since;
}

const Row &row_at(const koord_agent_state *state, uint32_t row) {
  require(state, "state");
  if (row >= state->rows.size())
    throw Error(Status::kInvalid, "row: found " + std::to_string(row) + ", the state has " +
                                      std::to_string(state->rows.size()) + " rows");
  return state->rows[row];
}

}  // namespace

koord_agent_state::koord_agent_state(wire::NodeStateFile read) : file(std::move(read)) {
  size_t count = 0;
  size_t length = 0;
  for (const agent::PodState &pod : file.state.pods) {
    count += 1 + pod.containers.size();
    length += pod.uid.size();
    for (const agent::ContainerState &container : pod.containers) length += container.name.size();
  }
  rows.reserve(count);
  texts.reserve(length);
  const auto add = [this](const std::string &text) {
    texts += text;
    return static_cast<uint32_t>(texts.size() - text.size());
  };
  for (uint32_t i = 0; i < file.state.pods.size(); ++i) {
    const agent::PodState &pod = file.state.pods[i];
    const uint32_t uid = add(pod.uid);
    rows.push_back({i, Row::kPod, uid, 0});
    for (uint32_t c = 0; c < pod.containers.size(); ++c)
      rows.push_back({i, c, uid, add(pod.containers[c].name)});
  }
}

koord_status koord_agent_state_from_json(const char *json, size_t length, koord_agent_state **out,
                                         koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_agent_state(wire::read_node_state(document(json, length, "json")));
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
    *out = new koord_agent_state(
        wire::read_node_state(koord::probe::read_trusted_file(file, wire::kMaxNodeStateBytes)));
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

koord_status koord_agent_state_get_pods(const koord_agent_state *state, uint64_t since,
                                        koord_agent_pod *rows, size_t stride, size_t capacity,
                                        size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(state, "state");
    require(count, "count");
    const RowArray<koord_agent_pod> space{rows, stride, capacity};
    space.check();
    const auto is_wanted = [&](const Row &row) { return has_changed(*state, row, since); };
    *count = static_cast<size_t>(std::count_if(state->rows.begin(), state->rows.end(), is_wanted));
    space.check_room(*count);
    size_t at = 0;
    for (uint32_t i = 0; i < state->rows.size(); ++i)
      if (is_wanted(state->rows[i])) space.write(at++, to_row(*state, i));
  });
}

const char *koord_agent_state_get_texts(const koord_agent_state *state, size_t *length) {
  return get_texts(state, length);
}

koord_status koord_agent_state_find_container(const koord_agent_state *state, const char *uid,
                                              size_t uid_length, const char *container,
                                              size_t container_length, koord_agent_pod *row,
                                              size_t row_size, koord_error *err) {
  return guarded(err, [&] {
    require(state, "state");
    require(row, "row");
    if (!is_stride(row_size, sizeof *row)) fail_stride(row_size, sizeof *row, "row_size: ");
    const std::string_view wanted = document(uid, uid_length, "uid");
    const std::string_view name = document(container, container_length, "container");
    const agent::PodState *pod = agent::find_pod(state->file.state, wanted);
    if (pod == nullptr)
      throw Error(Status::kNotFound, "uid: no pod " + koord::in_quotes(wanted) + " in this state");
    const auto number = static_cast<uint32_t>(pod - state->file.state.pods.data());
    auto at = std::partition_point(state->rows.begin(), state->rows.end(),
                                   [&](const Row &entry) { return entry.pod < number; });
    const agent::ContainerState *own = agent::find_container(*pod, name);
    if (own != nullptr) at += 1 + (own - pod->containers.data());
    write_row(to_row(*state, static_cast<uint32_t>(at - state->rows.begin())), row, row_size, 0);
  });
}

koord_status koord_agent_state_get_pod_cpus(const koord_agent_state *state, uint32_t row,
                                            uint64_t *words, size_t word_count, koord_error *err) {
  return guarded(err, [&] { write_set(cpus_of(*state, row_at(state, row)), words, word_count); });
}

koord_status koord_agent_state_get_pod_numa_nodes(const koord_agent_state *state, uint32_t row,
                                                  uint64_t *words, size_t word_count,
                                                  koord_error *err) {
  return guarded(err, [&] {
    CpuSet nodes;
    for (const int node : pod_of(*state, row_at(state, row)).memory_nodes) nodes.add(node);
    write_set(nodes, words, word_count);
  });
}
