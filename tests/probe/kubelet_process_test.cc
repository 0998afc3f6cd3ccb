// Detection of a kubelet in /proc.
#include "probe/kubelet_process.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/expect_error.h"

namespace koord::probe {
namespace {

class KubeletProcess : public ::testing::Test {
 protected:
  KubeletProcess() {
    std::string name = ::testing::TempDir() + "koord-proc-XXXXXX";
    root_ = mkdtemp(name.data());
  }
  ~KubeletProcess() override { std::filesystem::remove_all(root_); }

  void add(const std::string &pid, const std::string &comm, const std::string &exe = "") {
    const std::string directory = root_ + "/" + pid;
    std::filesystem::create_directory(directory);
    std::FILE *file = std::fopen((directory + "/comm").c_str(), "we");
    std::fputs(comm.c_str(), file);
    std::fclose(file);
    if (exe.empty()) return;
    ASSERT_EQ(symlink(exe.c_str(), (directory + "/exe").c_str()), 0);
  }

  std::string root_;
};

TEST_F(KubeletProcess, ByNameOrProgram) {
  EXPECT_EQ(find_kubelet(root_), 0);
  add("1", "systemd\n", "/usr/lib/systemd/systemd");
  add("20", "kubelet-wrapper\n", "/usr/bin/bash");
  add("self", "kubelet\n");
  add("21x", "kubelet\n");
  EXPECT_EQ(find_kubelet(root_), 0);
  add("400", "k3s-server\n");
  EXPECT_EQ(find_kubelet(root_), 400);
  add("300", "hidden\n", "/usr/bin/kubelet (deleted)");
  EXPECT_EQ(find_kubelet(root_), 300);
  add("30", "kubelet");
  EXPECT_EQ(find_kubelet(root_), 30);
}

TEST_F(KubeletProcess, ProcThatIsNotThere) {
  EXPECT_ERROR(find_kubelet(root_ + "/none"), Status::kIo,
               "it is unknown whether kubelet is running");
}

}  // namespace
}  // namespace koord::probe
