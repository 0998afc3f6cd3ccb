// What the commands on a cluster from files share: where it comes from, and which diagnostics it
// gets.
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
};

// `pods` tells what becomes of those without spec.nodeName, `profiles` what --profile takes.
void add_session_options(CLI::App &command, SessionOptions &options, const std::string &pods,
                         const std::vector<std::string> &profiles = kProfiles);
// Throws a usage Failure.
void check_session(const SessionOptions &options);

// --picture goes below what people read, called `form`; throws a usage Failure elsewhere.
void check_picture(bool draw, bool is_below, const std::string &form, const std::string &output);

// Reads the files and machines of the options, the same way for every command. Throws a usage
// Failure if there is no node at all.
Scenario read_scenario(const SessionOptions &options);

// The nodes' pictures below each other.
std::string text_pictures(const SessionResult &result, const std::vector<const NodeResult *> &nodes,
                          const PictureOptions &options);

// The one node of that name, before and after; "" where its machine is not known.
std::string before_and_after(const SessionResult &before, const SessionResult &after,
                             const std::string &node, const PictureOptions &options);
// JSON text as -o json and -o yaml print it.
void print_document(const std::string &output, const std::string &json);
// --keep and the like: a name of a pod; again for more.
CLI::Option *add_pods_option(CLI::App &command, const std::string &name,
                             std::vector<std::string> &pods, const std::string &description);
struct PodArgument {
  std::string name, name_space = "default";
  // The pod's index; throws a usage Failure if there is no such pod.
  size_t find_in(const SessionInput &input) const;
};
// A positional POD of the files and its --namespace.
void add_pod_argument(CLI::App &command, PodArgument &pod, const std::string &description);

// One line on standard error.
void diagnose(const char *kind, const std::string &text);
// Warns of keys that no reader knows.
void diagnose_doubts(const SessionInput &input, bool verbose);
// What was skipped or left aside, which nodes are mentioned only, and what bound pods claim and do
// not have.
void diagnose_input(const SessionInput &input, const SessionResult &result);

}  // namespace koordctl
