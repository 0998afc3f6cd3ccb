#include <algorithm>
#include <sstream>

#include "cli/failure.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "cli/table.h"
#include "top/top_data.h"

namespace koordctl {
namespace {

std::string table_text(const TopTable &table, const std::string &node = "") {
  Table out(table.header);
  bool has_rows = false;
  for (const TopTable::Row &row : table.rows) {
    if (!node.empty() && row.node != node) continue;
    out.add(row.cells);
    has_rows = true;
  }
  return has_rows ? out.to_string(true) : "";
}

std::string pools_text(const TopData &data, const std::string &node) {
  const auto pools = data.pools.find(node);
  if (pools == data.pools.end()) return "";
  Table table({"POOL", "CPUS", "CPUSET"});
  for (const auto &[name, list] : pools->second) {
    const size_t count = list.empty() ? 0 : koord::cpulist_parse(list).count();
    table.add({name, std::to_string(count), list});
  }
  return table.to_string(true);
}

void append_part(std::string &text, const std::string &part) {
  if (part.empty()) return;
  if (!text.empty()) text += "\n";
  text += part;
}

std::string node_text(const TopData &data, const std::string &node, const PictureOptions &options) {
  std::string text = data.draw(node, options);
  append_part(text, pools_text(data, node));
  append_part(text, table_text(data.pods, node));
  append_part(text, table_text(data.refusals, node));
  return text;
}

}  // namespace

void check_top_node(const TopData &data, const std::string &node) {
  std::vector<std::string> names;
  for (const TopTable::Row &row : data.nodes.rows) names.push_back(row.node);
  if (std::find(names.begin(), names.end(), node) != names.end()) return;
  const std::string nearest = nearest_word(node, names);
  throw Failure(kUsage, "NODE: there is no node " + quote(node) +
                            (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

std::vector<std::string> node_lines(const TopData &data, const std::string &node,
                                    const PictureOptions &options) {
  std::istringstream text(node_text(data, node, options));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

std::string top_text(const TopData &data, const std::string &node, const PictureOptions &options) {
  std::string text = printable(data.subject) + "\n";
  if (!data.note.empty()) text += "note: " + printable(data.note) + "\n";
  if (!node.empty()) {
    check_top_node(data, node);
    append_part(text, node_text(data, node, options));
    return text;
  }
  for (const TopTable *table : {&data.nodes, &data.pods, &data.refusals})
    append_part(text, table_text(*table));
  return text;
}

}  // namespace koordctl
