#include "capi/cluster/object_loader.h"

#include <algorithm>
#include <new>
#include <tuple>
#include <type_traits>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/cluster/object_kinds.h"
#include "object/memory_use.h"
#include "wire/device/device_object.h"
#include "wire/device/resource_objects.h"
#include "wire/node/node_reader.h"
#include "wire/node/nrt_reader.h"
#include "wire/pod/pod_claims.h"
#include "wire/pod/pod_reader.h"

namespace koord::capi {
namespace {

constexpr size_t kMaxObjectBytes = size_t{4} << 20;
constexpr size_t kMaxTopologyBytes = size_t{16} << 20;

static_assert(KOORD_RESERVATION_POLICY_RESTRICTED ==
              static_cast<int>(wire::Reservation::Policy::kRestricted));

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

bool is_pending(const LoadedObject &row) { return row.result == KOORD_ADDED_RESULT_PENDING; }

// Returns the uid of a row with a pod, or "" for other rows.
std::string uid_of(const LoadedObject &row) {
  if (row.is_created_pod()) return row.created->uid(row.ordinal);
  return row.pod ? row.pod->object.uid : "";
}

size_t memory_of(const koord_pod &pod) {
  return sizeof pod - sizeof pod.object - sizeof pod.totals + object::memory_use(pod.object) +
         object::memory_use(pod.totals);
}

size_t memory_of(const LoadedObject &row, const ObjectLoader::Parsed &parsed) {
  size_t bytes = sizeof row + sizeof parsed + row.kind_text.size() + row.name_space.size() +
                 row.name.size() + row.message.size();
  if (row.pod) bytes += memory_of(*row.pod);
  const auto add = [&]<typename T>(const T &value) {
    if constexpr (std::is_same_v<T, ObjectLoader::PodLinks>)
      bytes += value.reservation.size() + (value.claims ? object::memory_use(*value.claims) : 0);
    else if constexpr (requires { object::memory_use(*value); })
      bytes += object::memory_use(*value);
  };
  std::visit(add, parsed);
  return bytes;
}

// Calls use(group) for each group of at least two neighbours with one key.
template <typename Entry, typename Key, typename Use>
void for_each_group(const std::vector<Entry> &sorted, const Key &key, const Use &use) {
  for (size_t at = 0, end; at < sorted.size(); at = end) {
    for (end = at + 1; end < sorted.size() && key(sorted[end]) == key(sorted[at]);) ++end;
    if (end - at > 1) use(std::span<const Entry>(sorted).subspan(at, end - at));
  }
}

template <typename Object>
auto kept(Object object) {
  return std::make_unique<Object>(std::move(object));
}

template <typename Object>
auto kept_shared(Object object) {
  return std::make_shared<const Object>(std::move(object));
}

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
    count_memory(memory_of(row, parsed_.back()));
    if (row.created) count_memory(sizeof *row.created + row.created->workload().pod.size());
  }
  expand_workloads();
  refuse_copies();
}

