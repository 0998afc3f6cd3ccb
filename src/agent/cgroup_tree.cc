#include "agent/cgroup_tree.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "base/error.h"

namespace koord::agent {
namespace {

using object::KubeQos;

class Observer {
 public:
  Observer(CgroupFiles &files, const CgroupLayout &layout) : files_(files) {
    tree_.layout = layout;
  }

  CgroupTree observe() {
    add_needed(kubepods_path(tree_.layout), -1, CgroupKind::kRoot, KubeQos::kGuaranteed);
    for (const KubeQos qos : {KubeQos::kBurstable, KubeQos::kBestEffort}) {
      const std::string path = qos_path(tree_.layout, qos);
      if (const auto group = add(path, 0, CgroupKind::kQos, qos)) {
        qos_paths_.push_back(path);
        add_pods(*group, qos);
      }
    }
    add_pods(0, KubeQos::kGuaranteed);
    return std::move(tree_);
  }

  CgroupTree observe_pod(KubeQos qos, const std::string &uid) {
    tree_.whole = false;
    int32_t above =
        add_needed(kubepods_path(tree_.layout), -1, CgroupKind::kRoot, KubeQos::kGuaranteed);
    if (qos != KubeQos::kGuaranteed)
      above = add_needed(qos_path(tree_.layout, qos), above, CgroupKind::kQos, qos);
    const int32_t pod = add_needed(pod_path(tree_.layout, qos, uid), above, CgroupKind::kPod, qos);
    tree_.groups[static_cast<size_t>(pod)].pod = uid;
    add_containers(pod, uid, qos);
    return std::move(tree_);
  }

 private:
  int32_t add_needed(const std::string &path, int32_t parent, CgroupKind kind, KubeQos qos) {
    const auto group = add(path, parent, kind, qos);
    if (!group) throw Error(Status::kNotFound, "cgroups: no directory " + in_quotes(path, 300));
    return *group;
  }

  bool is_v2() const { return tree_.layout.version == CgroupVersion::kV2; }

  // Returns false if the file does not exist.
  bool read(const std::string &path, std::string &text) {
    const int error = files_.read(path, text);
    if (error == 0) return true;
    if (class_of(error) == CgroupError::kGone || error == ENOTDIR) return false;
    if (error == ENOMEM) throw std::bad_alloc();
    const Status status =
        class_of(error) == CgroupError::kDenied ? Status::kPermission : Status::kIo;
    throw Error(status, in_quotes(path, 300) + ": " + std::strerror(error));
  }

  GroupSet read_set(const std::string &group, CgroupFile file) {
    GroupSet set;
    const std::string path = cgroup_file_path(tree_.layout.version, group, file);
    set.present = read(path, text_);
    if (!set.present) return set;
    set.written = read_group_set(text_, path);
    set.effective = set.written;
    if (!is_v2()) return set;
    const std::string effective = effective_file_path(group, file);
    set.present = read(effective, text_);
    if (set.present) set.effective = read_group_set(text_, effective);
    return set;
  }

  GroupQuota read_quota(const std::string &group) {
    GroupQuota quota;
    const std::string path = cgroup_file_path(tree_.layout.version, group, CgroupFile::kQuota);
    quota.present = read(path, text_);
    if (!quota.present) return quota;
    quota.text = without_line_end(text_);
    quota.limited = is_limited(tree_.layout.version, quota.text);
    return quota;
  }

  std::optional<std::vector<std::string>> directories(const std::string &group) {
    std::vector<std::string> names;
    const std::string path =
        with_controller(tree_.layout.version, CgroupController::kCpuset, group);
    const int error = files_.list(path, names);
    if (error == 0) return names;
    if (class_of(error) == CgroupError::kGone || error == ENOTDIR) return std::nullopt;
    if (error == ENOMEM) throw std::bad_alloc();
    if (error == E2BIG)
      throw Error(Status::kLimit, in_quotes(path, 300) + ": more than " +
                                      std::to_string(kMaxCgroupEntries) + " directories");
    const Status status =
        class_of(error) == CgroupError::kDenied ? Status::kPermission : Status::kIo;
    throw Error(status, in_quotes(path, 300) + ": " + std::strerror(error));
  }

