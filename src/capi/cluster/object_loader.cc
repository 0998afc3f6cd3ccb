#include "capi/cluster/object_loader.h"

#include <algorithm>
#include <new>
#include <tuple>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "wire/device/device_object.h"
#include "wire/node/node_reader.h"
#include "wire/node/nrt_parts.h"
#include "wire/node/nrt_reader.h"
#include "wire/pod/pod_reader.h"

namespace koord::capi {
namespace {

constexpr size_t kMaxObjectBytes = size_t{4} << 20;
constexpr size_t kMaxTopologyBytes = size_t{16} << 20;
constexpr size_t kMaxPodsBytes = size_t{64} << 20;  // of one workload

static_assert(KOORD_RESERVATION_POLICY_RESTRICTED ==
              static_cast<int>(wire::Reservation::Policy::kRestricted));

bool is_in_group(std::string_view version, std::string_view group) {
  return version.empty() || version.starts_with(group);
}

koord_added_kind kind_of(std::string_view kind, std::string_view version) {
  const bool is_core = version.empty() || version == "v1";
  if (kind == "Node" && is_core) return KOORD_ADDED_KIND_NODE;
  if (kind == "Pod" && is_core) return KOORD_ADDED_KIND_POD;
  if (kind == wire::kNrt.kind && is_in_group(version, wire::kNrt.group))
    return KOORD_ADDED_KIND_TOPOLOGY;
  if (kind == wire::kDevice.kind && is_in_group(version, wire::kDevice.group))
    return KOORD_ADDED_KIND_DEVICES;
  if (kind == wire::kReservation.kind && is_in_group(version, wire::kReservation.group))
    return KOORD_ADDED_KIND_RESERVATION;
  return wire::is_workload(kind, version) ? KOORD_ADDED_KIND_WORKLOAD : KOORD_ADDED_KIND_OTHER;
}

// Returns a text of the metadata, or "" if it is absent or no text.
std::string metadata_of(const wire::JsonValue &root, std::string_view field) {
  const auto metadata = root.find("metadata");
  const auto found = metadata && metadata->is_object() ? metadata->find(field) : std::nullopt;
  return found && found->is_string() ? std::string(found->as_string()) : "";
}

void refuse(LoadedObject &row, koord_status status, std::string message) {
  row.result = KOORD_ADDED_RESULT_REFUSED;
  row.status = status;
  row.message = std::move(message);
}

void skip(LoadedObject &row, std::string message) {
  row.result = KOORD_ADDED_RESULT_SKIPPED;
  row.message = std::move(message);
}

// Returns "Deployment default/web" for a workload.
std::string name_of(const LoadedObject &workload) {
  return wire::name_of_object({workload.kind_text, "", "", true}, workload.name_space,
                              workload.name);
}

// The order in which objects are added, whatever their order in the text.
auto rank_of(const LoadedObject &row) {
  return std::tuple<int32_t, const std::string &, const std::string &>(row.kind, row.name_space,
                                                                       row.name);
}

bool is_open(const LoadedObject &row) { return row.result == KOORD_ADDED_RESULT_PENDING; }

}  // namespace

template <typename Body>
void ObjectLoader::attempt(LoadedObject &row, Body &&body) {
  koord_error err{};
  const koord_status status = guarded(&err, std::forward<Body>(body));
  if (status == KOORD_E_NO_MEMORY) throw std::bad_alloc();
  if (status != KOORD_OK) refuse(row, status, err.message);
}

void ObjectLoader::read(std::string_view text) {
  const std::vector<wire::ObjectSlice> slices =
      wire::split_objects(text, {size_t{256} << 20, kMaxObjects});
  for (const wire::ObjectSlice &slice : slices) {
    LoadedObject &row = rows_.emplace_back();
    row.index = static_cast<uint32_t>(rows_.size() - 1);
    row.result = KOORD_ADDED_RESULT_PENDING;
    attempt(row, [&] { read_object(slice, row, parsed_.emplace_back()); });
    has_pods_ = has_pods_ || row.kind == KOORD_ADDED_KIND_POD;
  }
  expand_workloads();
  refuse_copies();
}

void ObjectLoader::read_object(const wire::ObjectSlice &slice, LoadedObject &row, Parsed &parsed) {
  wire::JsonLimits limits;
  limits.bytes = kMaxTopologyBytes;
  const wire::JsonDocument document = wire::JsonDocument::parse(slice.json, "object", limits);
  const wire::JsonValue root = document.root();
  if (!root.is_object()) root.fail_expected("an API object");
  const auto stated = root.find("kind");
  const std::string_view kind = stated ? stated->as_string() : slice.list_kind;
  if (kind.empty())
    throw Error(Status::kInvalid, R"(kind: absent, expected that of an API object, as in "Pod")");
  row.kind_text = kind;
  if (kind.ends_with("List") && root.find("items"))
    throw Error(Status::kInvalid, "kind: a List inside a List");
  const std::string version = root.string_or("apiVersion", "");
  row.kind = kind_of(kind, version);
  row.name = metadata_of(root, "name");
  row.name_space = metadata_of(root, "namespace");
  if (slice.json.size() > kMaxObjectBytes && row.kind != KOORD_ADDED_KIND_TOPOLOGY &&
      row.kind != KOORD_ADDED_KIND_OTHER)
    throw Error(Status::kLimit, row.kind_text + ": " + std::to_string(slice.json.size()) +
                                    " bytes, at most " + std::to_string(kMaxObjectBytes) +
                                    " are accepted");
  read_kind(root, kind, row, parsed);
}

void ObjectLoader::read_kind(const wire::JsonValue &root, std::string_view kind, LoadedObject &row,
                             Parsed &parsed) {
  const Log &log = *cluster_.log;
  switch (row.kind) {
    case KOORD_ADDED_KIND_NODE:
      parsed = wire::read_node(root, log);
      return check_named(row.name, "Node");
    case KOORD_ADDED_KIND_TOPOLOGY:
      parsed = wire::read_node_topology(root, log);
      return check_named(row.name, "NodeResourceTopology");
    case KOORD_ADDED_KIND_DEVICES:
      parsed = wire::read_device_object(root, log);
      return check_named(row.name, "Device");
    case KOORD_ADDED_KIND_POD: {
      object::PodObject pod = wire::read_pod(root, log, wire::Faults::kKeep);
      check_named(row.name, "Pod");
      row.name_space = pod.name_space;
      if (pod.uid.empty()) pod.uid = pod.name_space + "/" + pod.name;
      parsed = wire::reservation_of(root);
      row.pod.reset(new koord_pod(std::move(pod)));
      return;
    }
    case KOORD_ADDED_KIND_RESERVATION: {
      wire::Reservation reservation = wire::read_reservation(root, log);
      check_named(row.name, "Reservation");
      if (reservation.pod.uid.empty()) reservation.pod.uid = "reservation/" + row.name;
      parsed = reservation.policy;
      row.pod.reset(new koord_pod(std::move(reservation.pod)));
      return;
    }
    case KOORD_ADDED_KIND_WORKLOAD: {
      wire::JsonPaths paths("");  // read_named() adds the name
      wire::read_named(name_of(row), log, [&](const Log &) {
        row.workload = std::make_shared<const wire::Workload>(
            wire::read_workload(wire::JsonValue(root.raw(), paths), kind));
      });
      row.name_space = row.workload->name_space;
      return;
    }
    default:
      return skip(row, "");
  }
}

void ObjectLoader::expand_workloads() {
  std::vector<LoadedObject> rows = std::exchange(rows_, {});
  std::vector<Parsed> parsed = std::exchange(parsed_, {});
  rows_.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].workload) {
      expand(std::move(rows[i]), std::move(parsed[i]));
    } else {
      rows_.push_back(std::move(rows[i]));
      parsed_.push_back(std::move(parsed[i]));
    }
  }
}