void ObjectLoader::count_memory(size_t bytes) {
  memory_ += bytes;
  if (memory_ > max_memory_)
    throw Error(Status::kLimit, "json: the first " + std::to_string(rows_.size()) +
                                    " rows take more than " + std::to_string(max_memory_ >> 20) +
                                    " MiB of memory: divide the text into several");
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
  if (kind.size() > wire::kMaxNameBytes)
    throw Error(Status::kInvalid, "kind: found " + std::to_string(kind.size()) +
                                      " bytes, expected at most " +
                                      std::to_string(wire::kMaxNameBytes));
  row.kind_text = kind;
  if (const auto items = root.find("items"); items && kind.ends_with("List")) {
    if (!items->is_array()) items->fail_expected("an array");
    throw Error(Status::kInvalid, "kind: a List inside a List");
  }
  const std::string version = root.string_or("apiVersion", "");
  row.kind = kind_of(kind, version);
  row.name = metadata_of(root, "name");
  row.name_space = namespace_of(row.kind, metadata_of(root, "namespace"));
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
      parsed = kept(wire::read_node(root, log));
      return check_named(row.name, "Node");
    case KOORD_ADDED_KIND_TOPOLOGY:
      parsed = kept(wire::read_node_topology(root, log));
      return check_named(row.name, "NodeResourceTopology");
    case KOORD_ADDED_KIND_DEVICES:
      parsed = kept(wire::read_device_object(root, log));
      return check_named(row.name, "Device");
    case KOORD_ADDED_KIND_RESOURCE_SLICE:
      parsed = kept_shared(wire::read_resource_slice(root, log));
      return;
    case KOORD_ADDED_KIND_RESOURCE_CLAIM:
      parsed = kept_shared(wire::read_resource_claim(root, log));
      return;
    case KOORD_ADDED_KIND_POD: {
      object::PodObject pod = wire::read_pod(root, log, wire::Faults::kKeep);
      check_named(row.name, "Pod");
      row.name_space = pod.name_space;
      if (pod.uid.empty()) pod.uid = pod.name_space + "/" + pod.name;
      PodLinks links{wire::reservation_of(root), wire::read_pod_claims(root, pod)};
      row.pod.reset(new koord_pod(std::move(pod)));  // may throw
      parsed = std::move(links);
      return;
    }
    case KOORD_ADDED_KIND_RESERVATION: {
      wire::Reservation reservation = wire::read_reservation(root, log);
      check_named(row.name, "Reservation");
      if (reservation.pod.uid.empty()) reservation.pod.uid = "reservation/" + row.name;
      row.pod.reset(new koord_pod(std::move(reservation.pod)));
      parsed = reservation.policy;
      return;
    }
    case KOORD_ADDED_KIND_WORKLOAD: {
      wire::JsonPaths paths("");  // read_named() adds the name
      wire::read_named(name_of(row), log, [&](const Log &) {
        row.created = std::make_shared<CreatedPods>(
            wire::read_workload(wire::JsonValue(root.raw(), paths), kind));
      });
      return;
    }
    default:
      return skip(row, "");
  }
}

void ObjectLoader::expand_workloads() {
  refuse_large_workloads();
  std::vector<LoadedObject> rows = std::exchange(rows_, {});
  std::vector<Parsed> parsed = std::exchange(parsed_, {});
  rows_.reserve(rows.size());
  parsed_.reserve(rows.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    rows_.push_back(std::move(rows[i]));
    parsed_.push_back(std::move(parsed[i]));
    if (LoadedObject &row = rows_.back(); row.created && is_pending(row)) expand(row);
  }
}

void ObjectLoader::refuse_large_workloads() {
  std::vector<LoadedObject *> rows;
  std::vector<const CreatedPods *> created;
  for (LoadedObject &row : rows_) {
    if (!row.created) continue;
    const wire::Workload &workload = row.created->workload();
    if (!workload.idle.empty()) {
      skip(row, workload.idle);
    } else if (workload.is_stored && has_pods_) {
      skip(row, "its pods are objects of the text");
    } else {
      rows.push_back(&row);
      created.push_back(row.created.get());
    }
  }
  for (const size_t i : beyond_limits(created))
    refuse(*rows[i], KOORD_E_LIMIT,
           name_of(*rows[i]) + ": " + std::to_string(created[i]->workload().count) + " pods of " +
               std::to_string(created[i]->workload().pod.size()) +
               " bytes each; all workloads of a text have at most " +
               std::to_string(CreatedPods::kMaxPods) +
               " pods and 256 MiB of them: lower its number of pods");
}

// Appends the pods of the workload, which is the last row.
void ObjectLoader::expand(LoadedObject &workload) {
  workload.result = KOORD_ADDED_RESULT_ADDED;
  const std::shared_ptr<CreatedPods> created = workload.created;
  const uint32_t index = workload.index;
  const uint32_t count = created->workload().count;
  if (count == 0) return;
  attempt(workload, [&] { created->read(*cluster_.log); });
  if (workload.result == KOORD_ADDED_RESULT_REFUSED) return;
  // Pods without a node share their data; of others the cluster has copies.
  const size_t bytes = memory_of(*created->shaped());
  count_memory(bytes);
  const size_t bytes_each = created->first().node.empty() ? 0 : bytes;
  for (uint32_t i = 0; i < count; ++i) {
    LoadedObject &row = rows_.emplace_back();
    row.index = index;
    row.kind = KOORD_ADDED_KIND_POD;
    row.result = KOORD_ADDED_RESULT_PENDING;
    row.kind_text = "Pod";
    row.name_space = created->workload().name_space;
    row.name = created->name(i);
    row.created = created;
    row.ordinal = i;
    count_memory(memory_of(row, parsed_.emplace_back()) + bytes_each);
  }
}

