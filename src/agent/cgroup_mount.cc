#include "agent/cgroup_mount.h"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace koord::agent {
namespace {

bool is_version_2(const std::string &path) {
  struct statfs status;
  return statfs(path.c_str(), &status) == 0 && status.f_type == CGROUP2_SUPER_MAGIC;
}

bool has_word(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || text[at - 1] == ' ') &&
        (end == text.size() || text[end] == ' ' || text[end] == '\n'))
      return true;
  }
  return false;
}

bool has_directory(CgroupFiles &files, const CgroupLayout &layout, CgroupController controller) {
  std::vector<std::string> names;
  return files.list(with_controller(layout.version, controller, kubepods_path(layout)), names) == 0;
}

CgroupDriver driver_of(CgroupFiles &files, CgroupLayout layout) {
  for (const CgroupDriver driver : {CgroupDriver::kSystemd, CgroupDriver::kCgroupfs}) {
    layout.driver = driver;
    for (const CgroupController controller : {CgroupController::kCpu, CgroupController::kCpuset})
      if (has_directory(files, layout, controller)) return driver;
  }
  throw Error(Status::kNotFound,
              "cgroups: found neither kubepods.slice nor kubepods; name the driver, or wait for "
              "kubelet");
}

}  // namespace

Cgroups open_cgroups(const CgroupOptions &options) {
  Cgroups found;
  found.layout.root = options.root;
  if (!is_cgroup_root(options.root)) (void)kubepods_path(found.layout);  // throws
  const bool all_2 = is_version_2(options.mount);
  found.layout.version = options.version.value_or(all_2 ? CgroupVersion::kV2 : CgroupVersion::kV1);
  found.hybrid =
      found.layout.version == CgroupVersion::kV1 && is_version_2(options.mount + "/unified");
  found.files = std::make_unique<RootedFiles>(options.mount, found.layout.version);
  if (all_2 && found.layout.version == CgroupVersion::kV2) {
    std::string controllers;
    const int error = found.files->read("cgroup.controllers", controllers);
    if (error != 0)
      throw Error(Status::kIo, std::string("cgroup.controllers: ") + std::strerror(error));
    if (!has_word(controllers, "cpuset"))
      throw Error(Status::kUnsupported, "cgroup.controllers: found " + in_quotes(controllers, 120) +
                                            ", expected cpuset among them");
  }
  found.layout.driver = options.driver ? *options.driver : driver_of(*found.files, found.layout);
  return found;
}

}  // namespace koord::agent
