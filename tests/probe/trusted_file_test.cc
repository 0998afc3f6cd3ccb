// Files that hooks may trust, and files that they must reject.
#include "probe/trusted_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "base/error.h"

namespace koord::probe {
namespace {

class TrustedFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "koord-trust-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    path_ = directory_ + "/state";
    FILE *file = std::fopen(path_.c_str(), "w");
    ASSERT_NE(file, nullptr);
    std::fputs("hello", file);
    std::fclose(file);
    ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  Status status_of(const std::string &path, size_t limit = 100) {
    try {
      read_trusted_file(path, limit);
    } catch (const Error &error) {
      message_ = error.what();
      EXPECT_NE(message_.find(path), std::string::npos) << message_;
      return error.status();
    }
    return Status::kOk;
  }

  std::string directory_, path_, message_;
};

TEST_F(TrustedFile, IsReadWhole) {
  EXPECT_EQ(read_trusted_file(path_, 5), "hello");
  EXPECT_FALSE(read_trusted_file("/proc/self/cgroup", 1 << 20).empty());
}

TEST_F(TrustedFile, MayBeReplacedOnTheSameConditions) {
  const auto refused = [&](const std::string &path) {
    try {
      check_trusted_file(path);
      return false;
    } catch (const Error &error) {
      EXPECT_EQ(error.status(), Status::kPermission) << error.what();
      return true;
    }
  };
  EXPECT_FALSE(refused(path_));
  EXPECT_FALSE(refused(directory_ + "/none"));
  EXPECT_TRUE(refused(directory_));
  ASSERT_EQ(symlink(path_.c_str(), (directory_ + "/link").c_str()), 0);
  EXPECT_TRUE(refused(directory_ + "/link"));
  ASSERT_EQ(mkfifo((directory_ + "/fifo").c_str(), 0600), 0);
  EXPECT_TRUE(refused(directory_ + "/fifo"));
  ASSERT_EQ(chmod(path_.c_str(), 0622), 0);
  EXPECT_TRUE(refused(path_));
}

TEST_F(TrustedFile, OthersMustNotBeAbleToWriteIt) {
  for (const mode_t mode : {0664, 0646, 0666}) {
    ASSERT_EQ(chmod(path_.c_str(), mode), 0);
    EXPECT_EQ(status_of(path_), Status::kPermission) << mode;
    EXPECT_EQ(read_kernel_file(path_, 100), "hello") << mode;
  }
  if (geteuid() != 0) GTEST_SKIP() << "files of other users can be made by root only";
  ASSERT_EQ(chmod(path_.c_str(), 0644), 0);
  ASSERT_EQ(chown(path_.c_str(), 65534, 65534), 0);
  EXPECT_EQ(status_of(path_), Status::kPermission);
  EXPECT_NE(message_.find("user 65534"), std::string::npos) << message_;
}

// A user who may write the directory may replace or remove the file.
TEST_F(TrustedFile, OthersMustNotBeAbleToReplaceIt) {
  const std::string inner = directory_ + "/a/b";
  std::filesystem::create_directories(inner);
  std::filesystem::copy_file(path_, inner + "/state");
  const auto expect = [&](Status status, const char *says) {
    for (const char *name : {"/state", "/none"}) {
      const bool is_there = std::string(name) == "/state";
      const Status none = status == Status::kOk ? Status::kNotFound : status;
      message_.clear();
      EXPECT_EQ(status_of(inner + name), is_there ? status : none) << message_;
      EXPECT_NE(message_.find(says), std::string::npos) << message_;
      try {
        check_trusted_file(inner + name);
        EXPECT_EQ(status, Status::kOk);
      } catch (const Error &error) {
        EXPECT_EQ(error.status(), status);
        EXPECT_EQ(error.what(), message_);
      }
    }
  };
  struct Case {
    const char *directory;
    mode_t mode;
    Status status;
    const char *says;
  };
  for (const Case &one : {Case{"/a/b", 0755, Status::kOk, ""},
                          {"/a/b", 0775, Status::kPermission, "/a/b\", which can be written by"},
                          {"/a/b", 0757, Status::kPermission, "/a/b\", which can be written by"},
                          {"/a/b", 01777, Status::kPermission, "/a/b\", which can be written by"},
                          {"/a", 0775, Status::kPermission, "/a/b/..\", which can be written by"},
                          {"/a", 0777, Status::kPermission, "/a/b/..\", which can be written by"},
                          {"/a", 01777, Status::kOk, ""},
                          {"", 0777, Status::kPermission, "/a/b/../..\", which can be written by"},
                          {"", 0755, Status::kOk, ""}}) {
    SCOPED_TRACE(one.directory + (" " + std::to_string(one.mode)));
    ASSERT_EQ(chmod((directory_ + one.directory).c_str(), one.mode), 0);
    expect(one.status, one.says);
    ASSERT_EQ(chmod((directory_ + one.directory).c_str(), 0755), 0);
  }
  // A link in the path does not hide the owners of the directories.
  ASSERT_EQ(chmod((directory_ + "/a").c_str(), 0777), 0);
  ASSERT_EQ(symlink(inner.c_str(), (directory_ + "/way").c_str()), 0);
  EXPECT_EQ(status_of(directory_ + "/way/state"), Status::kPermission);
  ASSERT_EQ(chmod((directory_ + "/a").c_str(), 0755), 0);
  EXPECT_EQ(status_of(directory_ + "/way/state"), Status::kOk);
  if (geteuid() != 0) GTEST_SKIP() << "directories of other users can be made by root only";
  for (const char *directory : {"/a/b", "/a"}) {
    ASSERT_EQ(chown((directory_ + directory).c_str(), 65534, 65534), 0);
    expect(Status::kPermission, "which belongs to user 65534");
    ASSERT_EQ(chown((directory_ + directory).c_str(), 0, 0), 0);
  }
}

TEST_F(TrustedFile, ByARelativeNameToo) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory_);
  EXPECT_EQ(read_trusted_file("state", 5), "hello");
  EXPECT_EQ(read_trusted_file("./state", 5), "hello");
  ASSERT_EQ(chmod(directory_.c_str(), 0777), 0);
  EXPECT_EQ(status_of("state"), Status::kPermission);
  std::filesystem::current_path(before);
  EXPECT_EQ(status_of(""), Status::kPermission) << "the directory itself is no file";
}

TEST_F(TrustedFile, LinksPipesAndDirectoriesAreRefused) {
  ASSERT_EQ(symlink(path_.c_str(), (directory_ + "/link").c_str()), 0);
  EXPECT_EQ(status_of(directory_ + "/link"), Status::kPermission);
  EXPECT_EQ(status_of(directory_), Status::kPermission);
  ASSERT_EQ(mkfifo((directory_ + "/pipe").c_str(), 0600), 0);
  EXPECT_EQ(status_of(directory_ + "/pipe"), Status::kPermission) << "and nobody waits";
  EXPECT_EQ(status_of(directory_ + "/nothing"), Status::kNotFound);
  EXPECT_EQ(status_of(path_ + "/nothing"), Status::kNotFound);
}

TEST_F(TrustedFile, ItsLengthIsBounded) {
  EXPECT_EQ(status_of(path_, 4), Status::kLimit);
  EXPECT_EQ(status_of("/proc/self/maps", 10), Status::kLimit);
}

}  // namespace
}  // namespace koord::probe