void ObjectLoader::expand(LoadedObject workload, Parsed parsed) {
  std::vector<LoadedObject> pods;
  const wire::Workload &source = *workload.workload;
  if (!source.idle.empty()) {
    skip(workload, source.idle);
  } else if (source.is_stored && has_pods_) {
    skip(workload, "its pods are objects of the text");
  } else {
    workload.result = KOORD_ADDED_RESULT_ADDED;
    attempt(workload, [&] { pods = pods_of(workload); });
  }
  rows_.push_back(std::move(workload));
  parsed_.push_back(std::move(parsed));
  created_ += pods.size();
  if (created_ > kMaxCreated)
    throw Error(Status::kLimit, "workloads: more than " + std::to_string(kMaxCreated) + " pods");
  for (LoadedObject &pod : pods) rows_.push_back(std::move(pod));
  parsed_.resize(rows_.size());
}

std::vector<LoadedObject> ObjectLoader::pods_of(const LoadedObject &workload) const {
  const wire::Workload &source = *workload.workload;
  const std::string subject = name_of(workload) + ": ";
  std::vector<LoadedObject> out;
  if (source.count == 0) return out;
  if (source.count > kMaxPodsBytes / source.bytes)
    throw Error(Status::kLimit,
                subject + std::to_string(source.count) + " pods of " +
                    std::to_string(source.bytes) +
                    " bytes each, expected at most 64 MiB in all: lower its number of pods");
  object::PodObject pod = wire::read_pod(source.pod_json(0), *cluster_.log, wire::Faults::kKeep);
  if (source.count > kMaxCreated)
    throw Error(Status::kLimit, subject + std::to_string(source.count) +
                                    " pods, expected at most " + std::to_string(kMaxCreated));
  out.resize(source.count);
  for (uint32_t i = 0; i < source.count; ++i) {
    pod.name = source.pod_name(i);
    pod.uid = pod.name_space + "/" + pod.name;
    LoadedObject &row = out[i];
    row.index = workload.index;
    row.kind = KOORD_ADDED_KIND_POD;
    row.result = KOORD_ADDED_RESULT_PENDING;
    row.kind_text = "Pod";
    row.name_space = pod.name_space;
    row.name = pod.name;
    row.workload = workload.workload;
    row.ordinal = i;
    row.pod.reset(new koord_pod(pod));
  }
  return out;
}

