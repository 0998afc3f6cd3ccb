#include "machine/source.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/diagnostics.h"
#include "cli/errors.h"
#include "cli/file.h"
#include "cli/options.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExpected =
    "expected hwloc XML (lstopo machine.xml), a Topology, NodeResourceTopology or cpu-topology "
    "annotation (JSON or YAML), or a directory that holds sys/";

struct Outline {
  std::string kind;
  bool has_detail = false;
  bool has_items = false;
};

// Detects the kind of a JSON object without keeping all of it in memory.
Outline read_outline(const std::string &text, const std::string &name) {
  using Json = nlohmann::json;
  Outline outline;
  const auto keep = [&](int depth, Json::parse_event_t event, Json &parsed) {
    if (event != Json::parse_event_t::key || depth != 1) return depth <= 1;
    const auto &key = parsed.get_ref<const std::string &>();
    outline.has_detail = outline.has_detail || key == "detail";
    outline.has_items = outline.has_items || key == "items";
    return key == "kind";
  };
  try {
    const Json top = Json::parse(text, keep);
    if (!top.is_object()) throw Failure(kEnvironment, name + ": expected one JSON object");
    if (top.contains("kind") && top["kind"].is_string()) outline.kind = top["kind"];
  } catch (const Json::exception &error) {
    // Messages look like "[json.exception.parse_error.101] parse error at line 1, column 2: ...".
    std::string message = error.what();
    if (const auto end = message.find("] "); end != std::string::npos) message.erase(0, end + 2);
    throw Failure(kEnvironment, name + ": JSON: " + clip(message, 200));
  }
  return outline;
}

koord_topology_flags flags_of(const SourceOptions &options) {
  return options.only_allowed ? KOORD_TOPOLOGY_ONLY_ALLOWED : 0;
}

koord::Topology discover(const Diagnostics &diagnostics, const SourceOptions &options) {
  return with_subject("",
                      [&] { return koord::Topology::discover(flags_of(options), diagnostics); });
}

koord::Topology from_json(const Diagnostics &diagnostics, const std::string &json,
                          const std::string &name) {
  const Outline outline = read_outline(json, name);
  const auto read = [&](const auto &from) {
    return with_subject(name, [&] { return from(json, diagnostics); });
  };
  if (outline.kind == "NodeResourceTopology") return read(koord::Topology::from_nrt);
  if (outline.kind == "Topology") return read(koord::Topology::from_json);
  if (outline.has_items) {
    throw Failure(kEnvironment, name + ": a list of objects, expected one: name the node, as in " +
                                    "kubectl get noderesourcetopologies NODE -o yaml");
  }
  if (!outline.kind.empty()) {
    throw Failure(kEnvironment, name + ": kind: found " + quote(outline.kind) +
                                    ", expected Topology or NodeResourceTopology");
  }
  if (outline.has_detail) return read(koord::Topology::from_annotation);
  throw Failure(kEnvironment,
                name + ": found neither \"kind\" nor \"detail\"; " + std::string(kExpected));
}

