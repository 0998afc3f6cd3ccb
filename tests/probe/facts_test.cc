// Every machine of the shared data, read from its hwloc export and, if present, from its raw sysfs
// tree, is compared with its recorded facts.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "probe/facts_check.h"
#include "probe/hwloc_source.h"
#include "probe/scoped_environment.h"
#include "support/shared_data.h"

namespace koord {
namespace {

using testing::Json;

Json load_facts() {
  const auto shared = testing::shared_directory();
  if (!shared) return Json::array();
  return Json::parse(testing::read_file(*shared + "/machines/facts.json"));
}

const Json &all_facts() {
  static const Json facts = load_facts();
  return facts;
}

const Json &facts_of(const std::string &name) {
  for (const Json &machine : all_facts())
    if (machine.at("name") == name) return machine;
  throw std::runtime_error("no facts of " + name);
}

std::vector<std::string> machine_names(bool raw) {
  std::vector<std::string> names;
  for (const Json &machine : all_facts())
    if (!raw || machine.at("raw").is_string()) names.push_back(machine.at("name"));
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  for (char &c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

std::shared_ptr<const Topology> read_export(const Json &machine, uint32_t flags) {
  const std::string path =
      *testing::shared_directory() + "/machines/" + machine.at("xml").get<std::string>();
  return probe::read_hwloc_xml(testing::read_file(path), flags, {});
}

// A raw tree, unpacked for the duration of a test.
class Unpacked {
 public:
  explicit Unpacked(const std::string &archive) {
    std::string pattern = (std::filesystem::temp_directory_path() / "koord-raw-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    directory_ = pattern;
    const std::string command = "tar -xjf '" + archive + "' -C '" + pattern + "'";
    if (std::system(command.c_str()) != 0) return;
    for (const auto &entry : std::filesystem::directory_iterator(directory_))
      root_ = entry.path().string();
  }
  ~Unpacked() {
    std::error_code ignored;  // some files of the trees are read-only
    std::filesystem::permissions(directory_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(directory_, ignored);
  }
  const std::string &root() const { return root_; }  // empty if tar or bzip2 is missing

 private:
  std::filesystem::path directory_;
  std::string root_;
};

class ExportFacts : public ::testing::TestWithParam<std::string> {};
class RawFacts : public ::testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ExportFacts);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(RawFacts);

TEST_P(ExportFacts, HoldForTheTopologyReadFromXml) {
  const Json &machine = facts_of(GetParam());
  testing::check_facts(*read_export(machine, 0), machine);
}

TEST_P(ExportFacts, HoldForItsAllowedPart) {
  const Json &machine = facts_of(GetParam());
  const bool restricted = machine.at("cpuset") != machine.at("allowed_cpuset");
  // A restricted export has facts of its own, under the name of that export.
  const std::string name = GetParam().substr(0, GetParam().rfind("-disallowed"));
  testing::check_facts(*read_export(machine, probe::kOnlyAllowed),
                       restricted ? facts_of(name) : machine);
}

TEST_P(RawFacts, HoldForTheTopologyReadFromSysfs) {
  const Json &machine = facts_of(GetParam());
  const Unpacked tree(*testing::shared_directory() + "/machines/" +
                      machine.at("raw").get<std::string>());
  if (tree.root().empty()) GTEST_SKIP() << "tar or bzip2 is missing";
  const testing::ScopedEnvironment environment(testing::sysfs_root(tree.root()));
  testing::check_facts(*probe::read_this_machine(probe::kOnlyAllowed, {}), machine);
  // If a cgroup excludes CPUs, the export of the whole machine has a name of its own.
  const std::string whole = GetParam() + "-disallowed";
  const bool has_whole = [&] {
    for (const Json &other : all_facts())
      if (other.at("name") == whole) return true;
    return false;
  }();
  testing::check_facts(*probe::read_this_machine(0, {}), has_whole ? facts_of(whole) : machine);
}

INSTANTIATE_TEST_SUITE_P(Machines, ExportFacts, ::testing::ValuesIn(machine_names(false)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Machines, RawFacts, ::testing::ValuesIn(machine_names(true)), test_name);

TEST(Facts, OfTheSharedMachinesAreThere) {
  KOORD_NEED_SHARED(shared);
  EXPECT_GE(all_facts().size(), 17u) << shared;
}

}  // namespace
}  // namespace koord