namespace {

// Returns what no two objects of a cluster have in common.
auto full_name(const LoadedObject &row) {
  return std::tie(row.kind_text, row.name_space, row.name);
}

}  // namespace

// Objects with one name, and pods with one uid, are refused, so that their order does not matter.
void ObjectLoader::refuse_copies() {
  std::vector<size_t> named;
  std::vector<std::pair<std::string, size_t>> uids;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const LoadedObject &row = rows_[i];
    if (row.kind == KOORD_ADDED_KIND_OTHER || row.name.empty()) continue;
    named.push_back(i);
    if (std::string uid = uid_of(row); !uid.empty()) uids.emplace_back(std::move(uid), i);
  }
  const auto by_name = [&](size_t i) { return full_name(rows_[i]); };
  std::ranges::stable_sort(named, {}, by_name);
  for_each_group(named, by_name, [&](std::span<const size_t> group) { refuse_group(group); });
  std::ranges::sort(uids);
  const auto uid = [](const auto &entry) -> const std::string & { return entry.first; };
  for_each_group(uids, uid, [&](std::span<const std::pair<std::string, size_t>> group) {
    std::vector<size_t> rows;
    for (const auto &[key, row] : group) rows.push_back(row);
    refuse_group(rows);
  });
  drop_pods_of_refused();
}

// Pods of workloads give way to a Pod of the text.
void ObjectLoader::refuse_group(std::span<const size_t> group) {
  const auto is_created = [&](size_t i) { return rows_[i].is_created_pod(); };
  const auto stated = std::ranges::count_if(group, [&](size_t i) { return !is_created(i); });
  for (const size_t i : group) {
    LoadedObject &row = rows_[i];
    const size_t other = group[0] == i ? group[1] : group[0];
    const std::string same = full_name(rows_[other]) == full_name(row)
                                 ? "this name"
                                 : "metadata.uid " + in_quotes(uid_of(row));
    std::string message = row.kind_text + " " +
                          (row.name_space.empty() ? "" : row.name_space + "/") + row.name +
                          ": object " + std::to_string(rows_[other].index) + " has " + same +
                          ", too; expected each once";
    if (is_created(i) || stated > 1) refuse(row, KOORD_E_CONFLICT, std::move(message));
  }
}

void ObjectLoader::drop_pods_of_refused() {
  const auto is_pod_of = [&](size_t pod, size_t workload) {
    return rows_[pod].is_created_pod() && rows_[pod].created == rows_[workload].created;
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
  const std::vector<PodClaimsChange> changes = add_resources();
  std::vector<size_t> order;
  for (size_t i = 0; i < rows_.size(); ++i)
    if (is_pending(rows_[i])) order.push_back(i);
  std::ranges::stable_sort(
      order, [&](size_t a, size_t b) { return rank_of(rows_[a]) < rank_of(rows_[b]); });
  for (const size_t row : order) add_row(row);
  attach_owners();
  restore_claims(changes);
  parsed_.clear();
}

// Adds all slices and claims at once, and the claims of the pods, before the devices and the pods
// that depend on them. A pod that has ended holds no devices; its claims may.
std::vector<ObjectLoader::PodClaimsChange> ObjectLoader::add_resources() {
  ResourceChanges changes;
  std::vector<size_t> rows;  // of changes.pods
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!is_pending(rows_[i])) continue;
    if (const auto *slice = std::get_if<std::shared_ptr<const object::ResourceSlice>>(&parsed_[i]))
      changes.slices.push_back(*slice);
    if (const auto *claim = std::get_if<std::shared_ptr<const object::ResourceClaim>>(&parsed_[i]))
      changes.claims.push_back(*claim);
    if (const auto *links = std::get_if<PodLinks>(&parsed_[i]);
        links != nullptr && (links->claims || cluster_.claims.has_pods())) {
      const object::PodObject &pod = rows_[i].pod->object;
      changes.pods.push_back({pod.uid, pod.terminated ? nullptr : links->claims});
      rows.push_back(i);
    }
  }
  if (changes.empty()) return {};
  const std::vector<PodClaimsPtr> before = cluster_.claims.apply(changes);
  std::vector<PodClaimsChange> out(rows.size());
  for (size_t i = 0; i < rows.size(); ++i)
    out[i] = {rows[i], {changes.pods[i].uid, changes.pods[i].claims, before[i]}};
  return out;
}

