// Common parts of the commands on a cluster from files: input and diagnostics.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/options.h"
#include "output/picture.h"
#include "session/session_input.h"
#include "session/session_machine.h"
#include "session/simulation.h"

namespace koordctl {

struct SessionOptions {
  std::vector<std::string> files, machines, synthetic_machines;
  std::string profile = "spec";
  bool ignore_kubelet = false;
  bool verbose = false;
  bool strict = false;
  // Without files and machines, this machine is the only node.
  bool this_machine = false;
};

// `pods` describes the treatment of pods without spec.nodeName, and `profiles` are the values of
// --profile.
void add_session_options(CLI::App &command, SessionOptions &options, const std::string &pods,
                         const std::vector<std::string> &profiles = kProfiles);
// Throws a usage Failure.
void check_session(const SessionOptions &options);

// Accepts --picture only with the output for people, which is called `form`. Throws a usage Failure
// otherwise.
void check_picture(bool draw, bool is_below, const std::string &form, const std::string &output);

// Reads the files and machines of the options, equally for all commands. Throws a usage Failure if
// there is no node.
Scenario read_scenario(const SessionOptions &options);
// Same as the function above, with objects that were read instead of files.
Scenario read_scenario(const SessionOptions &options, SessionInput input);

// Returns the nodes' pictures, one below the other.
std::string text_pictures(const SessionResult &result, const std::vector<const NodeResult *> &nodes,
                          const PictureOptions &options);

// Returns pictures of the node of that name, before and after, or "" if its machine is not known.
std::string before_and_after(const SessionResult &before, const SessionResult &after,
                             const std::string &node, const PictureOptions &options);
// Prints JSON text in the format of -o json or -o yaml.
void print_document(const std::string &output, const std::string &json);
// Adds an option such as --keep: a pod's name, repeatable.
CLI::Option *add_pods_option(CLI::App &command, const std::string &name,
                             std::vector<std::string> &pods, const std::string &description);
struct PodArgument {
  std::string name, name_space = "default";
  // Returns the pod's index. Throws a usage Failure if there is no such pod.
  size_t find_in(const SessionInput &input) const;
};
// Adds --namespace, the namespace of POD arguments without one.
void add_namespace_option(CLI::App &command, std::string &name_space);
// Adds a positional POD of the files with --namespace.
CLI::Option *add_pod_argument(CLI::App &command, PodArgument &pod, const std::string &description);

// Prints one line on standard error.
void diagnose(const char *kind, const std::string &text);
// Warns about unknown keys.
void diagnose_doubts(const SessionInput &input, bool verbose);
// Reports skipped and ignored objects, nodes that are only mentioned, and invalid claims of bound
// pods.
void diagnose_input(const SessionInput &input, const SessionResult &result);

}  // namespace koordctl
