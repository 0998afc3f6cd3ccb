// koord-runtime wraps runc or crun for container runtimes without NRI. See docs/operate/hooks.md.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <span>
#include <string>

#include "bundle.h"
#include "command_line.h"
#include "edit.h"
#include "koord.hpp"

namespace koord_runtime {
namespace {

constexpr size_t kMaxMessage = 1000;

void say(const std::string &what) { std::fprintf(stderr, "koord-runtime: %s\n", what.c_str()); }

// Appends to a file without blocking: a FIFO may have no reader.
void append(const std::string &path, const std::string &line) {
  const int log = open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);
  if (log < 0) return;
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t put = write(log, line.data() + done, line.size() - done);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) break;
    done += static_cast<size_t>(put);
  }
  close(log);
}

// Writes to the runtime's log, because containerd shows its last line and not the runtime's output.
void write_log(const Call &call, const std::string &what) {
  if (call.log.empty()) return;
  char time[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  if (gmtime_r(&now, &utc) != nullptr) std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%SZ", &utc);
  const Json text = "koord-runtime: " + what;
  const std::string line =
      call.log_is_json ? Json{{"level", "error"}, {"msg", text}, {"time", time}}.dump()
                       : "time=\"" + std::string(time) + "\" level=error msg=" + text.dump();
  append(call.log, line + '\n');
}

// Edits the container's config.json if the call creates a container.
void prepare(const Call &call, const Settings &settings) {
  if (call.config.empty()) return;
  Json config = read_config(call.config);
  const Edited edited = edit(config, call.id, settings);
  if (!edited.remark.empty()) say("not applied: " + printable(edited.remark, kMaxMessage));
  if (edited.changed) replace_config(call.config, config);
}

int failed(const Call &call, ExitCode code, std::string what) {
  what = printable(what, kMaxMessage);
  say(what);
  write_log(call, what);
  return code;
}

int run(std::span<char *> arguments) {
  Call call;
  try {
    call = read_call(runtime_arguments(arguments));
    Settings settings = read_settings(arguments);
    if (settings.help) {
      std::fputs(kHelp, stdout);
      return kDone;
    }
    if (!call.error.empty()) throw Failure(kUsage, call.error);
    prepare(call, settings);
    execv(settings.runtime.front(), settings.runtime.data());
    return failed(call, kEnvironment,
                  std::string(settings.runtime.front()) + ": " + std::strerror(errno));
  } catch (const Failure &failure) {
    return failed(call, failure.code(), failure.what());
  } catch (const koord::Error &error) {
    return failed(call, error.code() == KOORD_E_INTERNAL ? kInternal : kEnvironment, error.what());
  } catch (const std::exception &error) {
    return failed(call, kInternal, error.what());
  }
}

}  // namespace
}  // namespace koord_runtime

int main(int argc, char **argv) {
  return koord_runtime::run(std::span(argv, static_cast<size_t>(argc)).subspan(argc > 0 ? 1 : 0));
}
