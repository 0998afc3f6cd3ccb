#include "output/page.h"

#include <algorithm>
#include <map>

#include "cli/options.h"
#include "output/device_svg.h"
#include "output/node_devices.h"
#include "output/simulation_output.h"

namespace koordctl {
namespace {

constexpr const char *kPageHead =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\"/>\n<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\"/>\n"
    "<meta name=\"color-scheme\" content=\"light dark\"/>\n<style>\n"
    "body{font:15px/1.4 'DejaVu Sans',Verdana,Helvetica,Arial,sans-serif;margin:1rem;"
    "background:#ffffff;color:#1a1d21}\nh1{font-size:1.25rem;overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto}\ntable{border-collapse:collapse;font-size:.85rem}\n"
    "th,td{text-align:left;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #b3bac4;"
    "vertical-align:top}\n"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.5rem}\n"
    ".tile{border:1px solid #8a93a0;border-radius:4px;padding:.4rem .5rem;font-size:.8rem}\n"
    ".tile:hover,.tile:focus{outline:3px solid #0072b2}\n"
    ".tile b{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}\n"
    ".meter{position:relative;height:.7rem;background:#e3e7ec;margin:.1rem 0 .3rem;"
    "border:1px solid #8a93a0}\n.meter span{display:block;height:100%}\n"
    ".low{background:#56b4e9}.mid{background:#e69f00}.full{background:#d55e00;"
    "background-image:repeating-linear-gradient(45deg,transparent 0 4px,#ffffff88 4px 6px)}\n"
    ".key span{display:inline-block;width:1.5rem;height:.7rem;margin:0 .3rem 0 1rem}\n"
    "@media (prefers-color-scheme:dark){body{background:#14171b;color:#e6e9ee}"
    ".meter{background:#2b323b}th,td{border-color:#454d58}.tile:hover,.tile:focus"
    "{outline-color:#56b4e9}}\n</style>\n";

std::string page_start(const std::string &title) {
  return std::string(kPageHead) + "<title>" + safe_text(title) + "</title></head><body>\n<h1>" +
         safe_text(title) + "</h1>\n";
}

std::string table_row(const char *cell, const std::vector<std::string> &texts) {
  std::string out = "<tr>";
  for (const std::string &text : texts)
    out += std::string("<") + cell + ">" + safe_text(text, 2000) + "</" + cell + ">";
  return out + "</tr>\n";
}

std::string device_table(const NodeDevices &devices) {
  if (devices.devices.empty()) return "";
  std::string out = "<div class=\"wide\"><table>\n" +
                    table_row("th", {"Device", "Id", "NUMA", "PCIe switch", "NVLink", "Holders"});
  for (const DrawnDevice &device : devices.devices) {
    out += table_row(
        "td",
        {device.name(), device.id, device.numa < 0 ? "" : std::to_string(device.numa), device.pcie,
         device.nvlink_group < 0 ? "" : "group " + std::to_string(device.nvlink_group),
         device.state()});
  }
  return out + "</table></div>\n";
}

// Use of a resource of a node, in hundredths of its units.
struct Use {
  size_t used = 0, total = 0;
  size_t percent() const { return total == 0 ? 0 : std::min<size_t>(used * 100 / total, 100); }
};

struct NodeUse {
  Use cpus, gpus;
  size_t split_cores = 0;  // cores with free and held CPUs
  size_t partial_gpus = 0, uncertain_gpus = 0;
};

NodeUse use_of(const SessionResult &result, const NodeResult &node) {
  NodeUse use;
  if (node.topology) {
    std::map<int32_t, std::pair<size_t, size_t>> cores;  // held and free CPUs
    for (const koord_cpu &cpu : node.topology.get_cpus()) {
      auto &[held, free] = cores[cpu.core];
      if (node.held.contains(cpu.cpu)) ++held;
      if (node.free.contains(cpu.cpu)) ++free;
    }
    for (const auto &[core, counts] : cores)
      if (counts.first > 0 && counts.second > 0) ++use.split_cores;
    use.cpus = {100 * node.held.count(), 100 * size_t{node.topology.get_info().cpus}};
  }
  if (const auto all = device_use(node_devices(result, node, {})); all.contains("gpu")) {
    const DeviceUse &gpus = all.at("gpu");
    use.gpus = {gpus.used, gpus.total};
    use.partial_gpus = gpus.partial;
    use.uncertain_gpus = gpus.uncertain;
  }
  return use;
}

std::string use_meter(const char *what, const Use &use) {
  if (use.total == 0) return "";
  const size_t percent = use.percent();
  const char *kind = percent >= 90 ? "full" : percent >= 50 ? "mid" : "low";
  return std::string(what) + " " + hundredths_text(use.used) + "/" + hundredths_text(use.total) +
         "<div class=\"meter\"><span class=\"" + kind +
         "\" style=\"width:" + std::to_string(percent) + "%\"></span></div>";
}

std::string count_text(size_t count, const char *one, const char *many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string node_tile(const SessionResult &result, const NodeResult &node) {
  const NodeUse use = use_of(result, node);
  std::vector<std::string> fragments;
  if (use.split_cores > 0)
    fragments.push_back(count_text(use.split_cores, "split core", "split cores"));
  if (use.partial_gpus > 0)
    fragments.push_back(count_text(use.partial_gpus, "partial GPU", "partial GPUs"));
  if (use.uncertain_gpus > 0)
    fragments.push_back(count_text(use.uncertain_gpus, "uncertain GPU", "uncertain GPUs"));
  std::string below = join(fragments, ", ");
  if (use.cpus.total == 0) below = below.empty() ? "machine unknown" : below;
  const std::string title = node.name + ": " + count_text(node.pods, "pod", "pods") +
                            "; exclusive CPUs " + hundredths_text(use.cpus.used) + " of " +
                            hundredths_text(use.cpus.total) + "; GPUs " +
                            hundredths_text(use.gpus.used) + " of " +
                            hundredths_text(use.gpus.total) + (below.empty() ? "" : "; " + below);
  return "<div class=\"tile\" tabindex=\"0\" title=\"" + safe_text(title, 400) + "\"><b>" +
         safe_text(node.name) + "</b>" + use_meter("CPUs", use.cpus) + use_meter("GPUs", use.gpus) +
         count_text(node.pods, "pod", "pods") + (below.empty() ? "" : "<br/>" + below) + "</div>\n";
}

}  // namespace

std::string node_page(const SessionResult &result, const NodeResult &node,
                      const PictureOptions &options) {
  return page_start(node_title(node)) + "<div class=\"wide\">\n" + node_svg(result, node, options) +
         "</div>\n" + device_table(node_devices(result, node, node_holders(result, node))) +
         "</body></html>\n";
}

std::string cluster_page(const SessionResult &result) {
  std::string out = page_start(count_text(result.nodes.size(), "node", "nodes") + ", " +
                               count_text(result.pods.size(), "pod", "pods"));
  out +=
      "<p class=\"key\">In use:<span class=\"low\"></span>below 50%<span class=\"mid\"></span>"
      "below 90%<span class=\"full\"></span>90% and more</p>\n<div class=\"tiles\">\n";
  const size_t shown = std::min(result.nodes.size(), kMaxTiles);
  for (size_t i = 0; i < shown; ++i) out += node_tile(result, result.nodes[i]);
  out += "</div>\n";
  if (shown < result.nodes.size())
    out += "<p>and " + std::to_string(result.nodes.size() - shown) + " more nodes</p>\n";
  return out + "</body></html>\n";
}

}  // namespace koordctl