// Gives the pods of refused rows the claims that they had before the text.
void ObjectLoader::restore_claims(std::span<const PodClaimsChange> changes) {
  std::vector<ReplacedClaims> refused;
  for (const PodClaimsChange &change : changes)
    if (rows_[change.row].result == KOORD_ADDED_RESULT_REFUSED) refused.push_back(change.claims);
  if (!refused.empty()) cluster_.claims.restore(refused);
}

void ObjectLoader::add_row(size_t i) {
  LoadedObject &row = rows_[i];
  sched::Cluster &cluster = cluster_.cluster;
  Parsed &parsed = parsed_[i];
  attempt(row, [&] {
    switch (row.kind) {
      case KOORD_ADDED_KIND_NODE:
        cluster.set_node(*std::get<std::unique_ptr<object::NodeObject>>(parsed));
        break;
      case KOORD_ADDED_KIND_TOPOLOGY:
        set_topology(&cluster_, *std::get<std::unique_ptr<object::NodeTopology>>(parsed));
        break;
      case KOORD_ADDED_KIND_DEVICES:
        set_devices(&cluster_, std::move(*std::get<std::unique_ptr<object::DeviceObject>>(parsed)));
        break;
      case KOORD_ADDED_KIND_RESOURCE_SLICE:
      case KOORD_ADDED_KIND_RESOURCE_CLAIM:
        break;  // by add_resources()
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
  const PodHandle created = row.is_created_pod() ? row.created->make(row.ordinal) : nullptr;
  const object::PodObject &pod = (created ? created : row.pod)->object;
  // Throws for a pod that requests more than a cluster accounts.
  if (pod.node.empty() && !pod.terminated)
    (void)shape_of(&cluster_, created ? row.created->shaped() : row.pod.get());
  sched::Conflicts conflicts;
  const sched::Outcome outcome = set_pod(&cluster_, pod, conflicts);
  if (outcome == sched::Outcome::kUnknownPod) {
    if (pod.terminated) skip(row, "has terminated");
    return;
  }
  check_outcome(outcome, pod.uid);
  row.result = KOORD_ADDED_RESULT_ADDED;
}

void ObjectLoader::add_reservation(LoadedObject &row, wire::Reservation::Policy policy) {
  const object::PodObject &pod = row.pod->object;
  if (pod.node.empty() || pod.terminated) return add_pod(row);
  const sched::Outcome outcome =
      cluster_.cluster.set_reservation(pod, static_cast<sched::ReservationPolicy>(policy));
  if (outcome == sched::Outcome::kUnknownNode)
    throw Error(Status::kNotFound, "Reservation " + row.name +
                                       ": status.nodeName: there is no node " +
                                       in_quotes(pod.node, 80));
  if (outcome == sched::Outcome::kElsewhere)
    throw Error(Status::kConflict, "Reservation " + row.name +
                                       ": is on another node of the cluster, or takes from "
                                       "another reservation itself");
  check_outcome(outcome, pod.uid);
  row.result = KOORD_ADDED_RESULT_ADDED;
}

// Attaches pods to the Reservations that they name, in the order in which they were bound.
void ObjectLoader::attach_owners() {
  std::vector<size_t> owners;
  for (size_t i = 0; i < rows_.size(); ++i)
    if (const auto *links = std::get_if<PodLinks>(&parsed_[i]);
        links != nullptr && !links->reservation.empty() &&
        rows_[i].result == KOORD_ADDED_RESULT_ADDED)
      owners.push_back(i);
  std::ranges::sort(owners, [&](size_t a, size_t b) {
    const object::PodObject &first = rows_[a].pod->object;
    const object::PodObject &second = rows_[b].pod->object;
    return std::tie(first.scheduled, first.uid) < std::tie(second.scheduled, second.uid);
  });
  for (const size_t i : owners) {
    const std::string &from = std::get<PodLinks>(parsed_[i]).reservation;
    const sched::Outcome outcome = cluster_.cluster.adopt(rows_[i].pod->object.uid, from);
    if (outcome != sched::Outcome::kDone)
      rows_[i].message = "takes from Reservation " + in_quotes(from) +
                         ", which is not in the cluster, or not on the pod's node";
  }
}

}  // namespace koord::capi
