// koord-runtime: stands in front of runc or crun, where a container runtime has no NRI.
// docs/hooks.md.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <span>
#include <string>

#include "bundle.h"
#include "command_line.h"
#include "edit.h"
#include "koord.hpp"

namespace koord_runtime {
namespace {

void say(const std::string &what) { std::fprintf(stderr, "koord-runtime: %s\n", what.c_str()); }

// containerd shows what stands last in the runtime's log, not what it says.
void write_log(const Call &call, const std::string &what) {
  if (call.log.empty()) return;
  char time[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  if (gmtime_r(&now, &utc) != nullptr) std::strftime(time, sizeof time, "%Y-%m-%dT%H:%M:%SZ", &utc);
  std::ofstream log(call.log, std::ios::app);
  const Json text = "koord-runtime: " + what;
  if (call.log_is_json)
    log << Json{{"level", "error"}, {"msg", text}, {"time", time}} << '\n';
  else
    log << "time=\"" << time << "\" level=error msg=" << text << '\n';
}

// The container's config.json, where one is to be created.
void prepare(const Call &call, const Settings &settings) {
  if (call.config.empty()) return;
  Json config = read_config(call.config);
  const Edited edited = edit(config, call.id, settings);
  if (!edited.remark.empty()) say("not applied: " + edited.remark);
  if (edited.changed) replace_config(call.config, config);
}

int failed(const Call &call, ExitCode code, const std::string &what) {
  say(what);
  write_log(call, what);
  return code;
}

int run(std::span<char *> arguments) {
  Call call;
  try {
    Settings settings = read_settings(arguments);
    if (settings.help) {
      std::fputs(kHelp, stdout);
      return kDone;
    }
    call = read_call(std::span(settings.runtime).subspan(1, settings.runtime.size() - 2));
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
