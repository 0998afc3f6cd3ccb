#include "command_line.h"

#include <algorithm>
#include <array>
#include <utility>

#include "json.h"

namespace koord_runtime {

const char kHelp[] =
    "Usage: koord-runtime [OPTION]... -- RUNTIME [ARGUMENT]...\n"
    "Stands in front of an OCI runtime such as runc or crun: a container that is about to be "
    "created\n"
    "gets the CPUs, NUMA nodes, GPUs and RDMA devices of its pod in its config.json, or is not\n"
    "created. Then, and for every other command, it becomes RUNTIME with the same arguments.\n"
    "\n"
    "  --state=FILE            written by the node's agent; default: /run/koord/node-state.json\n"
    "  --without-state=ACTION  if that file is missing: refuse to create containers, or leave "
    "them\n"
    "                          as they are; default: leave\n"
    "  --refused=ACTION        if claims of the pod were refused: refuse to create it, or leave "
    "it\n"
    "                          on the pool that it has instead; default: refuse\n"
    "  --gpus=HOW              env: NVIDIA_VISIBLE_DEVICES; none; default: env\n"
    "  --rdma=HOW              devices: nodes of RDMA devices are added; none; default: devices\n"
    "  --sysfs-root=DIR        the directory that contains sys/; default: /\n"
    "  --proc=DIR              where the host's proc is mounted; default: /proc\n"
    "  --help                  print this and exit\n"
    "\n"
    "Exit codes: those of RUNTIME; before it is called: 1 refused, 2 usage, 3 a file cannot be "
    "read\n"
    "or written, or is invalid, 4 internal error.\n";

namespace {

struct Option {
  std::string_view name;
  std::optional<std::string_view> value;
};

// Parses "--name=value", "--name" or "-n". Returns nullopt if the argument is no option.
constexpr size_t kMaxShown = 100;

std::optional<Option> option_of(std::string_view argument) {
  if (argument.size() < 2 || argument[0] != '-') return std::nullopt;
  argument.remove_prefix(argument[1] == '-' ? 2 : 1);
  const size_t at = argument.find('=');
  if (at == std::string_view::npos) return Option{argument, std::nullopt};
  return Option{argument.substr(0, at), argument.substr(at + 1)};
}

bool choice(const Option &option, std::string_view yes, std::string_view no) {
  if (option.value == yes) return true;
  if (option.value == no) return false;
  throw Failure(kUsage, "--" + std::string(option.name) + ": expected " + std::string(yes) +
                            " or " + std::string(no) + ", found " +
                            (option.value ? in_quotes(*option.value) : "nothing"));
}

std::string path(const Option &option) {
  if (option.value.value_or("").empty())
    throw Failure(kUsage, "--" + std::string(option.name) + ": expected a path, found nothing");
  return std::string(*option.value);
}

void read_option(const Option &option, Settings &out, bool &rdma) {
  if (option.name == "state")
    out.state = path(option);
  else if (option.name == "proc")
    out.proc = path(option);
  else if (option.name == "sysfs-root")
    out.sysfs_root = path(option);
  else if (option.name == "without-state")
    out.without_state_refuses = choice(option, "refuse", "leave");
  else if (option.name == "refused")
    out.refused_refuses = choice(option, "refuse", "leave");
  else if (option.name == "gpus")
    out.gpus = choice(option, "env", "none");
  else if (option.name == "rdma")
    rdma = choice(option, "devices", "none");
  else if (option.name == "help" && !option.value)
    out.help = true;
  else
    throw Failure(kUsage, "unknown option, see --help: --" + printable(option.name, kMaxShown));
}

template <size_t N>
bool is_one_of(const std::array<std::string_view, N> &names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Global options of runc and crun. Those of the first list take the next argument as their value if
// they have no "=".
constexpr std::array<std::string_view, 7> kGlobalValues = {
    "root", "log", "log-format", "log-level", "rootless", "criu", "cgroup-manager"};
constexpr std::array<std::string_view, 9> kGlobalFlags = {
    "debug", "systemd-cgroup", "version", "v", "V", "help", "h", "?", "usage"};
// Options of create, run and restore that take a value.
constexpr std::array<std::string_view, 4> kConfigValues = {"bundle", "b", "config", "f"};
constexpr std::array<std::string_view, 13> kCreationValues = {
    "console-socket",    "pidfd-socket", "pid-file",    "preserve-fds",        "preserve-fd",
    "image-path",        "work-path",    "parent-path", "manage-cgroups-mode", "lsm-profile",
    "lsm-mount-context", "empty-ns",     "page-server"};
constexpr std::array<std::string_view, 3> kCreating = {"create", "run", "restore"};
constexpr std::array<std::string_view, 17> kOthers = {
    "checkpoint", "delete", "events", "exec",   "features", "help",  "init",  "kill",  "list",
    "mounts",     "pause",  "ps",     "resume", "spec",     "start", "state", "update"};

// Returns the value of an option, which may be the next argument.
std::string value_of(const Option &option, std::span<char *const> arguments, size_t &at) {
  if (option.value) return std::string(*option.value);
  return at + 1 < arguments.size() ? arguments[++at] : "";
}

bool is_command(std::string_view name) {
  return is_one_of(kCreating, name) || is_one_of(kOthers, name);
}

// Skips the value of an unknown option: a word that is not a command, or a word before a command
// that creates a container. A creation is thus never taken for another command.
void skip_value(std::span<char *const> arguments, size_t &at) {
  if (at + 2 >= arguments.size() || option_of(arguments[at + 1])) return;
  if (!is_command(arguments[at + 1]) || is_one_of(kCreating, arguments[at + 2])) ++at;
}

void read_global(const Option &option, std::span<char *const> arguments, size_t &at, Call &out) {
  if (!is_one_of(kGlobalValues, option.name)) {
    if (!option.value && !is_one_of(kGlobalFlags, option.name)) skip_value(arguments, at);
    return;
  }
  const std::string value = value_of(option, arguments, at);
  if (option.name == "log-format") out.log_is_json = value == "json";
  if (option.name != "log") return;
  constexpr std::string_view kFile = "file:";  // prefix used by crun
  out.log = value.starts_with(kFile) ? value.substr(kFile.size()) : value;
  if (value.starts_with("journald:") || value.starts_with("syslog:")) out.log.clear();
}

// The id is the last word that is neither an option nor an option's value.
void read_creation(std::span<char *const> arguments, Call &out) {
  std::string bundle = ".";
  std::string config;
  for (size_t at = 0; at < arguments.size(); ++at) {
    const auto option = option_of(arguments[at]);
    if (!option) {
      out.id = arguments[at];
    } else if (is_one_of(kConfigValues, option->name)) {
      const std::string value = value_of(*option, arguments, at);
      (option->name.starts_with('b') ? bundle : config) = value;
    } else if (is_one_of(kCreationValues, option->name)) {
      (void)value_of(*option, arguments, at);
    }
  }
  if (out.id.empty())
    out.error = out.command + ": found no id of a container, expected one as the last argument";
  out.config = config.empty() ? bundle + "/config.json" : config;
}

}  // namespace

Settings read_settings(std::span<char *> arguments) {
  Settings out;
  bool rdma = true;
  size_t at = 0;
  for (; at < arguments.size() && std::string_view(arguments[at]) != "--"; ++at) {
    const auto option = option_of(arguments[at]);
    if (!option)
      throw Failure(kUsage, "expected -- before the runtime, found " + in_quotes(arguments[at]));
    read_option(*option, out, rdma);
  }
  if (out.help) return out;
  if (!rdma) out.sysfs_root.clear();
  if (at + 1 >= arguments.size())
    throw Failure(kUsage, "expected -- and a runtime at the end, see --help");
  out.runtime.assign(arguments.begin() + static_cast<std::ptrdiff_t>(at) + 1, arguments.end());
  if (out.runtime.front()[0] != '/')
    throw Failure(kUsage,
                  "runtime: expected an absolute path, found " + in_quotes(out.runtime.front()));
  out.runtime.push_back(nullptr);
  return out;
}

std::span<char *const> runtime_arguments(std::span<char *> arguments) {
  const auto end = std::find_if(arguments.begin(), arguments.end(),
                                [](const char *one) { return std::string_view(one) == "--"; });
  return arguments.subspan(
      std::min(static_cast<size_t>(end - arguments.begin()) + 2, arguments.size()));
}

Call read_call(std::span<char *const> arguments) {
  Call out;
  for (size_t at = 0; at < arguments.size(); ++at) {
    if (const auto option = option_of(arguments[at])) {
      read_global(*option, arguments, at, out);
      continue;
    }
    out.command = arguments[at];
    if (is_one_of(kCreating, out.command))
      read_creation(arguments.subspan(at + 1), out);
    else if (!is_one_of(kOthers, out.command))
      out.error = "unknown command of a runtime: " + printable(out.command, kMaxShown);
    break;
  }
  return out;
}

}  // namespace koord_runtime
