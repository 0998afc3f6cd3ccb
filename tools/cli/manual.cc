// Writes the manual page koordctl(1) from the parser's definition: koordctl_manual > koordctl.1
#include <cstdio>
#include <string>

#include "cli/options.h"
#include "command/command_line.h"
#include "koord.h"

namespace {

using namespace koordctl;

constexpr const char *kDescription =
    R"(koordctl reads the topology of a machine and picks CPUs on it exactly as Koordinator or kubelet
would. Without options it reads this machine; with
.B \-\-from
it reads another one.
.PP
.B \-\-from
recognises by content: XML that lstopo(1) of hwloc 2 wrote; a NodeResourceTopology object, or the value of
its annotation node.koordinator.sh/cpu\-topology, as JSON or YAML; a directory with an exported sysfs (the
directory holds sys/, or one directory that does). Files are read up to 64 MiB, YAML up to 4 MiB;
files of API objects up to 256 MiB.
.PP
.B koordctl devices
reports GPUs and RDMA devices: on this machine it queries NVIDIA's driver library, if it is
installed.
.PP
.B koordctl simulate
schedules pods on the nodes of a cluster, which it reads from files in the format of kubectl(1);
.B koordctl explain
says why these nodes refuse a pod, and what would make it fit.
.B koordctl gang
places the pods of gangs at once, or none of them.
.B koordctl rebind
plans other CPUs for the pods of one node.
.B koordctl preempt
says which pods to evict so that a pod fits,
.B koordctl capacity
how many more pods fit, and
.B koordctl resize
whether a pod can grow on its node.
.PP
.B koordctl kubelet admit
says which CPUs and memory a kubelet would give to the containers of pods, or why it would refuse a pod. The kubelet
is described by files.
.PP
.B koordctl node
decides which CPUs the pods of a node run on, from files with these pods;
.B apply
writes the result to control groups, and to the file that koord\-oci\-hook(8) reads. Only this command, and
.B kubelet\-state
with
.BR \-\-write ,
change anything on a machine.
.PP
.B koordctl node kubelet\-state
checks and repairs the files in which kubelet records the CPUs and memory of containers. A fault in them may keep
kubelet from starting.
.PP
CPU sets are lists in the format of Linux: 0\-3,8.
)";

constexpr const char *kFiles = R"(.TP
.I /run/koord/node\-state.json
Which CPUs the pods of this node run on, written by
.B koordctl node apply
and
.BR koord\-agent (8).
)";

constexpr const char *kEnvironment = R"(.TP
.B NO_COLOR
If it is not empty, pictures have no colour, except with
.BR "\-\-color always" .
.TP
.B LC_ALL, LC_CTYPE, LANG
A locale without UTF\-8 makes text pictures ASCII.
.TP
.B HWLOC_*
Read by hwloc when it reads this machine; see hwloc(7). For a sysfs directory koordctl sets its own values.
)";

std::string escaped(const std::string &text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else {
      if (c == '-' || ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')))
        out += c == '-' ? "\\" : "\\&";
      out += c;
    }
  }
  return out;
}

void write_options(const CLI::App &command) {
  const std::vector<OptionText> options = options_of(command);
  for (const std::string &group : groups_of(options)) {
    std::printf(".PP\n%s:\n", escaped(group).c_str());
    for (const OptionText &text : options) {
      if (text.option->get_group() != group) continue;
      std::string value;
      if (!text.value.empty()) value = " \\fI" + escaped(text.value) + "\\fR";
      std::printf(".TP\n\\fB%s\\fR%s\n%s.\n", escaped(join(text.names, ", ")).c_str(),
                  value.c_str(), escaped(text.option->get_description()).c_str());
    }
  }
}

// Returns the part of a help footer between "Examples:" and the next blank line.
std::string examples_of(const CLI::App &command) {
  const std::string footer = command.get_footer();
  size_t start = footer.find("Examples:\n");
  if (start == std::string::npos) return "";
  start += std::string("Examples:\n").size();
  const size_t end = footer.find("\n\n", start);
  return footer.substr(start, end == std::string::npos ? end : end - start);
}

// Returns "bash|zsh|fish " if the command has an argument.
std::string arguments_of(const CLI::App &command) {
  std::string text;
  for (const CLI::Option *option : command.get_options())
    if (option->get_positional()) text += option->get_type_name() + " ";
  return text;
}

}  // namespace

int main() {
  const CommandLine line;
  const CLI::App &app = line.app();
  std::printf(".\\\" Written by koordctl_manual from the command's own definition; do not edit.\n");
  std::printf(".TH KOORDCTL 1 \"\" \"koordctl %s\" \"User Commands\"\n", koord_version_string());
  std::printf(".SH NAME\nkoordctl \\- %s\n", escaped(app.get_description()).c_str());
  std::printf(".SH SYNOPSIS\n");
  const char *separator = "";
  for (const CLI::App *command : leaves_of(app)) {
    std::printf("%s.B %s\n%s[\\fIOPTIONS\\fR]\n", separator, escaped(full_name(*command)).c_str(),
                escaped(arguments_of(*command)).c_str());
    separator = ".br\n";
  }
  std::printf(".SH DESCRIPTION\n%s", kDescription);
  write_options(app);
  for (const CLI::App *command : leaves_of(app)) {
    std::string title = full_name(*command) + " " + arguments_of(*command);
    title.pop_back();
    std::printf(".SH \"%s\"\n%s.\n", escaped(title).c_str(),
                escaped(command->get_description()).c_str());
    write_options(*command);
    std::printf(".PP\nExamples:\n.PP\n.nf\n%s\n.fi\n", escaped(examples_of(*command)).c_str());
  }
  std::printf(
      ".SH \"EXIT STATUS\"\n.TP\n0\nDone.\n.TP\n1\nA request was refused: it does not fit under "
      "its policy.\n.TP\n2\nThe command line is invalid.\n.TP\n3\nA file or the machine cannot be "
      "read, or is invalid.\n.TP\n4\nInternal error.\n");
  std::printf(".SH FILES\n%s", kFiles);
  std::printf(".SH ENVIRONMENT\n%s", kEnvironment);
  std::printf(
      ".SH \"SEE ALSO\"\nkoord\\-oci\\-hook(8), lstopo(1), lscpu(1), numactl(8), hwloc(7), "
      "cgroups(7)\n");
  return 0;
}
