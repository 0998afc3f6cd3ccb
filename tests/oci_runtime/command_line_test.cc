// Command lines of runc and crun, and of runtimes with other options.
#include "command_line.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace koord_runtime {
namespace {

Call call_of(std::vector<std::string> words) {
  std::vector<char *> arguments;
  for (std::string &word : words) arguments.push_back(word.data());
  return read_call(arguments);
}

void expect_creation(const std::vector<std::string> &words) {
  const Call call = call_of(words);
  SCOPED_TRACE(testing::PrintToString(words));
  EXPECT_EQ(call.error, "");
  EXPECT_EQ(call.command, "create");
  EXPECT_EQ(call.config, "/b/config.json");
  EXPECT_EQ(call.id, "beef");
}

TEST(RuntimeCommandLine, GlobalOptionsMayHaveTheirValuesApart) {
  for (const char *option : {"--root", "--log", "--log-format", "--log-level", "--rootless",
                             "--criu", "--cgroup-manager", "-log-level"})
    for (const char *value : {"debug", "create", "kill", "x=y"})
      expect_creation({"--debug", option, value, "create", "--bundle", "/b", "beef"});
  for (const char *option : {"--debug", "--systemd-cgroup", "--log-level=debug", "--log=x"})
    expect_creation({option, "create", "-b", "/b", "beef"});
}

TEST(RuntimeCommandLine, AnUnknownOptionHidesNoCreation) {
  expect_creation({"--unknown", "create", "--bundle", "/b", "beef"});
  expect_creation({"--unknown", "value", "create", "--bundle", "/b", "beef"});
  expect_creation({"--unknown", "kill", "create", "--bundle", "/b", "beef"});
  expect_creation({"--unknown", "--other", "value", "create", "--bundle", "/b", "beef"});
  for (const std::vector<std::string> &words :
       {std::vector<std::string>{"--unknown", "kill", "beef", "KILL"},
        {"--unknown", "value", "kill", "beef"},
        {"--unknown", "delete", "beef"}}) {
    const Call call = call_of(words);
    EXPECT_EQ(call.error, "");
    EXPECT_EQ(call.config, "");
  }
  EXPECT_NE(call_of({"make", "beef"}).error, "");
  EXPECT_NE(call_of({"--unknown", "make", "beef"}).error, "");
}

TEST(RuntimeCommandLine, TheIdMayStandBeforeOptions) {
  expect_creation({"create", "beef", "--bundle", "/b", "--pid-file", "/run/pid"});
  expect_creation({"create", "beef", "--bundle=/b", "--console-socket", "s", "--no-pivot"});
  expect_creation({"create", "--preserve-fds", "3", "-b", "/b", "beef"});
}

TEST(RuntimeCommandLine, TheLogIsKnownWhateverElseIsWrong) {
  for (const std::vector<std::string> &words :
       {std::vector<std::string>{"--log", "l", "--log-format", "json", "make", "beef"},
        {"--log", "l", "--log-format=json", "create", "--bundle", "x"}}) {
    const Call call = call_of(words);
    EXPECT_NE(call.error, "");
    EXPECT_EQ(call.log, "l");
    EXPECT_TRUE(call.log_is_json);
  }
}

}  // namespace
}  // namespace koord_runtime