  // Reads a group and adds it. Returns its index, or nullopt if it does not exist.
  std::optional<int32_t> add(const std::string &path, int32_t parent, CgroupKind kind,
                             KubeQos qos) {
    if (tree_.groups.size() == kMaxGroups)
      throw Error(Status::kLimit,
                  "cgroups: more than " + std::to_string(kMaxGroups) + " groups of pods");
    ObservedGroup group;
    group.cpus = read_set(path, CgroupFile::kCpus);
    group.mems = read_set(path, CgroupFile::kMems);
    // In version 2 a group without the controller exists but has no such files.
    if (!group.cpus.present && (!is_v2() || !directories(path))) return std::nullopt;
    group.path = path;
    group.parent = parent;
    group.kind = kind;
    group.qos = qos;
    if (kind == CgroupKind::kPod || kind == CgroupKind::kContainer) group.quota = read_quota(path);
    tree_.groups.push_back(std::move(group));
    return static_cast<int32_t>(tree_.groups.size() - 1);
  }

  void add_pods(int32_t parent, KubeQos qos) {
    const std::string above = tree_.groups[static_cast<size_t>(parent)].path + '/';
    const auto names = directories(tree_.groups[static_cast<size_t>(parent)].path);
    if (!names) return;
    for (const std::string &name : *names) {
      const std::string path = above + name;
      if (std::find(qos_paths_.begin(), qos_paths_.end(), path) != qos_paths_.end()) continue;
      const auto uid = pod_of_directory(tree_.layout, qos, name);
      const auto group = add(path, parent, uid ? CgroupKind::kPod : CgroupKind::kOther, qos);
      if (!group || !uid) continue;
      tree_.groups[static_cast<size_t>(*group)].pod = *uid;
      add_containers(*group, *uid, qos);
    }
  }

  void add_containers(int32_t pod, const std::string &uid, KubeQos qos) {
    const std::string above = tree_.groups[static_cast<size_t>(pod)].path + '/';
    const auto names = directories(tree_.groups[static_cast<size_t>(pod)].path);
    if (!names) return;
    for (const std::string &name : *names) {
      const auto group = add(above + name, pod, CgroupKind::kContainer, qos);
      if (!group) continue;
      ObservedGroup &container = tree_.groups[static_cast<size_t>(*group)];
      container.pod = uid;
      if (auto found = container_of_directory(tree_.layout, name))
        container.container = std::move(found->id);
      if (!is_v2()) add_nested(*group, qos, 4);
    }
  }

  void add_nested(int32_t parent, KubeQos qos, int depth) {
    const std::string above = tree_.groups[static_cast<size_t>(parent)].path;
    const auto names = directories(above);
    if (!names || names->empty()) return;
    if (depth > kMaxGroupDepth)
      throw Error(Status::kLimit, "cgroups: " + in_quotes(above, 300) + " is nested deeper than " +
                                      std::to_string(kMaxGroupDepth));
    const std::string below = above + '/';
    for (const std::string &name : *names)
      if (const auto group = add(below + name, parent, CgroupKind::kNested, qos))
        add_nested(*group, qos, depth + 1);
  }

  CgroupFiles &files_;
  CgroupTree tree_;
  std::vector<std::string> qos_paths_;
  std::string text_;
};

}  // namespace

CgroupTree observe_cgroups(CgroupFiles &files, const CgroupLayout &layout) {
  return Observer(files, layout).observe();
}

CgroupTree observe_pod(CgroupFiles &files, const CgroupLayout &layout, KubeQos qos,
                       const std::string &uid) {
  return Observer(files, layout).observe_pod(qos, uid);
}

std::string_view cgroup_file_name(CgroupVersion version, CgroupFile file) {
  if (file == CgroupFile::kCpus) return "cpuset.cpus";
  if (file == CgroupFile::kMems) return "cpuset.mems";
  return version == CgroupVersion::kV1 ? "cpu.cfs_quota_us" : "cpu.max";
}

std::string cgroup_file_path(CgroupVersion version, const std::string &group, CgroupFile file) {
  std::string path = with_controller(
      version, file == CgroupFile::kQuota ? CgroupController::kCpu : CgroupController::kCpuset,
      group);
  if (!path.empty()) path += '/';
  return path.append(cgroup_file_name(version, file));
}

std::string effective_file_path(const std::string &group, CgroupFile file) {
  return cgroup_file_path(CgroupVersion::kV2, group, file) + ".effective";
}

std::string_view without_line_end(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  return text;
}

CpuSet read_group_set(std::string_view text, const std::string &path) {
  try {
    return CpuSet::parse(without_line_end(text), in_quotes(path, 300));
  } catch (const Error &error) {
    throw Error(Status::kCorrupt, error.what());
  }
}

bool is_limited(CgroupVersion version, std::string_view text) {
  return version == CgroupVersion::kV1 ? !text.starts_with('-') : !text.starts_with("max");
}

}  // namespace koord::agent