// Objects with one name, and pods with one uid, are refused, so that their order does not matter.
void ObjectLoader::refuse_copies() {
  std::map<std::string, std::vector<size_t>> groups;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const LoadedObject &row = rows_[i];
    if (row.kind == KOORD_ADDED_KIND_OTHER || row.name.empty()) continue;
    groups[row.kind_text + " " + row.name_space + "/" + row.name].push_back(i);
    if (row.pod) groups["uid " + row.pod->object.uid].push_back(i);
  }
  for (const auto &[key, group] : groups)
    if (group.size() > 1) refuse_group(group);
  drop_pods_of_refused();
}

// Pods of workloads give way to a Pod of the text.
void ObjectLoader::refuse_group(const std::vector<size_t> &group) {
  const auto is_created = [&](size_t i) {
    return rows_[i].workload != nullptr && rows_[i].kind == KOORD_ADDED_KIND_POD;
  };
  const auto stated = std::ranges::count_if(group, [&](size_t i) { return !is_created(i); });
  for (const size_t i : group) {
    LoadedObject &row = rows_[i];
    const size_t other = group[0] == i ? group[1] : group[0];
    const std::string same = row.pod && rows_[other].name != row.name
                                 ? "metadata.uid " + in_quotes(row.pod->object.uid)
                                 : "this name";
    std::string message = row.kind_text + " " +
                          (row.name_space.empty() ? "" : row.name_space + "/") + row.name +
                          ": object " + std::to_string(rows_[other].index) + " has " + same +
                          ", too; expected each once";
    if (is_created(i) || stated > 1) refuse(row, KOORD_E_CONFLICT, std::move(message));
  }
}

void ObjectLoader::drop_pods_of_refused() {
  const auto is_pod_of = [&](size_t pod, size_t workload) {
    return rows_[pod].workload != nullptr && rows_[pod].workload == rows_[workload].workload &&
           rows_[pod].kind == KOORD_ADDED_KIND_POD;
  };
  size_t kept = 0;
  for (size_t i = 0; i < rows_.size();) {
    size_t end = i + 1;
    if (rows_[i].kind == KOORD_ADDED_KIND_WORKLOAD) {
      while (end < rows_.size() && is_pod_of(end, i)) ++end;
      for (size_t pod = i + 1; pod < end; ++pod)
        if (rows_[pod].result == KOORD_ADDED_RESULT_REFUSED)
          refuse(rows_[i], rows_[pod].status, rows_[pod].message);
    }
    if (rows_[i].result == KOORD_ADDED_RESULT_REFUSED) {
      if (kept != i) {
        rows_[kept] = std::move(rows_[i]);
        parsed_[kept] = std::move(parsed_[i]);
      }
      ++kept;
    } else {
      for (size_t at = i; at < end; ++at, ++kept) {
        if (kept == at) continue;
        rows_[kept] = std::move(rows_[at]);
        parsed_[kept] = std::move(parsed_[at]);
      }
    }
    i = end;
  }
  rows_.resize(kept);
  parsed_.resize(kept);
}

