// Kubelet's CPU and memory state as "koordctl node kubelet-state" reads it: files, machine, pods.
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
  std::string config;   // paths
  std::string version;  // of kubelet; "": not stated
  std::optional<std::string> state, memory_state, pods, node_name;
  std::string output = "table";
  bool no_headers = false;

  // Of the commands that write.
  bool keep_shrunk = false, start_over = false, migrate = false, downgrade = false;
  bool write = false, dry_run = false, force = false, no_backup = false;
  std::string proc;  // where proc is mounted; "": /proc
};

// A new text of a file, and what changed, as JSON.
struct NewState {
  const char *member;  // what the text is called in reports
  std::string path, text, report;
};

class KubeletState {
 public:
  explicit KubeletState(const KubeletStateOptions &options);

  // The report of koord_kubelet_check; `found` receives the number of findings.
  std::string check(size_t &found) const;
  // Of each file that was given.
  std::vector<NewState> repair() const;
  std::vector<NewState> replace() const;
  // Refused where a kubelet runs.
  void write(const NewState &made) const;

 private:
  void read_pods();
  uint32_t only_present() const;
  // A kubelet without any state would say the same.
  bool is_of_config(const koord::Error &found) const;
  // What `call` returns. A conflict is a "no"; everything else is the fault of a file: that with
  // this path, or the configuration.
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