koord::Topology from_text(const Diagnostics &diagnostics, const SourceOptions &options,
                          const std::string &text, const std::string &name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  const size_t start = text.find_first_not_of(
      " \t\r\n", text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  if (start == std::string::npos)
    throw Failure(kEnvironment, name + ": found nothing, " + std::string(kExpected));
  if (text[start] == '<')
    return with_subject(name, [&] {
      return koord::Topology::from_hwloc_xml(flags_of(options), text, diagnostics);
    });
  if (options.only_allowed)
    throw Failure(kUsage, "--only-allowed: only for this machine, hwloc XML and sysfs directories");
  if (text[start] == '{' || text[start] == '[')
    return from_json(diagnostics, text.substr(start), name);
  if (text.starts_with("BZh") || text.starts_with("\x1F\x8B") ||
      text.starts_with("\xFD"
                       "7zXZ"))
    throw Failure(kEnvironment, name + ": the file is compressed; unpack it first");
  if (text.find('\0') != std::string::npos || text.find(':') == std::string::npos)
    throw Failure(kEnvironment, name + ": not recognised; " + std::string(kExpected));
  return from_json(diagnostics, yaml_to_json(text, name, kExpected), name);
}

// Returns the directory that holds sys/: `path` itself, or its only subdirectory as in hwloc's
// archives.
fs::path sysfs_root(const std::string &path) {
  const auto holds_sys = [](const fs::path &root) {
    std::error_code ignored;
    return fs::is_directory(root / "sys/devices/system", ignored);
  };
  if (holds_sys(path)) return path;
  std::vector<fs::path> inner;
  std::error_code error;
  for (fs::directory_iterator entry(path, error), end; !error && entry != end;
       entry.increment(error))
    if (holds_sys(entry->path())) inner.push_back(entry->path());
  if (inner.size() != 1) {
    throw Failure(kEnvironment, path + ": " + (inner.empty() ? "no" : "more than one") +
                                    " exported sysfs in it, expected sys/devices/system");
  }
  return inner[0];
}

// hwloc reads a foreign sysfs only if its environment variables are set. They affect only this
// process.
koord::Topology from_sysfs(const Diagnostics &diagnostics, const SourceOptions &options) {
  const fs::path root = sysfs_root(options.from);
  for (const char *other : {"HWLOC_XMLFILE", "HWLOC_SYNTHETIC", "HWLOC_CPUID_PATH"})
    unsetenv(other);
  setenv("HWLOC_FSROOT", root.c_str(), 1);
  setenv("HWLOC_COMPONENTS", "linux,stop", 1);
  setenv("HWLOC_THISSYSTEM", "0", 1);
  setenv("HWLOC_DUMPED_HWDATA_DIR", "/var/run/hwloc", 1);
  return with_subject(options.from, [&] {
    return koord::Topology::discover_in(flags_of(options), root.string(), diagnostics);
  });
}

}  // namespace

void add_source_options(CLI::App &command, SourceOptions &options) {
  const std::string group = "Machine";
  auto *from =
      command
          .add_option(
              "--from", options.from,
              "Read the machine from hwloc XML, the output of topology -o json, a "
              "NodeResourceTopology or its cpu-topology annotation (JSON or YAML), a directory "
              "with an exported sysfs, or - for standard input; default: this machine")
          ->type_name("FILE")
          ->group(group)
          ->each([](const std::string &given) { refuse_empty("--from", given, "a file or -"); });
  command
      .add_option("--from-synthetic", options.synthetic,
                  "Invent a machine from an hwloc synthetic description, such as "
                  "\"pack:2 numa:1 core:8 pu:2\"")
      ->type_name("TEXT")
      ->group(group)
      ->excludes(from)
      ->each([](const std::string &given) {
        refuse_empty("--from-synthetic", given, "a description");
      });
  command
      .add_flag("--only-allowed", options.only_allowed,
                "Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use")
      ->group(group);
  command.add_flag("-v,--verbose", options.verbose, "Print all diagnostics about odd input");
}

koord::Topology open_topology(const SourceOptions &options) {
  const Diagnostics diagnostics(options.verbose);
  if (!options.synthetic.empty()) {
    if (options.only_allowed)
      throw Failure(kUsage, "--only-allowed: a synthetic machine has no cgroup");
    return with_subject(
        "--from-synthetic",
        [&] { return koord::Topology::from_synthetic(options.synthetic, diagnostics); }, kUsage);
  }
  if (options.from.empty()) return discover(diagnostics, options);
  std::error_code ignored;
  if (fs::is_directory(options.from, ignored)) return from_sysfs(diagnostics, options);
  return from_text(diagnostics, options, read_file(options.from), shown_name(options.from));
}

std::string sysfs_directory(const SourceOptions &options) {
  if (options.this_machine()) return "/";
  std::error_code ignored;
  return options.from.empty() || !fs::is_directory(options.from, ignored)
             ? ""
             : sysfs_root(options.from).string();
}

std::string host_name() {
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) != 0) return "";
  for (char *c = name; *c != '\0'; ++c)
    if (*c >= 'A' && *c <= 'Z') *c = static_cast<char>(*c - 'A' + 'a');
  return name;
}

}  // namespace koordctl