void ObjectLoader::add() {
  std::vector<size_t> order;
  for (size_t i = 0; i < rows_.size(); ++i)
    if (is_open(rows_[i])) order.push_back(i);
  std::ranges::stable_sort(
      order, [&](size_t a, size_t b) { return rank_of(rows_[a]) < rank_of(rows_[b]); });
  for (const size_t row : order) add_row(row);
  attach_owners();
  parsed_.clear();
}

void ObjectLoader::add_row(size_t i) {
  LoadedObject &row = rows_[i];
  sched::Cluster &cluster = cluster_.cluster;
  Parsed &parsed = parsed_[i];
  attempt(row, [&] {
    switch (row.kind) {
      case KOORD_ADDED_KIND_NODE:
        cluster.set_node(std::get<object::NodeObject>(parsed));
        break;
      case KOORD_ADDED_KIND_TOPOLOGY:
        set_topology(&cluster_, std::get<object::NodeTopology>(parsed));
        break;
      case KOORD_ADDED_KIND_DEVICES:
        cluster.set_devices(std::get<object::DeviceObject>(parsed));
        break;
      case KOORD_ADDED_KIND_POD:
        return add_pod(row);
      default:
        return add_reservation(row, std::get<wire::Reservation::Policy>(parsed));
    }
    row.result = KOORD_ADDED_RESULT_ADDED;
  });
  if (row.kind <= KOORD_ADDED_KIND_DEVICES) parsed = std::monostate();
}

void ObjectLoader::add_pod(LoadedObject &row) {
  const object::PodObject &pod = row.pod->object;
  // Throws for a pod that requests more than a cluster accounts.
  if (pod.node.empty() && !pod.terminated) (void)shape_of(&cluster_, row.pod.get());
  sched::Conflicts conflicts;
  const sched::Outcome outcome = cluster_.cluster.set_pod(pod, conflicts);
  if (outcome == sched::Outcome::kUnknownPod) {
    if (pod.terminated) skip(row, "has terminated");
    return;
  }
  check_outcome(outcome, pod.uid);
  row.result = KOORD_ADDED_RESULT_ADDED;
}

void ObjectLoader::add_reservation(LoadedObject &row, wire::Reservation::Policy policy) {
  sched::Cluster &cluster = cluster_.cluster;
  const object::PodObject &pod = row.pod->object;
  uint32_t node = 0;
  CpuSet cpus;
  const bool is_known = cluster.pod_cpus(pod.uid, node, cpus) == sched::Outcome::kDone;
  if (!pod.node.empty() && cluster.find_node(pod.node, node) != sched::Outcome::kDone)
    throw Error(Status::kNotFound, "Reservation " + row.name +
                                       ": status.nodeName: there is no node " +
                                       in_quotes(pod.node, 80));
  add_pod(row);
  if (row.result != KOORD_ADDED_RESULT_ADDED || pod.node.empty() || pod.terminated) return;
  const sched::Outcome outcome =
      cluster.set_reservation(pod.uid, static_cast<sched::ReservationPolicy>(policy));
  if (outcome == sched::Outcome::kDone) return;
  if (!is_known) cluster.remove_pod(pod.uid);
  if (outcome == sched::Outcome::kElsewhere)
    throw Error(Status::kConflict,
                "Reservation " + row.name + ": takes from another reservation itself");
  check_outcome(outcome, pod.uid);
}

// Attaches pods to the Reservations that they name, in the order in which they were bound.
void ObjectLoader::attach_owners() {
  std::vector<size_t> owners;
  for (size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].kind == KOORD_ADDED_KIND_POD && rows_[i].result == KOORD_ADDED_RESULT_ADDED &&
        std::holds_alternative<std::string>(parsed_[i]) &&
        !std::get<std::string>(parsed_[i]).empty())
      owners.push_back(i);
  std::ranges::sort(owners, [&](size_t a, size_t b) {
    const object::PodObject &first = rows_[a].pod->object;
    const object::PodObject &second = rows_[b].pod->object;
    return std::tie(first.scheduled, first.uid) < std::tie(second.scheduled, second.uid);
  });
  for (const size_t i : owners) {
    const std::string &from = std::get<std::string>(parsed_[i]);
    const sched::Outcome outcome = cluster_.cluster.adopt(rows_[i].pod->object.uid, from);
    if (outcome != sched::Outcome::kDone)
      rows_[i].message = "takes from Reservation " + in_quotes(from) +
                         ", which is not in the cluster, or not on the pod's node";
  }
}

}  // namespace koord::capi
