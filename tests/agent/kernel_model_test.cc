// The kernel model, and tests that it behaves as observed on real kernels.
#include "kernel_model.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <utility>

#include "base/error.h"

namespace koord::agent::testing {
namespace {

std::string parent_of(const std::string &path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

bool is_child(const std::string &path, const std::string &parent) {
  return !path.empty() && parent_of(path) == parent;
}

CpuSet first(int count) {
  CpuSet set;
  for (int i = 0; i < count; ++i) set.add(i);
  return set;
}

}  // namespace

KernelModel::KernelModel(CgroupVersion version, int cpus, int nodes)
    : v2_(version == CgroupVersion::kV2),
      possible_cpus_(first(cpus)),
      possible_mems_(first(nodes)) {
  groups_[""] = {possible_cpus_, possible_mems_, -1, true, true};
}

void KernelModel::remove(const std::string &path) {
  std::erase_if(groups_, [&](const auto &one) {
    return one.first == path || one.first.starts_with(path + '/');
  });
}

bool KernelModel::find(const std::string &path, Place &place) const {
  std::string rest = path;
  if (!v2_) {
    if (!rest.starts_with("cpuset/") && !rest.starts_with("cpu/")) return false;
    rest = rest.substr(rest.find('/') + 1);
  }
  place.group = parent_of(rest);
  place.file = rest.substr(place.group.empty() ? 0 : place.group.size() + 1);
  return groups_.contains(place.group);
}

CpuSet KernelModel::in_force(const std::string &path, CpuSet Group::*set) const {
  const Group &group = groups_.at(path);
  if (path.empty() || !v2_) return group.*set;
  const CpuSet above = in_force(parent_of(path), set);
  if (!group.has_cpuset) return above;
  const CpuSet both = group.*set & above;
  return both.empty() ? above : both;
}

int KernelModel::read(const std::string &path, std::string &text) {
  ++reads;
  Place place;
  if (!find(path, place)) return ENOENT;
  const Group &group = groups_.at(place.group);
  const bool is_set = place.file.starts_with("cpuset.");
  if (is_set && v2_ && (!group.has_cpuset || place.group.empty()) &&
      !place.file.ends_with(".effective"))
    return ENOENT;
  if (place.file == "cpuset.cpus")
    text = group.cpus.to_string();
  else if (place.file == "cpuset.mems")
    text = group.mems.to_string();
  else if (v2_ && group.has_cpuset && place.file == "cpuset.cpus.effective")
    text = cpus_in_force(place.group).to_string();
  else if (v2_ && group.has_cpuset && place.file == "cpuset.mems.effective")
    text = mems_in_force(place.group).to_string();
  else if (!v2_ && place.file == "cpu.cfs_quota_us")
    text = std::to_string(group.quota);
  else if (v2_ && place.file == "cpu.max")
    text = (group.quota < 0 ? "max" : std::to_string(group.quota)) + " 100000";
  else
    return ENOENT;
  text += '\n';
  return 0;
}

int KernelModel::list(const std::string &path, std::vector<std::string> &names) {
  names.clear();
  Place place;
  if (!find(path + "/x", place)) return ENOENT;
  for (const auto &[name, group] : groups_)
    if (is_child(name, place.group))
      names.push_back(name.substr(place.group.empty() ? 0 : place.group.size() + 1));
  return 0;
}

int KernelModel::write(const std::string &path, std::string_view value) {
  ++writes;
  if (before_write)
    if (const int error = before_write(path, value); error != 0) return error;
  Place place;
  if (!find(path, place)) return ENOENT;
  int error = ENOENT;
  if (place.file == "cpuset.cpus")
    error = write_set(place.group, &Group::cpus, value);
  else if (place.file == "cpuset.mems")
    error = write_set(place.group, &Group::mems, value);
  else if (place.file == (v2_ ? "cpu.max" : "cpu.cfs_quota_us"))
    error = write_quota(place.group, value);
  if (error == 0 && after_write) after_write();
  return error;
}

int KernelModel::write_set(const std::string &path, CpuSet Group::*set, std::string_view value) {
  Group &group = groups_.at(path);
  const bool cpus = set == &Group::cpus;
  if (path.empty()) return EACCES;
  if (v2_ && !group.has_cpuset) return ENOENT;
  if (value.empty()) return 0;
  while (value.ends_with('\n')) value.remove_suffix(1);
  CpuSet wanted;
  try {
    wanted = CpuSet::parse(value);
  } catch (const Error &) {
    return EINVAL;
  }
  const CpuSet &possible = cpus ? possible_cpus_ : possible_mems_;
  if (!wanted.is_subset_of(possible)) return cpus ? ERANGE : EINVAL;
  if (!v2_) {
    for (const auto &[name, child] : groups_)
      if (is_child(name, path) && !(child.*set).is_subset_of(wanted)) return EBUSY;
    if (!wanted.is_subset_of(groups_.at(parent_of(path)).*set)) return EACCES;
  }
  if (wanted.empty() && !(group.*set).empty() && group.has_tasks) return ENOSPC;
  group.*set = wanted;
  return 0;
}

// Version 1: returns true if no group's quota exceeds that of its nearest limited ancestor.
bool KernelModel::quotas_fit() const {
  for (const auto &[name, group] : groups_) {
    if (group.quota < 0 || name.empty()) continue;
    for (std::string above = parent_of(name);; above = parent_of(above)) {
      const int64_t limit = groups_.at(above).quota;
      if (limit >= 0 && limit < group.quota) return false;
      if (limit >= 0 || above.empty()) break;
    }
  }
  return true;
}

int KernelModel::write_quota(const std::string &path, std::string_view value) {
  if (path.empty()) return EACCES;
  std::string text(value);
  if (v2_) text = text.substr(0, text.find_first_of(" \n"));
  int64_t quota = -1;
  if (v2_ ? text != "max" : text.find_first_not_of("-0123456789\n") != std::string::npos) {
    if (!v2_ || text.find_first_not_of("0123456789") != std::string::npos) return EINVAL;
    quota = std::stoll(text);
  } else if (!v2_) {
    quota = std::stoll(text);
  }
  if (quota < 1000 && quota != -1) return EINVAL;
  if (v2_ && text == "-1") return EINVAL;
  const int64_t before = std::exchange(groups_.at(path).quota, quota);
  if (v2_ || quotas_fit()) return 0;
  groups_.at(path).quota = before;
  return EINVAL;
}

namespace {

KernelModel::Group group_of(const CpuSet &cpus, const CpuSet &mems, bool tasks = false) {
  return {cpus, mems, -1, tasks, true};
}

TEST(KernelModel, Version1) {
  KernelModel kernel(CgroupVersion::kV1, 4, 1);
  kernel.add("a", group_of({0, 1, 2}, {0}));
  kernel.add("a/b", group_of({1}, {0}, true));
  EXPECT_EQ(kernel.write("cpuset/a/b/cpuset.cpus", "3"), EACCES);
  EXPECT_EQ(kernel.write("cpuset/a/cpuset.cpus", "0"), EBUSY);
  EXPECT_EQ(kernel.write("cpuset/a/b/cpuset.cpus", "\n"), ENOSPC);
  EXPECT_EQ(kernel.write("cpuset/a/b/cpuset.cpus", ""), 0);
  EXPECT_EQ(kernel.write("cpuset/a/cpuset.cpus", "9"), ERANGE);
  EXPECT_EQ(kernel.write("cpuset/a/cpuset.cpus", "3-1"), EINVAL);
  EXPECT_EQ(kernel.write("cpuset/a/cpuset.mems", "0-1"), EINVAL);
  EXPECT_EQ(kernel.write("cpuset/x/cpuset.cpus", "0"), ENOENT);
  EXPECT_EQ(kernel.cpus_in_force("a/b"), CpuSet({1}));
  EXPECT_EQ(kernel.write("cpu/a/cpu.cfs_quota_us", "100000"), 0);
  EXPECT_EQ(kernel.write("cpu/a/b/cpu.cfs_quota_us", "200000"), EINVAL);
  EXPECT_EQ(kernel.write("cpu/a/b/cpu.cfs_quota_us", "50000"), 0);
  EXPECT_EQ(kernel.write("cpu/a/cpu.cfs_quota_us", "40000"), EINVAL);
  EXPECT_EQ(kernel.write("cpu/a/b/cpu.cfs_quota_us", "-1"), 0);
  EXPECT_EQ(kernel.write("cpu/a/cpu.cfs_quota_us", "999"), EINVAL);
  EXPECT_EQ(kernel.write("cpu/a/cpu.cfs_quota_us", "max"), EINVAL);
}

TEST(KernelModel, Version2) {
  KernelModel kernel(CgroupVersion::kV2, 4, 1);
  kernel.add("a", group_of({0, 1, 2}, {}));
  kernel.add("a/b", group_of({1}, {}, true));
  EXPECT_EQ(kernel.write("a/b/cpuset.cpus", "2-3"), 0);
  EXPECT_EQ(kernel.cpus_in_force("a/b"), CpuSet({2}));
  EXPECT_EQ(kernel.write("a/b/cpuset.cpus", "3"), 0);
  EXPECT_EQ(kernel.cpus_in_force("a/b"), CpuSet({0, 1, 2}));
  EXPECT_EQ(kernel.write("a/cpuset.cpus", "0,3"), 0);
  EXPECT_EQ(kernel.cpus_in_force("a/b"), CpuSet({3}));
  EXPECT_EQ(kernel.write("a/b/cpuset.cpus", "\n"), ENOSPC);
  EXPECT_EQ(kernel.write("a/cpuset.cpus", "\n"), 0);
  EXPECT_EQ(kernel.write("a/b/cpuset.cpus", "99"), ERANGE);
  EXPECT_EQ(kernel.mems_in_force("a/b"), CpuSet({0}));
  EXPECT_EQ(kernel.write("a/cpu.max", "50000 100000"), 0);
  EXPECT_EQ(kernel.write("a/cpu.max", "-1"), EINVAL);
  EXPECT_EQ(kernel.write("a/cpu.max", "max"), 0);
}

}  // namespace
}  // namespace koord::agent::testing
