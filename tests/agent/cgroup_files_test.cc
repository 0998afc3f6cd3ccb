// Reads and writes below a root directory, paths that try to leave it,
// and detection of a machine's control groups.
#include "agent/cgroup_files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "agent/cgroup_mount.h"
#include "agent/cgroup_tree.h"
#include "support/expect_error.h"

namespace koord::agent::testing {
namespace {

namespace fs = std::filesystem;

class CgroupFilesTest : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / "koord-files-XXXXXX";
    ASSERT_NE(mkdtemp(root_.data()), nullptr);
    fs::create_directories(root_ + "/mount/a/b");
    put("outside", "secret");
    put("mount/a/file", "0-3\n");
    fs::create_symlink("file", root_ + "/mount/a/link");
    fs::create_directory_symlink("a", root_ + "/mount/up");
    fs::create_symlink(root_ + "/outside", root_ + "/mount/out");
  }
  void TearDown() override { fs::remove_all(root_); }
  void put(const std::string &path, const std::string &text) {
    std::ofstream(root_ + '/' + path) << text;
  }
  std::string get(const std::string &path) {
    std::ifstream file(root_ + '/' + path);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  RootedFiles &files() {
    if (files_ == nullptr) {
      files_ = std::make_unique<RootedFiles>(root_ + "/mount", CgroupVersion::kV2);
      if (GetParam()) files_->open_by_component();
    }
    return *files_;
  }

  std::string root_;
  std::string text_;
  std::unique_ptr<RootedFiles> files_;
};

TEST_P(CgroupFilesTest, ReadsWritesAndLists) {
  EXPECT_EQ(files().read("a/file", text_), 0);
  EXPECT_EQ(text_, "0-3\n");
  EXPECT_EQ(files().write("a/file", "1"), 0);
  EXPECT_EQ(get("mount/a/file"), "1");
  std::vector<std::string> names;
  EXPECT_EQ(files().list("", names), 0);
  EXPECT_EQ(names, std::vector<std::string>{"a"});  // links are not directories
  EXPECT_EQ(files().list("a", names), 0);
  EXPECT_EQ(names, std::vector<std::string>{"b"});
  EXPECT_EQ(files().read("a/none", text_), ENOENT);
  EXPECT_EQ(files().write("a/none", "1"), ENOENT);  // no file is created
  EXPECT_EQ(files().read("a", text_), EISDIR);
  EXPECT_EQ(files().list("a/file", names), ENOTDIR);
}

TEST_P(CgroupFilesTest, WriteAndReadReturnsTheNewContents) {
  WriteAndRead result = files().write_and_read("a/file", "12", text_);
  EXPECT_EQ(result.write_error, 0);
  EXPECT_EQ(result.read_error, 0);
  EXPECT_EQ(text_, "12");
  EXPECT_EQ(get("mount/a/file"), "12");
  for (const auto &[path, error] :
       {std::pair("a/none", ENOENT), {"a", EISDIR}, {"../outside", EXDEV}}) {
    result = files().write_and_read(path, "x", text_);
    EXPECT_EQ(result.write_error, error) << path;
    EXPECT_EQ(result.read_error, 0) << path;
  }
  for (const char *path : {"out", "a/link", "up/file"})
    EXPECT_NE(files().write_and_read(path, "x", text_).write_error, 0) << path;
  EXPECT_EQ(get("outside"), "secret");
  // A file that can be written but not read reports a read error and does not block.
  ASSERT_EQ(mkfifo((root_ + "/mount/a/pipe").c_str(), 0600), 0);
  result = files().write_and_read("a/pipe", "x", text_);
  EXPECT_EQ(result.write_error, 0);
  EXPECT_EQ(result.read_error, ESPIPE);
}

TEST_P(CgroupFilesTest, NothingLeadsOut) {
  for (const char *path : {"../outside", "a/../../outside", "/etc/passwd", "a//file", "./a/file",
                           "a/./file", "a/file/", "..", "a/.."}) {
    EXPECT_EQ(files().read(path, text_), EXDEV) << path;
    EXPECT_EQ(files().write(path, "x"), EXDEV) << path;
  }
  EXPECT_EQ(files().read(std::string("a/file\0x", 8), text_), EXDEV);
  EXPECT_EQ(files().read(std::string(5000, 'a'), text_), EXDEV);
  for (const char *path : {"out", "a/link", "up/file"}) {
    const int error = files().read(path, text_);
    EXPECT_TRUE(error == ELOOP || error == ENOTDIR) << path << ": " << error;
    EXPECT_NE(files().write(path, "x"), 0) << path;
  }
  EXPECT_EQ(get("outside"), "secret");
  EXPECT_EQ(get("mount/a/file"), "0-3\n");
}

TEST_P(CgroupFilesTest, PipesAndTooLargeFilesAreErrors) {
  put("mount/a/large", std::string(kMaxCgroupFile + 1, ' '));
  EXPECT_EQ(files().read("a/large", text_), EFBIG);
  ASSERT_EQ(mkfifo((root_ + "/mount/a/pipe").c_str(), 0600), 0);
  EXPECT_EQ(files().write("a/pipe", "x"), ENXIO);  // and does not block until there is a reader
}

INSTANTIATE_TEST_SUITE_P(Ways, CgroupFilesTest, ::testing::Bool(),
                         [](const auto &way) { return way.param ? "ByComponent" : "Openat2"; });

TEST(CgroupErrors, Classes) {
  EXPECT_EQ(class_of(0), CgroupError::kNone);
  EXPECT_EQ(class_of(EBUSY), CgroupError::kRetry);
  EXPECT_EQ(class_of(ENOENT), CgroupError::kGone);
  EXPECT_EQ(class_of(ENODEV), CgroupError::kGone);
  EXPECT_EQ(class_of(EACCES), CgroupError::kDenied);
  EXPECT_EQ(class_of(ERANGE), CgroupError::kInvalid);
  EXPECT_EQ(class_of(ENOSPC), CgroupError::kInvalid);
  EXPECT_EQ(class_of(EOPNOTSUPP), CgroupError::kUnsupported);
}

TEST(CgroupMount, VersionAndDriver) {
  std::string root = fs::temp_directory_path() / "koord-mount-XXXXXX";
  ASSERT_NE(mkdtemp(root.data()), nullptr);
  CgroupOptions options;
  options.mount = root;
  EXPECT_ERROR(open_cgroups(options), Status::kNotFound, "cpuset");
  fs::create_directories(root + "/cpuset");
  fs::create_directories(root + "/unified");
  EXPECT_ERROR(open_cgroups(options), Status::kNotFound, "neither kubepods.slice nor kubepods");
  fs::create_directories(root + "/cpu,cpuacct/kubepods");
  fs::create_directory_symlink("cpu,cpuacct", root + "/cpu");
  {
    const Cgroups found = open_cgroups(options);
    EXPECT_EQ(found.layout.version, CgroupVersion::kV1);
    EXPECT_EQ(found.layout.driver, CgroupDriver::kCgroupfs);
    EXPECT_FALSE(found.hybrid);  // a directory of that name is not a mount
    std::vector<std::string> names;
    EXPECT_EQ(found.files->list("cpu", names), 0);
    EXPECT_EQ(names, std::vector<std::string>{"kubepods"});
  }
  fs::create_directories(root + "/cpuset/kubepods.slice");
  EXPECT_EQ(open_cgroups(options).layout.driver, CgroupDriver::kSystemd);
  options.driver = CgroupDriver::kCgroupfs;
  EXPECT_EQ(open_cgroups(options).layout.driver, CgroupDriver::kCgroupfs);
  options.root = "../x";
  EXPECT_ERROR(open_cgroups(options), Status::kInvalid, "cgroup root: found");
  options.mount = root + "/none";
  options.root = "";
  EXPECT_ERROR(open_cgroups(options), Status::kNotFound, "No such file");
  fs::remove_all(root);
}

TEST(CgroupTreeObserved, LimitsAndInvalidFiles) {
  std::string root = fs::temp_directory_path() / "koord-tree-XXXXXX";
  ASSERT_NE(mkdtemp(root.data()), nullptr);
  const auto group = [&](const std::string &path, const std::string &cpus) {
    fs::create_directories(root + "/cpuset/" + path);
    std::ofstream(root + "/cpuset/" + path + "/cpuset.cpus") << cpus << '\n';
    std::ofstream(root + "/cpuset/" + path + "/cpuset.mems") << "0\n";
  };
  const CgroupLayout layout{CgroupDriver::kCgroupfs, CgroupVersion::kV1, ""};
  group("other", "0");
  RootedFiles files(root, CgroupVersion::kV1);
  EXPECT_ERROR(observe_cgroups(files, layout), Status::kNotFound, "kubepods");
  std::string path = "kubepods";
  group(path, "0-7");
  group("kubepods/burstable", "0-7");
  group("kubepods/burstable/stray", "1");
  group("kubepods/podab", "0-3");
  group("kubepods/podab/0f", "0-1");
  group("kubepods/podab/0f/in", "1");
  const CgroupTree tree = observe_cgroups(files, layout);
  std::string seen;
  for (const ObservedGroup &one : tree.groups)
    seen += one.path + ' ' + std::to_string(static_cast<int>(one.kind)) + ' ' +
            std::to_string(one.parent) + ' ' + one.pod + ' ' + one.container + ' ' +
            one.cpus.effective.to_string() + '\n';
  EXPECT_EQ(seen,
            "kubepods 1 -1   0-7\nkubepods/burstable 2 0   0-7\nkubepods/burstable/stray 6 1   1\n"
            "kubepods/podab 3 0 ab  0-3\nkubepods/podab/0f 4 3 ab 0f 0-1\n"
            "kubepods/podab/0f/in 5 4   1\n");
  path = "kubepods/podab/0f";
  for (int depth = 3; depth <= kMaxGroupDepth; ++depth) group(path += "/n", "1");
  EXPECT_ERROR(observe_cgroups(files, layout), Status::kLimit, "nested deeper than 8");
  fs::remove_all(root + "/cpuset/kubepods/podab/0f/n");
  group("kubepods/podab", "0-");
  EXPECT_ERROR(observe_cgroups(files, layout), Status::kCorrupt, "kubepods/podab/cpuset.cpus");
  fs::remove_all(root);
}

}  // namespace
}  // namespace koord::agent::testing
