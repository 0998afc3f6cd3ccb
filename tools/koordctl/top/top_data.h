// The contents of koordctl top: nodes, pods and refusals of a cluster or of this machine at one
// moment.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "machine/source.h"
#include "node/state_file.h"
#include "output/picture.h"
#include "session/simulation.h"

namespace koordctl {

// Cells are untrusted text; the view makes them printable.
struct TopTable {
  struct Row {
    std::vector<std::string> cells;  // as many as the header
    std::string node;                // that the row is about; may be empty
  };
  std::vector<std::string> header;
  std::vector<Row> rows;
};

struct TopData {
  std::string subject;  // "3 nodes, 12 pods, 1 pending"
  std::string note;     // a fact that limits the contents; empty if there is none
  TopTable nodes, pods, refusals;
  // CPU lists by name of a pool, in the order of tables, by node.
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> pools;
  // Draws a node and its devices as lines; "" if its machine is not known.
  std::function<std::string(const std::string &node, const PictureOptions &options)> draw;
  std::vector<std::string> messages;  // printable
};
using TopDataPtr = std::shared_ptr<const TopData>;

// The most pending pods for which all nodes are evaluated.
inline constexpr size_t kMostJudgedPods = 200;

// Returns a cluster. Pods of other namespaces than `name_space` are left out unless it is empty;
// they hold their resources all the same.
TopData cluster_data(const Scenario &scenario, const std::string &name_space);

struct LocalOptions {
  SourceOptions source;
  StateOptions state;
  bool is_state_named = false;           // by an option
  std::optional<std::string> cpu_state;  // kubelet's; read if there is no node-state.json
};

// Returns this machine: the placement in force by node-state.json, or else kubelet's assignments.
TopData local_data(const LocalOptions &options);

// Returns the tables as text, or only the parts of one node. Throws a usage Failure if there is no
// such node.
std::string top_text(const TopData &data, const std::string &node, const PictureOptions &options);
// Returns the lines of one node: its picture, its pools and its pods. They have colours only if the
// options have them.
std::vector<std::string> node_lines(const TopData &data, const std::string &node,
                                    const PictureOptions &options);

// Throws a usage Failure, with the nearest name, if there is no such node.
void check_top_node(const TopData &data, const std::string &node);

}  // namespace koordctl
