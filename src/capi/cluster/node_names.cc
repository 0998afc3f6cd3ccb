// The names of all nodes of a cluster.
#include "capi/boundary/arguments.h"
#include "capi/boundary/counted.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/rows.h"
#include "capi/cluster/handle.h"
#include "koord.h"

using namespace koord::capi;
namespace sched = koord::sched;

struct koord_node_names {
  std::vector<sched::Cluster::NodeName> nodes;
  std::string texts;
  References references{};
};

koord_status koord_cluster_get_node_names(const koord_cluster *cluster, koord_node_names **out,
                                          koord_error *err) {
  return guarded(err, [&] {
    require_out(out);
    require(cluster, "cluster");
    auto nodes = cluster->cluster.node_names();
    std::string texts = join_texts(
        nodes,
        [](const sched::Cluster::NodeName &node) -> const std::string & { return node.name; });
    *out = new koord_node_names{std::move(nodes), std::move(texts)};
  });
}

koord_node_names *koord_node_names_ref(const koord_node_names *names) {
  return add_reference(names);
}
void koord_node_names_unref(koord_node_names *names) { drop_reference(names); }

koord_status koord_node_names_get_rows(const koord_node_names *names, koord_node_name *rows,
                                       size_t stride, size_t capacity, size_t *count,
                                       koord_error *err) {
  return guarded(err, [&] {
    require(names, "names");
    uint32_t at = 0;
    const RowArray<koord_node_name> array{rows, stride, capacity};
    array.write_all(names->nodes, count, [&](const sched::Cluster::NodeName &node) {
      const auto length = static_cast<uint32_t>(node.name.size());
      at += length;
      return koord_node_name{node.id, at - length, length, 0};
    });
  });
}

const char *koord_node_names_get_texts(const koord_node_names *names, size_t *length) {
  return get_texts(names, length);
}
