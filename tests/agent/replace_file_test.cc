// A replaced file is either the old one or the new one, whole, whichever system call fails and
// wherever the writer is killed.
#include "agent/replace_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "agent/temp_name.h"
#include "support/expect_error.h"

namespace koord::agent {
namespace {

const std::string kOld(100'000, 'o');
const std::string kNew(150'000, 'n');

std::string content_of(const std::string &path) {
  std::string text;
  if (std::FILE *file = std::fopen(path.c_str(), "re"); file != nullptr) {
    char bytes[65536];
    for (size_t n = 0; (n = std::fread(bytes, 1, sizeof bytes, file)) > 0;) text.append(bytes, n);
    std::fclose(file);
  }
  return text;
}

void put(const std::string &path, const std::string &text) {
  std::FILE *file = std::fopen(path.c_str(), "we");
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
  ASSERT_EQ(std::fclose(file), 0);
}

class ReplaceFile : public ::testing::Test {
 protected:
  ReplaceFile() {
    std::string name = ::testing::TempDir() + "koord-replace-XXXXXX";
    directory_ = mkdtemp(name.data());
    path_ = directory_ + "/state";
    start_anew();
  }
  ~ReplaceFile() override {
    for (const std::string &name : names()) std::remove((directory_ + "/" + name).c_str());
    rmdir(directory_.c_str());
  }

  void start_anew() {
    for (const std::string &name : names()) std::remove((directory_ + "/" + name).c_str());
    put(path_, kOld);
    ASSERT_EQ(chmod(path_.c_str(), 0640), 0);
  }

  std::set<std::string> names() const {
    std::set<std::string> out;
    DIR *directory = opendir(directory_.c_str());
    while (const dirent *entry = readdir(directory))
      if (const std::string name = entry->d_name; name != "." && name != "..") out.insert(name);
    closedir(directory);
    return out;
  }

  std::string directory_, path_;
  std::string backup_ = std::string("state") + std::string(kBackupSuffix);
};

// Passes calls to the system, except those that the test makes fail.
class Troubled : public FileCalls {
 public:
  // Returns an errno to fail with, or 0.
  using Trouble = std::function<int(int call)>;
  explicit Troubled(Trouble trouble) : trouble_(std::move(trouble)) {}
  int calls() const { return calls_; }

  int open_at(int directory, const char *path, int flags, mode_t mode) override {
    return fails() ? -1 : FileCalls::open_at(directory, path, flags, mode);
  }
  int stat(int file, struct stat *status) override {
    return fails() ? -1 : FileCalls::stat(file, status);
  }
  int change_owner(int file, uid_t user, gid_t group) override {
    return fails() ? -1 : FileCalls::change_owner(file, user, group);
  }
  int change_mode(int file, mode_t mode) override {
    return fails() ? -1 : FileCalls::change_mode(file, mode);
  }
  // Writes in pieces, so that the writer can be killed between them.
  ssize_t write(int file, const void *bytes, size_t size) override {
    return fails() ? -1 : FileCalls::write(file, bytes, std::min(size, kNew.size() / 3 + 1));
  }
  int sync(int file) override { return fails() ? -1 : FileCalls::sync(file); }
  int close(int file) override {
    const int closed = FileCalls::close(file);  // Linux frees the descriptor even if close fails
    return fails() ? -1 : closed;
  }
  int link_at(int directory, const char *from, const char *to) override {
    return fails() ? -1 : FileCalls::link_at(directory, from, to);
  }
  int rename_at(int directory, const char *from, const char *to) override {
    return fails() ? -1 : FileCalls::rename_at(directory, from, to);
  }
  int unlink_at(int directory, const char *path) override {
    return fails() ? -1 : FileCalls::unlink_at(directory, path);
  }
  int lock(int file) override { return fails() ? -1 : FileCalls::lock(file); }
  std::vector<std::string> names(int directory) override {
    return fails() ? std::vector<std::string>() : FileCalls::names(directory);
  }

 private:
  bool fails() {
    errno = trouble_(calls_++);
    return errno != 0;
  }

  Trouble trouble_;
  int calls_ = 0;
};

TEST_F(ReplaceFile, TheNewFileHasTheOldOnesModeAndTheOldOneStays) {
  replace_file(path_, kNew, true);
  EXPECT_EQ(content_of(path_), kNew);
  EXPECT_EQ(content_of(directory_ + "/" + backup_), kOld);
  struct stat status = {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  EXPECT_EQ(names(), (std::set<std::string>{"state", backup_}));
  replace_file(path_, "", true);
  EXPECT_EQ(content_of(path_), "");
  EXPECT_EQ(content_of(directory_ + "/" + backup_), kNew);
  EXPECT_EQ(names().size(), 2u);
}

TEST_F(ReplaceFile, WithoutBackup) {
  replace_file(path_, kNew, false);
  EXPECT_EQ(content_of(path_), kNew);
  EXPECT_EQ(names(), std::set<std::string>{"state"});
}

TEST_F(ReplaceFile, AFileThatIsNotThereIsMadeForItsOwnerAlone) {
  std::remove(path_.c_str());
  replace_file(path_, kNew, true);
  EXPECT_EQ(content_of(path_), kNew);
  struct stat status = {};
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  EXPECT_EQ(names(), std::set<std::string>{"state"});
}

TEST_F(ReplaceFile, LinksPipesAndDirectoriesAreRefused) {
  const std::string link = directory_ + "/link", pipe = directory_ + "/pipe";
  ASSERT_EQ(symlink(path_.c_str(), link.c_str()), 0);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_ERROR(replace_file(link, kNew, true), Status::kInvalid, "found a symbolic link");
  EXPECT_ERROR(replace_file(pipe, kNew, true), Status::kInvalid, "is not a regular file");
  EXPECT_ERROR(replace_file(directory_, kNew, true), Status::kInvalid, "is not a regular file");
  EXPECT_ERROR(replace_file(directory_ + "/", kNew, true), Status::kInvalid,
               "expected the path of a file");
  EXPECT_ERROR(replace_file("", kNew, true), Status::kInvalid, "expected the path of a file");
  EXPECT_ERROR(replace_file(std::string("a\0b", 3), kNew, true), Status::kInvalid, "a\\x00b");
  EXPECT_ERROR(replace_file(directory_ + "/none/state", kNew, true), Status::kIo,
               "its directory cannot be opened");
  EXPECT_EQ(content_of(path_), kOld);
  EXPECT_EQ(names(), (std::set<std::string>{"link", "pipe", "state"}));
}

TEST(TempName, IsTheFilesOwn) {
  EXPECT_EQ(temp_name("state", TempKind::kNew, 0xabc), ".state.koord-new-0000000000000abc");
  EXPECT_EQ(temp_name("state", TempKind::kOld, ~uint64_t{0}), ".state.koord-old-ffffffffffffffff");
  for (const char *name : {".state.koord-new-0000000000000abc", ".state.koord-old-ffffffffffffffff",
                           ".state.koord-new0", ".state.koord-old15"})
    EXPECT_TRUE(is_temp_name("state", name)) << name;
  for (const char *name :
       {"state", ".state", "state.koord-backup", ".state.koord-new", ".state.koord-new-",
        ".state.koord-new-abc", ".state.koord-new-0000000000000ABC", ".state.koord-new-x",
        ".state.koord-new-0000000000000abcd", ".state.koord-newer", ".state.koord-new123",
        ".state.koord-mew0", ".states.koord-new0", "xstate.koord-new0",
        ".state.koord-new0.koord-new0"})
    EXPECT_FALSE(is_temp_name("state", name)) << name;
}

// A writer removes the leftovers of all killed writers, and no other files.
TEST_F(ReplaceFile, LeftoversAreRemovedAndDoNotDisturbWriters) {
  const std::string other = directory_ + "/other";
  put(other, "other");
  std::set<std::string> stays = {"state", backup_, "other"};
  for (uint64_t i = 0; i < 100; ++i)
    for (const TempKind kind : {TempKind::kNew, TempKind::kOld})
      put(directory_ + "/" + temp_name("state", kind, i), "left");
  for (int i = 0; i < 16; ++i)
    for (const char *kind : {"new", "old"})
      put(directory_ + "/.state.koord-" + kind + std::to_string(i), "left");
  for (const char *name : {".other.koord-new0", ".state.koord-newer", ".states.koord-new1"}) {
    put(directory_ + "/" + name, "not ours");
    stays.insert(name);
  }
  const std::string link = temp_name("state", TempKind::kNew, 1000);
  ASSERT_EQ(symlink(other.c_str(), (directory_ + "/" + link).c_str()), 0);
  const std::string pipe = temp_name("state", TempKind::kNew, 1001);
  ASSERT_EQ(mkfifo((directory_ + "/" + pipe).c_str(), 0600), 0);
  stays.insert({link, pipe});
  // The temporary file of a running writer.
  const std::string busy = temp_name("state", TempKind::kNew, 1002);
  put(directory_ + "/" + busy, "busy");
  const int held = open((directory_ + "/" + busy).c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  stays.insert(busy);

  replace_file(path_, kNew, true);
  EXPECT_EQ(content_of(path_), kNew);
  EXPECT_EQ(content_of(other), "other");
  EXPECT_EQ(content_of(directory_ + "/" + backup_), kOld);
  EXPECT_EQ(names(), stays);
  close(held);
  stays.erase(busy);
  replace_file(path_, kOld, false);
  EXPECT_EQ(names(), stays);
}

// Names that are taken are skipped, a limited number of times.
TEST_F(ReplaceFile, DrawsAgainWhereANameIsTaken) {
  class Drawn : public FileCalls {
   public:
    explicit Drawn(uint64_t good) : good_(good) {}
    uint64_t draw() override { return drawn_++ < good_ ? 7 : drawn_; }

   private:
    uint64_t good_, drawn_ = 0;
  };
  for (const TempKind kind : {TempKind::kNew, TempKind::kOld})
    ASSERT_EQ(mkdir((directory_ + "/" + temp_name("state", kind, 7)).c_str(), 0700), 0);
  Drawn soon(15);
  replace_file(path_, kNew, true, soon);
  EXPECT_EQ(content_of(path_), kNew);
  Drawn never(1000);
  EXPECT_ERROR(replace_file(path_, "none", true, never), Status::kIo,
               "no new file can be created in its directory");
  EXPECT_EQ(content_of(path_), kNew);
  for (const TempKind kind : {TempKind::kNew, TempKind::kOld})
    EXPECT_EQ(rmdir((directory_ + "/" + temp_name("state", kind, 7)).c_str()), 0);
}

// Several writers replace one file and some are killed. The
// others never fail, and no leftovers remain.
TEST_F(ReplaceFile, KilledWritersDoNotBlockOtherWriters) {
  constexpr int kWriters = 3, kRounds = 60;
  const std::string texts[] = {std::string(50'000, 'a'), std::string(60'000, 'b'),
                               std::string(70'000, 'c')};
  std::vector<pid_t> writers;
  for (int i = 0; i < kWriters; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      try {
        for (int n = 0; n < kRounds; ++n) replace_file(path_, texts[i], n % 2 == 0);
      } catch (const Error &error) {
        std::cerr << error.what() << '\n';
        _exit(1);
      }
      _exit(0);
    }
    writers.push_back(child);
  }
  for (int n = 0; n < 40; ++n) {
    const pid_t victim = fork();
    if (victim == 0)
      for (;;) replace_file(path_, texts[n % 3], true);
    usleep(static_cast<useconds_t>(500 + 397 * n % 2500));
    kill(victim, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(victim, &status, 0), victim);
    EXPECT_TRUE(WIFSIGNALED(status)) << "a writer failed before it was killed";
  }
  for (const pid_t writer : writers) {
    int status = 0;
    ASSERT_EQ(waitpid(writer, &status, 0), writer);
    EXPECT_EQ(status, 0);
  }
  const std::string found = content_of(path_);
  EXPECT_TRUE(found == texts[0] || found == texts[1] || found == texts[2]);
  replace_file(path_, kNew, false);
  EXPECT_EQ(names(), (std::set<std::string>{"state", backup_}));
}

TEST_F(ReplaceFile, WhicheverCallFailsNothingIsHalfDone) {
  int replaced = 0, refused = 0, calls = 0;
  for (const bool backup : {true, false})
    for (const int number : {EIO, ENOSPC, EACCES, EMFILE, EEXIST}) {
      Troubled count([](int) { return 0; });
      start_anew();
      replace_file(path_, kNew, backup, count);
      for (int failing = 0; failing < count.calls(); ++failing) {
        start_anew();
        Troubled calls_made([&](int call) { return call == failing ? number : 0; });
        std::string message;
        try {
          replace_file(path_, kNew, backup, calls_made);
        } catch (const Error &error) {
          message = error.what();
          EXPECT_EQ(error.status(), number == EACCES ? Status::kPermission : Status::kIo)
              << message;
        }
        ++calls;
        const bool in_place =
            message.empty() || message.find("the new file is in place") != std::string::npos;
        ++(in_place ? replaced : refused);
        EXPECT_EQ(content_of(path_) == kNew, in_place) << failing << ": " << message;
        EXPECT_EQ(content_of(path_) == kOld, !in_place) << failing << ": " << message;
        for (const std::string &name : names())
          EXPECT_TRUE(name == "state" || name == backup_) << name << " after call " << failing;
      }
    }
  std::cout << calls << " failing calls: " << refused << " kept the old file, " << replaced
            << " ended with the new one\n";
  EXPECT_GE(refused, 80);
  EXPECT_LE(replaced, calls * 2 / 5);
}

// The writer is killed at every step; its leftovers do not stop the next writer.
TEST_F(ReplaceFile, WhereverTheWriterDiesTheFileIsWhole) {
  Troubled count([](int) { return 0; });
  replace_file(path_, kNew, true, count);
  int old_files = 0, new_files = 0;
  for (int last = 0; last < count.calls(); ++last) {
    start_anew();
    const pid_t child = fork();
    if (child == 0) {
      Troubled dies([&](int call) {
        if (call == last) _exit(7);
        return 0;
      });
      replace_file(path_, kNew, true, dies);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_EQ(WEXITSTATUS(status), 7) << last;
    const std::string found = content_of(path_);
    ASSERT_TRUE(found == kOld || found == kNew) << last;
    ++(found == kOld ? old_files : new_files);
    replace_file(path_, "next", true);
    EXPECT_EQ(content_of(path_), "next");
    EXPECT_EQ(content_of(directory_ + "/" + backup_), found) << last;
    EXPECT_EQ(names(), (std::set<std::string>{"state", backup_})) << last;
  }
  std::cout << count.calls() << " deaths: " << old_files << " left the old file, " << new_files
            << " the new one\n";
  EXPECT_GE(old_files, 10);
  EXPECT_GE(new_files, 1);
}

TEST_F(ReplaceFile, InterruptedWritesGoOn) {
  int interrupted = 0;
  class Interrupted : public FileCalls {
   public:
    explicit Interrupted(int &count) : count_(count) {}
    ssize_t write(int file, const void *bytes, size_t size) override {
      if (++count_ % 2 == 1) {
        errno = EINTR;
        return -1;
      }
      return FileCalls::write(file, bytes, std::min<size_t>(size, 1000));
    }

   private:
    int &count_;
  } calls(interrupted);
  replace_file(path_, kNew, true, calls);
  EXPECT_EQ(content_of(path_), kNew);
  EXPECT_GE(interrupted, 300);
}

}  // namespace
}  // namespace koord::agent
