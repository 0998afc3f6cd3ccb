#include "node/state_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <utility>

#include "cli/errors.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/session_command.h"

namespace koordctl {
namespace {

namespace fs = std::filesystem;

std::string boot_id_of(const std::string &proc) {
  std::string text;
  try {
    text = read_file(proc + "/sys/kernel/random/boot_id", 4096);
  } catch (const Failure &) {
    return "";  // the state then belongs to any boot
  }
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

// Returns true if a process holds the lock, according to the kernel's list of locks: "1: FLOCK
// ADVISORY WRITE 42 00:1b:1234 0 EOF". The list is searched by inode only, because on stacked file
// systems its device differs from that of stat.
bool is_locked(const StateOptions &options) {
  struct stat found;
  if (lstat((options.path + ".lock").c_str(), &found) != 0) return false;
  const std::string inode = ":" + std::to_string(found.st_ino) + " ";
  std::istringstream locks(read_file(options.proc + "/locks"));
  for (std::string line; std::getline(locks, line);)
    if (line.find(" FLOCK ") != std::string::npos && line.find(inode) != std::string::npos)
      return true;
  return false;
}

}  // namespace

void add_state_options(CLI::App &command, StateOptions &options) {
  const std::string group = "State";
  command
      .add_option("--state", options.path,
                  "The file that hooks read: which CPUs the pods run on; default: "
                  "/run/koord/node-state.json")
      ->type_name("FILE")
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--state", given, "a file"); });
  command.add_option("--proc", options.proc, "Where the host's proc is mounted; default: /proc")
      ->type_name("DIRECTORY")
      ->group(group)
      ->each([](const std::string &given) { refuse_empty("--proc", given, "a directory"); });
}

koord::AgentState state_before(const StateOptions &options) {
  try {
    koord::AgentState state = koord::AgentState::load(options.path);
    if (state.get_text(KOORD_AGENT_TEXT_BOOT_ID) == boot_id_of(options.proc)) return state;
  } catch (const koord::Error &error) {
    if (error.code() != KOORD_E_NOT_FOUND)
      diagnose("warning", options.path + ": " + error.what() + "; the file is ignored");
  }
  return {};
}

StateInForce state_in_force(const StateOptions &options) {
  StateInForce out;
  try {
    const koord::AgentState state = koord::AgentState::load(options.path);
    out.is_of_this_boot = state.get_text(KOORD_AGENT_TEXT_BOOT_ID) == boot_id_of(options.proc);
  } catch (const koord::Error &error) {
    if (error.code() != KOORD_E_NOT_FOUND) fail_with(error, options.path);
    throw Failure(kEnvironment,
                  options.path + ": no such file: no placement was written on this node");
  }
  out.is_managed = is_locked(options);
  return out;
}

StateFile::StateFile(const StateOptions &options)
    : options_(options), boot_id_(boot_id_of(options.proc)) {
  const std::string directory = fs::path(options.path).parent_path().string();
  if (!directory.empty() && mkdir(directory.c_str(), 0755) != 0 && errno != EEXIST)
    fail_with_errno(directory + ": cannot create the directory of node-state.json");
  // Check the file before the lock is taken. In a directory that other users can write to, they
  // could hold the lock, or make it a link.
  try {
    (void)koord::AgentState::load(options_.path);
  } catch (const koord::Error &error) {
    if (error.code() == KOORD_E_PERMISSION || error.code() == KOORD_E_IO) fail_with(error, "");
  }
  lock();
}

StateFile::~StateFile() { close(lock_); }

void StateFile::lock() {
  const std::string path = options_.path + ".lock";
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (lock_ < 0) fail_with_errno(path + ": cannot open it");
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) return;
  const int number = errno;
  close(lock_);
  errno = number;
  if (number == EWOULDBLOCK)
    throw Failure(kEnvironment,
                  path + ": another koordctl or koord-agent manages this node; stop it first");
  fail_with_errno(path + ": cannot lock it");
}

void StateFile::save(const std::string &json) {
  with_subject("", [&] { koord::AgentState::save(options_.path, json); });
}

}  // namespace koordctl
