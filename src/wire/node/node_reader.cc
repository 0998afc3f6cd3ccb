#include "wire/node/node_reader.h"

#include "wire/node/node_decoder.h"
#include "wire/object/amount.h"
#include "wire/object/api_object.h"

namespace koord::wire {
namespace {

using object::NodeObject;

NodeObject node_from(const ApiObject &object) {
  NodeObject node;
  node.name = object.root().at("metadata").at("name").as_string();
  if (const auto spec = object.root().find("spec"))
    node.unschedulable = spec->bool_or("unschedulable", false);
  if (const auto status = object.root().find("status")) {
    // The API server's default of allocatable amounts is the capacity.
    const bool is_stated = status->find("allocatable").has_value();
    node.allocatable = read_capped_amounts_of(*status, is_stated ? "allocatable" : "capacity");
    if (const auto info = status->find("nodeInfo")) {
      node.architecture = info->string_or("architecture", "");
      node.kubelet_version = kubelet_version_of(info->string_or("kubeletVersion", ""));
    }
  }
  read_node_texts(object, node);
  return node;
}

}  // namespace

NodeObject read_node(std::string_view json, const Log &log) {
  return read_node(JsonDocument::parse(json, kNode.kind).root(), log);
}

NodeObject read_node(const JsonValue &root, const Log &log) {
  return read_object(root, kNode, log, node_from);
}

}  // namespace koord::wire
