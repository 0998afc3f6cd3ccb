#include <memory>
#include <nlohmann/json.hpp>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "command/commands.h"
#include "koord.h"
#include "output/yaml.h"

namespace koordctl {
namespace {

constexpr const char *kVersionExamples = R"(Examples:
  koordctl version
  koordctl version -o json)";

int run(const std::string &output) {
  const std::string tool = std::to_string(KOORD_VERSION_MAJOR) + "." +
                           std::to_string(KOORD_VERSION_MINOR) + "." +
                           std::to_string(KOORD_VERSION_PATCH);
  if (output == "table") {
    print("koordctl " + tool + "\nlibkoord " + koord_version_string());
    return kOk;
  }
  nlohmann::ordered_json json;
  json["koordctl"] = tool;
  json["libkoord"] = koord_version_string();
  print(output == "json" ? json.dump(2) : json_to_yaml(json.dump()));
  return kOk;
}

}  // namespace

Run add_version_command(CLI::App &app) {
  auto output = std::make_shared<std::string>("table");
  CLI::App &command = *app.add_subcommand(
      "version", "Print the versions of koordctl and of the library it runs on");
  command.footer(kVersionExamples);
  set_choices(command.add_option("-o,--output", *output, "Output format; default: table"),
              {"table", "json", "yaml"});
  return [output] { return run(*output); };
}

}  // namespace koordctl
