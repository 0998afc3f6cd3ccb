// Queries: the conditions of a call.
#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
using koord::Error;
using koord::Status;
namespace sched = koord::sched;

namespace {

constexpr size_t kMost = 65536;

// Throws kLimit if the query cannot have one more of them.
void check_more(const char *what, size_t count) {
  if (count >= kMost)
    throw Error(Status::kLimit, "query: has " + std::to_string(kMost) + " " + what +
                                    " already, which is the limit");
}

// Adds the restart of a node, for the caller to fill in.
koord::plan::Restart &restart_of(koord_query *query, uint32_t node) {
  require(query, "query");
  check_more("restarts", query->restarts.size());
  koord::plan::Restart &restart = query->restarts.emplace_back();
  restart.node = node;
  return restart;
}

}  // namespace

koord_status koord_query_new(koord_query **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    *out = new koord_query;
  });
}

koord_status koord_query_clone(const koord_query *query, koord_query **out, koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(query, "query");
    *out = new koord_query(*query);
  });
}

void koord_query_free(koord_query *query) { delete query; }

koord_status koord_query_reset(koord_query *query, koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    *query = {};
  });
}

koord_status koord_query_set_flags(koord_query *query, uint32_t flags, koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    check_flags(flags, uint32_t{KOORD_QUERY_SKIP_FIT} | uint32_t{KOORD_QUERY_MAY_MOVE}, "flags");
    query->flags = flags;
  });
}

koord_status koord_query_set_nodes(koord_query *query, uint32_t first, size_t count,
                                   koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    query->first = first;
    query->count = count;
  });
}

koord_status koord_query_set_generation(koord_query *query, uint64_t generation, koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    query->generation = generation;
  });
}

koord_status koord_query_set_affinity(koord_query *query, uint64_t affinity, koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    query->affinity = affinity;
  });
}

koord_status koord_query_remove_pod(koord_query *query, const char *uid, size_t length,
                                    koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    check_more("pods", query->removed.size());
    query->removed.emplace_back(label(uid, length, "uid"));
  });
}

koord_status koord_query_add_pod(koord_query *query, const koord_pod *pod, uint32_t node,
                                 koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    require(pod, "pod");
    check_more("pods", query->added.size());
    query->added.push_back({{koord_pod_ref(pod), koord_pod_unref}, node});
  });
}

koord_status koord_query_protect_pod(koord_query *query, const char *uid, size_t length,
                                     koord_protection protection, koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    check_more("pods", query->protected_pods.size());
    const auto level =
        number<sched::Protection>(protection, KOORD_PROTECTION_KEEP + 1, "protection");
    query->protected_pods.push_back({std::string(read_uid(uid, length)), level});
  });
}

koord_status koord_query_use_reservation(koord_query *query, const char *reservation, size_t length,
                                         koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    check_more("reservations", query->reservations.size());
    query->reservations.emplace_back(read_uid(reservation, length, "reservation"));
  });
}

koord_status koord_query_exclude_node(koord_query *query, uint32_t node, koord_error *err) {
  return guarded(err, [&] {
    require(query, "query");
    check_more("nodes", query->excluded.size());
    query->excluded.push_back(node);
  });
}

koord_status koord_query_exclude_pod_node(koord_query *query, const char *uid, size_t length,
                                          uint32_t node, koord_error *err) {
  return guarded(err, [&] {
    constexpr size_t kMostPairs = size_t{1} << 24;
    require(query, "query");
    const std::string_view pod = read_uid(uid, length);
    if (query->excluded_pairs >= kMostPairs)
      throw Error(Status::kLimit, "query: has " + std::to_string(kMostPairs) +
                                      " pairs of pod and node already, which is the limit");
    auto at = query->excluded_by_pod.find(pod);
    if (at == query->excluded_by_pod.end())
      at = query->excluded_by_pod.emplace(pod, std::vector<uint32_t>{node}).first;
    else
      at->second.push_back(node);
    ++query->excluded_pairs;
  });
}

koord_status koord_query_drain_node(koord_query *query, uint32_t node, koord_error *err) {
  return guarded(err, [&] { restart_of(query, node).drained = true; });
}

koord_status koord_query_disable_smt(koord_query *query, uint32_t node, koord_error *err) {
  return guarded(err, [&] { restart_of(query, node).one_thread = true; });
}

koord_status koord_query_isolate_cpus(koord_query *query, uint32_t node, const uint64_t *words,
                                      size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    const koord::CpuSet isolated = read_words(words, word_count, "words");
    restart_of(query, node).isolated = isolated;
  });
}
