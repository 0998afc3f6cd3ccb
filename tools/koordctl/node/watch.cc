#include "node/watch.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <set>
#include <utility>

#include "cli/errors.h"
#include "cli/file.h"
#include "cli/options.h"
#include "node/file_stamp.h"
#include "node/node.h"
#include "node/notify.h"
#include "node/round.h"
#include "output/printable.h"

namespace koordctl {
namespace {

constexpr size_t kShownFiles = 3;
// short enough for a string without allocation
constexpr const char *kOutOfMemory = "out of memory";
constexpr const char *kOnlineCpus = "/sys/devices/system/cpu/online";

std::string shown(const std::vector<std::string> &items) {
  std::vector<std::string> first(
      items.begin(),
      items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), kShownFiles)));
  const size_t more = items.size() - first.size();
  return join(first, ", ") + (more != 0 ? " and " + std::to_string(more) + " more" : "");
}

// Blocks the signals that end or hasten the watch until a round is over, so that none is
// interrupted between two writes.
class Signals {
 public:
  Signals() {
    sigemptyset(&set_);
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&set_, number);
    sigprocmask(SIG_BLOCK, &set_, &before_);
  }
  ~Signals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  Signals(const Signals &) = delete;
  Signals &operator=(const Signals &) = delete;

  // Waits for a signal. Returns its number, or 0 if none arrives in time.
  int wait(std::chrono::milliseconds time) const {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    const timespec limit{seconds.count(), (time - seconds).count() * 1'000'000};
    const int number = sigtimedwait(&set_, nullptr, &limit);
    return number > 0 ? number : 0;
  }

 private:
  sigset_t set_;
  sigset_t before_;
};

class Watch {
 public:
  explicit Watch(const WatchOptions &options)
      : options_(options),
        file_(options.state),
        node_(options.node, open_topology(options.node.source)),
        suppressor_(options.suppress),
        stamps_(options.node.all_files()),
        online_(online()) {}

  void round() {
    std::string what = read();
    if (const std::string narrowed = suppress(); what.empty()) what = narrowed;
    const Round done = run_round(node_, options_.groups, file_);
    try {
      node_.set_state(node_.agent().snapshot());  // pods with exclusive CPUs keep them
      tell(what, done);
    } catch (const std::bad_alloc &) {
      throw OutOfMemory(done);
    }
    trouble_.clear();
    if (!is_ready_) notify("READY=1\nSTATUS=" + status());
    is_ready_ = true;
  }

  // Runs a round and continues if it fails. A repeated error is reported once.
  void round_and_go_on() {
    try {
      const bool was_troubled = !trouble_.empty();
      about("", [&] { round(); });
      if (was_troubled && trouble_.empty()) say("recovered");
    } catch (const Failure &failure) {
      if (failure.code() == kUsage) throw;
      stamps_.forget();
      if (trouble_ == failure.what()) return;
      trouble_ = failure.what();
      say(trouble_ + "; retrying");
      notify("STATUS=" + trouble_);
    } catch (const OutOfMemory &error) {
      wait_for_memory(error.what());
    } catch (const std::bad_alloc &) {
      wait_for_memory(kOutOfMemory);
    }
  }

 private:
  void wait_for_memory(const char *what) {
    stamps_.forget();
    if (trouble_ == kOutOfMemory) return;
    trouble_ = kOutOfMemory;
    std::fprintf(stderr, "koordctl: %s; retrying\n", what);
  }

  // Applies changed inputs. Returns a description of the change, or "" if it has no effect.
  std::string read() {
    std::string what;
    const uint64_t generation = is_read_ ? node_.agent().get_info().generation : 0;
    if (std::string now = online(); now != online_) {
      node_.set_topology(open_topology(options_.node.source));
      online_ = std::move(now);
      what = "online CPUs changed";
    }
    if (const FileStamps::Changes changes = stamps_.changes(); changes.any) {
      koord::Topology machine;
      NodeInput input;
      try {
        if (!options_.node.source.from.empty()) machine = open_topology(options_.node.source);
        input = read_node_input(options_.node);
      } catch (const Failure &) {
        // The previous placement stays in force.
        if (is_read_) (void)run_round(node_, options_.groups, file_);
        throw;
      }
      is_read_ = false;  // a round with only part of the input would be wrong
      if (machine && machine.to_json() != node_.topology().to_json())
        node_.set_topology(std::move(machine));
      if (!knows_before_) {
        const koord::AgentState before = state_before(options_.state);
        node_.set_state(before);
        suppressor_.recall(node_, before);
      }
      knows_before_ = true;
      node_.update(input);
      is_read_ = true;
      if (what.empty())
        what = "read " + shown(changes.files.empty() ? options_.node.all_files() : changes.files);
    }
    return node_.agent().get_info().generation == generation ? "" : what;
  }

  // Runs the suppression. If usage cannot be measured, nothing changes; the error is reported once.
  std::string suppress() {
    try {
      std::string what = suppressor_.step(node_, options_.groups, options_.state.proc);
      unmeasured_.clear();
      return what;
    } catch (const Failure &failure) {
      if (unmeasured_ != failure.what()) {
        unmeasured_ = failure.what();
        say("BE pods keep what they have: " + unmeasured_);
      }
      return "";
    }
  }

  // Returns the kernel's list of online CPUs if the node is this machine. CPUs may be hot-plugged.
  std::string online() const {
    if (!options_.node.source.this_machine()) return "";
    try {
      return read_file(kOnlineCpus, 65536);
    } catch (const Failure &) {
      return "";
    }
  }

  std::string status() const {
    return std::to_string(node_.agent().get_info().pods) + " pods, shared pool " +
           node_.agent().get_cpus(KOORD_AGENT_CPUSET_SHARED).to_string();
  }

  void tell(const std::string &what, const Round &done) {
    const uint64_t hash = node_.agent().get_hash();
    std::string text = what;
    if (!what.empty()) text += ": " + status();
    if (done.writes != 0) {
      text += text.empty() ? "others changed or created control groups: " : "; ";
      text += std::to_string(done.writes) + (done.writes == 1 ? " write" : " writes") + " to " +
              shown(done.files());
    } else if (text.empty() && done.state_written) {
      text = options_.state.path + " was missing and has been rewritten";
    }
    if (text.empty()) return;
    if (hash != hash_) {
      char hex[17];
      std::snprintf(hex, sizeof hex, "%016llx", static_cast<unsigned long long>(hash));
      text += std::string("; the hash of the report is ") + hex;
    }
    hash_ = hash;
    say(text);
    if (is_ready_) notify("STATUS=" + status());
  }

  const WatchOptions &options_;
  StateFile file_;
  NodeAgent node_;
  Suppressor suppressor_;
  FileStamps stamps_;
  std::string online_;
  std::string trouble_, unmeasured_;
  uint64_t hash_ = 0;
  bool is_read_ = false, knows_before_ = false, is_ready_ = false;
};

}  // namespace

int watch(const WatchOptions &options) {
  const Signals signals;
  Watch watch(options);
  if (options.once) {
    watch.round();
    return kOk;
  }
  for (;;) {
    watch.round_and_go_on();
    const int number = signals.wait(options.interval);
    if (number == SIGTERM || number == SIGINT) break;
  }
  notify("STOPPING=1");
  return kOk;
}

}  // namespace koordctl
