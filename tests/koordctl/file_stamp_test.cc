// Detection of files that are changed, created or removed.
#include "node/file_stamp.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

namespace koordctl {
namespace {

using Files = std::vector<std::string>;

class FileStampsOf : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "koord-stamps-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory_ = pattern;
    a_ = directory_ + "/a";
    b_ = directory_ + "/b";
    write(a_, "1", 100);
    write(b_, "1", 100);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  // Writes a file whose modification time is `age` seconds ago.
  static void write(const std::string &path, const std::string &text, std::time_t age) {
    std::FILE *file = std::fopen(path.c_str(), "we");
    ASSERT_NE(file, nullptr);
    std::fputs(text.c_str(), file);
    std::fclose(file);
    const std::time_t then = std::time(nullptr) - age;
    const timespec times[] = {{then, 0}, {then, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }

  std::string directory_, a_, b_;
};

TEST_F(FileStampsOf, AtFirstAllHaveChanged) {
  FileStamps stamps({a_, b_});
  EXPECT_EQ(stamps.changes().files, (Files{a_, b_}));
  EXPECT_FALSE(stamps.changes().any);
  stamps.forget();
  EXPECT_EQ(stamps.changes().files, (Files{a_, b_}));
}

TEST_F(FileStampsOf, ChangesShow) {
  FileStamps stamps({a_, b_});
  (void)stamps.changes();
  write(b_, "22", 100);
  EXPECT_EQ(stamps.changes().files, Files{b_}) << "another size";
  write(b_, "33", 50);
  EXPECT_EQ(stamps.changes().files, Files{b_}) << "another time";
  write(directory_ + "/new", "44", 50);
  ASSERT_EQ(std::rename((directory_ + "/new").c_str(), a_.c_str()), 0);
  EXPECT_EQ(stamps.changes().files, Files{a_}) << "another file";
  ASSERT_EQ(std::remove(a_.c_str()), 0);
  EXPECT_EQ(stamps.changes().files, Files{a_}) << "none";
  EXPECT_FALSE(stamps.changes().any) << "still none";
  write(a_, "1", 100);
  EXPECT_EQ(stamps.changes().files, Files{a_});
}

TEST_F(FileStampsOf, WhatWasWrittenJustNowIsLookedAtAgain) {
  FileStamps stamps({a_});
  (void)stamps.changes();
  write(a_, "2", 0);
  EXPECT_EQ(stamps.changes().files, Files{a_});
  const FileStamps::Changes again = stamps.changes();
  EXPECT_TRUE(again.any) << "another write of as many bytes in the same tick may not show";
  EXPECT_TRUE(again.files.empty());
}

}  // namespace
}  // namespace koordctl
