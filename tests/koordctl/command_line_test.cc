// Nested commands: parsing, help, errors about unknown commands, completion.
#include "cli/command_line.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/completion.h"
#include "support/failure_support.h"

namespace koordctl {
namespace {

constexpr int kPools = 40;
constexpr int kShow = 41;
constexpr int kTop = 42;
constexpr int kList = 43;

Run add_node(CLI::App &app) {
  app.add_subcommand("node", "What runs on a node");
  return nullptr;
}

Run add_state(CLI::App &app) {
  app.add_subcommand("state", "The files of a node");
  return nullptr;
}

Run add_pools(CLI::App &app) {
  app.add_subcommand("pools", "The pools of a node");
  return [] { return kPools; };
}

Run add_show(CLI::App &app) {
  auto file = std::make_shared<std::string>();
  CLI::App &command = *app.add_subcommand("show", "One file of a node");
  command.add_option("--file", *file, "Which")->type_name("FILE");
  return [file] { return *file == "x" ? kShow : 0; };
}

Run add_top(CLI::App &app) {
  app.add_subcommand("show", "Not what stands below node");
  return [] { return kTop; };
}

Run add_list(CLI::App &app) {
  app.add_subcommand("list", "The names of all commands");
  return [] { return kList; };
}

constexpr Command kCommands[] = {{"node", add_node},        {"node pools", add_pools},
                                 {"node state", add_state}, {"node state show", add_show},
                                 {"show", add_top},         {"list", add_list, true}};

int run(CommandLine &line, std::vector<const char *> words) {
  words.insert(words.begin(), "koordctl");
  return line.run(static_cast<int>(words.size()), words.data());
}

std::vector<Command> needed_for(std::vector<const char *> words) {
  words.insert(words.begin(), "koordctl");
  return commands_for(kCommands, static_cast<int>(words.size()), words.data());
}

int run(const std::vector<const char *> &words) {
  CommandLine line(needed_for(words));
  return run(line, words);
}

// Returns the error for words that no command accepts, with the command whose help it suggests.
std::string refused(const std::vector<const char *> &words) {
  CommandLine line(needed_for(words));
  try {
    run(line, words);
  } catch (const CLI::ExtrasError &) {
    return line.command_name() + ": " + line.unexpected_argument();
  }
  return "accepted";
}

// Returns bash's completions for the last of `words`.
std::string offered(const std::string &words) {
  const CommandLine line(kCommands);
  const std::string script = bash_completion(line.app()) + "COMP_WORDS=(" + words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _koordctl\n"
                             "echo -n \"${COMPREPLY[@]}\"\n";
  const std::string path = ::testing::TempDir() + "koordctl_completion.sh";
  std::FILE *file = std::fopen(path.c_str(), "we");
  std::fwrite(script.data(), 1, script.size(), file);
  std::fclose(file);
  std::FILE *shell = popen(("bash " + path).c_str(), "re");
  std::string text;
  for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) text += static_cast<char>(c);
  EXPECT_EQ(pclose(shell), 0);
  std::remove(path.c_str());
  return text;
}

TEST(CommandLine, RunsCommandsOfGroups) {
  EXPECT_EQ(run({"node", "pools"}), kPools);
  EXPECT_EQ(run({"node", "state", "show", "--file", "x"}), kShow);
  EXPECT_EQ(run({"show"}), kTop);
}

TEST(CommandLine, AGroupWithoutCommandListsItsCommands) {
  EXPECT_FAILURE(run({"node"}), kUsage,
                 "koordctl node: found no command, expected one of pools, state");
  EXPECT_FAILURE(run({"node", "state"}), kUsage,
                 "koordctl node state: found no command, expected one of show");
}

TEST(CommandLine, UnknownWordsAreComparedWithTheCommandsOfTheirGroup) {
  EXPECT_EQ(refused({"node", "pols"}),
            "koordctl node: unknown command \"pols\"; did you mean pools?");
  EXPECT_EQ(refused({"node", "zzzzzzz"}),
            "koordctl node: unknown command \"zzzzzzz\", expected one of pools, state");
  EXPECT_EQ(refused({"node", "state", "shwo"}),
            "koordctl node state: unknown command \"shwo\"; did you mean show?");
  EXPECT_EQ(refused({"node", "show"}),
            "koordctl node: unknown command \"show\", expected one of pools, state");
  EXPECT_EQ(refused({"node", "pools", "show"}),
            "koordctl node pools: unexpected argument \"show\"");
  EXPECT_EQ(refused({"node", "state", "show", "--fil", "x"}),
            "koordctl node state show: unknown option \"--fil\"; did you mean --file?");
  EXPECT_EQ(refused({"nod"}), "koordctl: unknown command \"nod\"; did you mean node?");
}

TEST(CommandLine, HelpNamesTheWholePath) {
  CommandLine line(needed_for({"node", "state", "--help"}));
  EXPECT_THROW(run(line, {"node", "state", "--help"}), CLI::CallForHelp);
  const std::string help = line.app().help();
  EXPECT_NE(help.find("Usage: koordctl node state COMMAND [OPTIONS]\n"), help.npos) << help;
  EXPECT_NE(help.find("\nCommands:\n  show "), help.npos) << help;
  EXPECT_EQ(help.find("pools"), help.npos) << help;

  CommandLine leaf(needed_for({"node", "state", "show", "-h"}));
  EXPECT_THROW(run(leaf, {"node", "state", "show", "-h"}), CLI::CallForHelp);
  const std::string text = leaf.app().help();
  EXPECT_NE(text.find("Usage: koordctl node state show [OPTIONS]\n"), text.npos) << text;
  EXPECT_NE(text.find("--file FILE"), text.npos) << text;
}

std::vector<std::string> paths_for(const std::vector<const char *> &words) {
  std::vector<std::string> paths;
  for (const Command &command : needed_for(words)) paths.emplace_back(command.path);
  return paths;
}

TEST(CommandLine, OnlyTheNamedCommandAndItsGroupsAreAdded) {
  using Paths = std::vector<std::string>;
  EXPECT_EQ(paths_for({"show"}), Paths{"show"});
  EXPECT_EQ(paths_for({"show", "node"}), Paths{"show"});
  EXPECT_EQ(paths_for({"node", "pools", "-h"}), (Paths{"node", "node pools"}));
  EXPECT_EQ(paths_for({"node", "state", "show", "--file", "x"}),
            (Paths{"node", "node state", "node state show"}));
  const Paths all = {"node", "node pools", "node state", "node state show", "show", "list"};
  EXPECT_EQ(paths_for({}), all);
  EXPECT_EQ(paths_for({"--help"}), all);
  EXPECT_EQ(paths_for({"-h", "show"}), all);
  EXPECT_EQ(paths_for({"shwo"}), all);
  EXPECT_EQ(paths_for({"node"}), all);
  EXPECT_EQ(paths_for({"node", "state"}), all);
  EXPECT_EQ(paths_for({"node", "sate", "show"}), all);
  EXPECT_EQ(paths_for({"list", "show"}), all);
  constexpr Command kOnly[] = {{"", add_top}};
  EXPECT_EQ(commands_for(kOnly, 0, nullptr).size(), 1U);
}

TEST(CommandLine, LeavesAreTheCommandsThatRun) {
  const CommandLine line(kCommands);
  std::vector<std::string> names;
  for (const CLI::App *command : leaves_of(line.app())) names.push_back(full_name(*command));
  EXPECT_EQ(names, (std::vector<std::string>{"koordctl node pools", "koordctl node state show",
                                             "koordctl show", "koordctl list"}));
}

TEST(Completion, FollowsGroups) {
  EXPECT_EQ(offered("koordctl ''"), "node show list --help --version");
  EXPECT_EQ(offered("koordctl node ''"), "pools state --help");
  EXPECT_EQ(offered("koordctl node st"), "state");
  EXPECT_EQ(offered("koordctl node state ''"), "show --help");
  EXPECT_EQ(offered("koordctl node state show -"), "--help --file");
  EXPECT_EQ(offered("koordctl show -"), "--help");
  EXPECT_EQ(offered("koordctl node nonsense ''"), "");
}

TEST(Completion, OtherShellsHaveAFunctionOrConditionForEachGroup) {
  const CommandLine line(kCommands);
  const std::string zsh = zsh_completion(line.app());
  for (const char *part : {"\n_koordctl_node_state() {", "\n_koordctl_node() {", "\n_koordctl() {",
                           "node) _koordctl_node ;;", "state) _koordctl_node_state ;;"})
    EXPECT_NE(zsh.find(part), zsh.npos) << part << "\n" << zsh;
  const std::string fish = fish_completion(line.app());
  for (const char *part : {"contains -- \"$found\" 'node' 'node state'; or break",
                           "-n '__koordctl_at node state show' -l file",
                           "-n '__koordctl_at node state' -a show", "-n '__koordctl_at' -a node"})
    EXPECT_NE(fish.find(part), fish.npos) << part << "\n" << fish;
}

}  // namespace
}  // namespace koordctl
