#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <optional>
#include <utility>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "command/commands.h"
#include "command/session_command.h"
#include "top/feed.h"
#include "top/loader.h"
#include "top/screen.h"
#include "top/top_data.h"
#include "top/top_view.h"

namespace koordctl {
namespace {

using Clock = std::chrono::steady_clock;

struct TopOptions {
  SessionOptions session;
  LocalOptions local;
  PictureOptions picture;
  std::string node, name_space, feed;
  uint32_t interval = 5;
  std::string cluster_only, local_only;  // the first given option of these groups
  bool once = false;

  bool is_local() const {
    return feed.empty() && session.files.empty() && session.machines.empty() &&
           session.synthetic_machines.empty();
  }
};

constexpr const char *kTopExamples = R"(Examples:
  # This machine: the placement that koord-agent or koordctl node apply wrote
  koordctl top
  # A cluster from files, which are read again every 30 seconds
  koordctl top -f cluster.yaml --interval 30
  # One node, printed once
  koordctl top -f cluster.yaml node-a --once

Without a terminal the tables are printed once. Keys: ? shows all, q ends.

Exit codes: 0 ok, 2 usage, 3 unreadable input or machine, 4 internal error, 128 and the number of a signal.)";

// Returns true if a file is the keyboard, or standard input, which is the keyboard here.
bool is_terminal(const std::string &path) {
  if (path == "-") return true;
  struct stat found;
  if (stat(path.c_str(), &found) != 0 || !S_ISCHR(found.st_mode)) return false;
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool is_tty = isatty(descriptor) == 1;
  close(descriptor);
  return is_tty;
}

// Refuses files that would take the keys from the view.
void refuse_terminals(const TopOptions &options) {
  const auto check = [](const char *option, const std::string &path) {
    if (is_terminal(path))
      throw Failure(kUsage, std::string(option) + ": " + quote(path) +
                                " is the terminal, from which keys are read; add --once, or give "
                                "a file that can be read again");
  };
  for (const std::string &file : options.session.files) check("--filename", file);
  for (const std::string &machine : options.session.machines) {
    std::string file = machine.substr(std::min(machine.find('='), machine.size() - 1) + 1);
    check("--machine", file.substr(0, file.rfind(",copies=")));
  }
  check("--feed", options.feed);
  check("--from", options.local.source.from);
  check("--cpu-state", options.local.cpu_state.value_or(""));
  check("--state", options.local.state.path);
}

void check_top_options(const TopOptions &options) {
  const bool has_session = !options.session.files.empty() || !options.session.machines.empty() ||
                           !options.session.synthetic_machines.empty();
  if (has_session && !options.feed.empty())
    throw Failure(kUsage, "--feed: not with --filename or --machine");
  if (!options.is_local() && !options.local_only.empty())
    throw Failure(kUsage, options.local_only + ": only for this machine, without a cluster");
  if (options.is_local() && !options.cluster_only.empty())
    throw Failure(kUsage, options.cluster_only + ": only with a cluster: -f FILE");
  if (has_session) check_session(options.session);
}

TopDataPtr load_text(const TopOptions &options, std::string text, const std::string &note) {
  const Scenario scenario =
      read_scenario(options.session, SessionInput("the cluster", std::move(text)));
  TopData data = cluster_data(scenario, options.name_space);
  data.note = note;
  return std::make_shared<const TopData>(std::move(data));
}

// Loads the next snapshot of a feed. Throws a Failure if there is a reason in its place.
TopDataPtr load_next(const TopOptions &options, Feed &feed) {
  std::string note;
  for (;;) {
    std::string text = feed.next();
    std::optional<FeedStatus> status = feed_status(text);
    if (!status) return load_text(options, std::move(text), note);
    if (!status->is_note) throw Failure(kEnvironment, status->message);
    note = std::move(status->message);
  }
}

TopDataPtr load_contents(const TopOptions &options) {
  if (options.is_local()) return std::make_shared<const TopData>(local_data(options.local));
  return std::make_shared<const TopData>(
      cluster_data(read_scenario(options.session), options.name_space));
}

// Returns contents with the messages that `load` would print.
template <typename Load>
TopDataPtr with_messages(const Load &load) {
  const SilencedMessages messages;
  TopData data = *load();
  data.messages = messages.texts();
  return std::make_shared<const TopData>(std::move(data));
}

// Receives the signals that end the program. The threads that are started later inherit the mask.
class EndSignals {
 public:
  EndSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&set, number);
    pthread_sigmask(SIG_BLOCK, &set, &before_);
    descriptor_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (descriptor_ < 0) fail_with_errno("signalfd");
  }
  ~EndSignals() {
    close(descriptor_);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  EndSignals(const EndSignals &) = delete;
  EndSignals &operator=(const EndSignals &) = delete;

  int descriptor() const { return descriptor_; }
  // Returns the number of a signal that came, or 0.
  int take() const {
    signalfd_siginfo info{};
    if (read(descriptor_, &info, sizeof info) != sizeof info) return 0;
    return static_cast<int>(info.ssi_signo);
  }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

// Shows contents until a key or a signal ends it. Returns the exit code.
int show(Screen &screen, TopView &view, TopLoader &loader, const EndSignals &signals) {
  Clock::time_point read_at = Clock::now();
  while (!view.is_ended()) {
    const auto age = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - read_at);
    screen.paint(view.lines(screen.rows(), screen.columns(), age.count()));
    constexpr int kTick = 1000;
    pollfd waits[] = {{screen.descriptor(), POLLIN, 0},
                      {loader.descriptor(), POLLIN, 0},
                      {signals.descriptor(), POLLIN, 0}};
    (void)poll(waits, 3, kTick);  // a signal of another size interrupts it
    if (const int number = signals.take(); number != 0) return 128 + number;
    if (const auto result = loader.take()) {
      view.set_problem(result->problem);
      if (result->data != nullptr) {
        view.set(result->data);
        // Programs that read a cluster may write to the terminal, such as plugins for credentials.
        screen.redraw();
        read_at = Clock::now();
      }
    }
    int key = 0;
    while (!view.is_ended() && (key = screen.read_key()) >= 0)
      if (key > 0) view.press(key);
    if (key < 0 && (waits[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) return 128 + SIGHUP;
    if (view.takes_refresh()) loader.refresh();
  }
  return kOk;
}

int run_live(const TopOptions &options, Feed *feed) {
  TopDataPtr first = with_messages(
      [&] { return feed != nullptr ? load_next(options, *feed) : load_contents(options); });
  if (!options.node.empty()) check_top_node(*first, options.node);
  const EndSignals signals;
  PictureOptions picture = options.picture;
  const bool has_color = wants_color(picture.color);
  picture.color = has_color ? "always" : "never";
  // Pictures are drawn while another thread reads, and reading an exported sysfs sets variables of
  // the environment.
  picture.ascii = picture.ascii || wants_ascii();
  picture.is_utf8 = !picture.ascii;
  TopView view(picture, options.node);
  view.set(first);
  view.set_refreshable(feed == nullptr);
  std::unique_ptr<Screen> screen = Screen::open(has_color);
  if (screen == nullptr) {
    print_message(Screen::is_built()
                      ? "note: the terminal's type is not known; printing once"
                      : "note: this koordctl was built without ncurses; printing once");
    for (const std::string &message : first->messages) print_message(message);
    print(top_text(*first, options.node, options.picture));
    return kOk;
  }
  std::optional<TopLoader> loader;
  if (feed != nullptr) {
    loader.emplace(
        [&](std::string text, const std::string &note) {
          return with_messages([&] { return load_text(options, std::move(text), note); });
        },
        *feed);
  } else {
    loader.emplace([&] { return with_messages([&] { return load_contents(options); }); },
                   std::chrono::seconds(options.interval));
  }
  const int code = show(*screen, view, *loader, signals);
  screen.reset();
  // A large cluster takes seconds, for which nobody waits.
  if (loader->is_busy()) std::_Exit(code);
  return code;
}

int run(const TopOptions &options) {
  check_top_options(options);
  const bool is_live = !options.once && Screen::is_possible();
  if (is_live) refuse_terminals(options);
  std::optional<Feed> feed;
  if (!options.feed.empty()) feed.emplace(options.feed);
  if (is_live) return run_live(options, feed ? &*feed : nullptr);
  const TopDataPtr data = feed ? load_next(options, *feed) : load_contents(options);
  print(top_text(*data, options.node, options.picture));
  return kOk;
}

void add_local_options(CLI::App &command, LocalOptions &options) {
  const std::string group = "This machine";
  command
      .add_option("--from", options.source.from,
                  "Read the machine from a file as topology --from does; default: this machine")
      ->type_name("FILE")
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--from", given, "a file"); });
  command
      .add_option("--cpu-state", options.cpu_state,
                  "kubelet's cpu_manager_state, which counts if there is no node-state.json; "
                  "default: /var/lib/kubelet/cpu_manager_state")
      ->type_name("FILE")
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--cpu-state", given, "a file"); });
  add_state_options(command, options.state);
}

// Records the given options that only one kind of contents has.
void note_given(const CLI::App &command, TopOptions &options) {
  const auto first_given = [&](std::initializer_list<const char *> names) -> std::string {
    for (const char *name : names)
      if (command.count(name) > 0) return name;
    return "";
  };
  options.local_only = first_given({"--from", "--cpu-state", "--state", "--proc"});
  options.cluster_only = first_given({"--namespace", "--profile", "--ignore-kubelet", "--strict"});
  options.local.is_state_named = command.count("--state") > 0;
}

}  // namespace

Run add_top_command(CLI::App &app) {
  auto options = std::make_shared<TopOptions>();
  CLI::App &command = *app.add_subcommand(
      "top", "Watch which pods run where, on this machine or in a cluster, in the terminal");
  command.footer(kTopExamples);
  command.add_option("NODE", options->node, "Start with this node; default: all nodes")
      ->type_name("NODE")
      ->each([](const std::string &given) { refuse_empty("NODE", given, "a node's name"); });
  command
      .add_option_function<std::string>(
          "--interval",
          [options](const std::string &text) {
            options->interval = parse_number("--interval", text, 1, 3600);
          },
          "Seconds between two reads, 1 to 3600; default: 5")
      ->type_name("SECONDS");
  command.add_flag("--once", options->once, "Print the tables once, also on a terminal");
  command
      .add_option("-n,--namespace", options->name_space,
                  "Show pods of this namespace only; default: all")
      ->type_name("NAMESPACE")
      ->each([](const std::string &given) { refuse_empty("--namespace", given, "a namespace"); });
  add_picture_options(command, options->picture);
  add_session_options(command, options->session, "; other pods are pending");
  command
      .add_option("--feed", options->feed,
                  "Read snapshots from a pipe: Lists as JSON, each with a NUL byte after it, or a "
                  "Status whose message says why there is none (with status Success: in what the "
                  "next one is incomplete), as kubectl koord top writes them")
      ->type_name("FILE")
      ->group("Cluster")
      ->each([](const std::string &given) { refuse_empty("--feed", given, "a pipe"); });
  add_local_options(command, options->local);
  return [options, &command] {
    note_given(command, *options);
    return run(*options);
  };
}

}  // namespace koordctl
