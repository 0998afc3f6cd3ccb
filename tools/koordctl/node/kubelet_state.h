// Kubelet's CPU and memory state for "koordctl kubelet state": files, machine and pods.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/diagnostics.h"
#include "koord.hpp"
#include "machine/source.h"

namespace koordctl {

struct KubeletStateOptions {
  SourceOptions source;
  std::string config;   // path of the configuration
  std::string version;  // kubelet's version; "" if not stated
  std::optional<std::string> cpu_state, memory_state, node_name;
  std::vector<std::string> pod_files;
  std::string output = "table";
  bool no_headers = false;

  // Options of the commands that write.
  bool keep_shrunk = false, start_over = false, migrate = false, downgrade = false;
  bool write = false, dry_run = false, force = false, no_backup = false;
  std::string proc;  // mount point of proc; "" for /proc
};

// The new text of a file, and the changes as JSON.
struct NewState {
  const char *member;  // name of the text in reports
  std::string path, text, report;
};

class KubeletState {
 public:
  explicit KubeletState(const KubeletStateOptions &options);

  // Returns the report of koord_kubelet_check. `found` receives the number of findings.
  std::string check(size_t &found) const;
  // Returns the repaired text of each file that was given.
  std::vector<NewState> repair() const;
  std::vector<NewState> replace() const;
  // Refuses to write while a kubelet is running.
  void write(const NewState &made) const;

 private:
  void read_pods();
  uint32_t only_present() const;
  // Returns true if a kubelet without any state would report the same error.
  bool is_of_config(const koord::Error &found) const;
  // Returns the result of `call`. A conflict means "no". Any other error is attributed to the file
  // with this path, or to the configuration.
  template <typename Call>
  auto ask(const std::string &path, const Call &call) const;

  const KubeletStateOptions &options_;
  Diagnostics diagnostics_;
  koord::Topology topology_;
  std::string config_;
  koord::KubeletSetup setup_;
  std::vector<koord::Pod> pods_;
};

}  // namespace koordctl
