#include "groups.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "processes.h"

namespace koord::guest {
namespace {

constexpr char kHex[] = "0123456789abcdef";

// Returns the quota: limits equal requests, are twice as high, or are absent.
long quota_of(const Pod &pod, int milli) {
  if (kube_qos(pod) == KOORD_KUBE_QOS_BEST_EFFORT || milli == 0) return -1;
  return (kube_qos(pod) == KOORD_KUBE_QOS_GUARANTEED ? 100L : 200L) * milli;
}

}  // namespace

koord_kube_qos kube_qos(const Pod &pod) {
  if (pod.asks == Asks::kNothing) return KOORD_KUBE_QOS_BEST_EFFORT;
  return pod.asks == Asks::kSome ? KOORD_KUBE_QOS_BURSTABLE : KOORD_KUBE_QOS_GUARANTEED;
}

int usable_version(const std::string &mount, std::string &why) {
  if (exists(mount + "/cgroup.controllers")) {
    const std::string controllers = ' ' + read_line(mount + "/cgroup.controllers") + ' ';
    if (controllers.find(" cpuset ") != std::string::npos) return 2;
    why = mount + " is of version 2 and lacks the controller cpuset";
    return 0;
  }
  if (exists(mount + "/cpuset/cpuset.cpus")) return 1;
  why = "no control groups with cpusets at " + mount;
  return 0;
}

Groups::Groups(GroupSettings settings, const Machine &machine)
    : settings_(std::move(settings)), all_(machine.cpus) {
  has_quota_ = settings_.version == 2 || exists(settings_.mount + "/cpu/cpu.cfs_quota_us");
  const std::string kubepods = path(nullptr, KOORD_KUBE_QOS_GUARANTEED, nullptr);
  try {
    for (size_t at = 0; at != std::string::npos;) {
      at = kubepods.find('/', at + 1);
      make(kubepods.substr(0, at), true);
    }
    make(path(nullptr, KOORD_KUBE_QOS_BURSTABLE, nullptr), true);
    make(path(nullptr, KOORD_KUBE_QOS_BEST_EFFORT, nullptr), true);
  } catch (...) {
    while (!made_.empty()) drop(made_.back());
    throw;
  }
}

Groups::~Groups() {
  for (const std::string &below : made_) kill_all(cpuset(below));
  try {
    while (!made_.empty()) drop(std::string(made_.back()));
  } catch (const std::exception &error) {
    fprintf(stderr, "left behind: %s\n", error.what());
  }
}

std::string Groups::cpuset(const std::string &below) const {
  return settings_.mount + (settings_.version == 1 ? "/cpuset/" : "/") + below;
}
std::string Groups::cpu(const std::string &below) const {
  return settings_.mount + (settings_.version == 1 ? "/cpu/" : "/") + below;
}

std::string Groups::path(const Pod *pod, koord_kube_qos qos, const Container *container) const {
  char text[512];
  koord_error err{};
  koord_cgroup_path *made = nullptr;
  koord_status status = koord_cgroup_path_new(settings_.driver, settings_.root.data(),
                                              settings_.root.size(), &made, &err);
  const std::unique_ptr<koord_cgroup_path, void (*)(koord_cgroup_path *)> path(
      made, koord_cgroup_path_free);
  const std::string uid = pod == nullptr ? "" : pod->uid;
  if (status == KOORD_OK)
    status = koord_cgroup_path_set_pod(made, qos, uid.data(), uid.size(), &err);
  if (status == KOORD_OK && container != nullptr)
    status = koord_cgroup_path_set_container(made, KOORD_CGROUP_RUNTIME_CONTAINERD,
                                             container->id.data(), container->id.size(), &err);
  if (status == KOORD_OK) status = koord_cgroup_path_format(made, text, sizeof text, nullptr, &err);
  if (status != KOORD_OK)
    throw std::runtime_error(std::string("the path of a group: ") + err.message);
  return text;
}
std::string Groups::path(const Pod &pod, const Container *container) const {
  return path(&pod, kube_qos(pod), container);
}

// Gives a new version 1 group the sets of its parent, as runtimes do.
void Groups::make(const std::string &below, bool has_children) {
  const std::string directory = cpuset(below);
  if (mkdir(directory.c_str(), 0755) != 0)
    throw std::runtime_error("mkdir " + directory + ": " + std::strerror(errno));
  made_.push_back(below);
  if (settings_.version == 2) {
    if (has_children) must_put(directory + "/cgroup.subtree_control", "+cpuset +cpu");
    return;
  }
  const std::string above = directory.substr(0, directory.rfind('/'));
  must_put(directory + "/cpuset.cpus", read_line(above + "/cpuset.cpus"));
  must_put(directory + "/cpuset.mems", read_line(above + "/cpuset.mems"));
  if (has_quota_ && mkdir(cpu(below).c_str(), 0755) != 0)
    throw std::runtime_error("mkdir " + cpu(below) + ": " + std::strerror(errno));
}

void Groups::drop(const std::string &below) {
  const std::string name = below;  // a copy, because `below` may be the last of made_
  remove_group(cpuset(name));
  if (settings_.version == 1 && has_quota_) remove_group(cpu(name));
  quotas_.erase(name);
  made_.erase(std::find(made_.begin(), made_.end(), name));
}

void Groups::set_quota(const std::string &below, long quota) {
  if (!has_quota_ || quota < 0) return;
  quotas_[below] = quota;
  if (settings_.version == 2)
    must_put(cpu(below) + "/cpu.max", std::to_string(quota) + " 100000");
  else
    must_put(cpu(below) + "/cpu.cfs_quota_us", std::to_string(quota));
}

Groups::Quota Groups::quota(const Pod &pod, const Container *container) const {
  const std::string below = path(pod, container);
  const auto set = quotas_.find(below);
  Quota out{std::nullopt, set == quotas_.end() ? -1 : set->second};
  if (!has_quota_) return out;
  const std::string text =
      read_line(cpu(below) + (settings_.version == 2 ? "/cpu.max" : "/cpu.cfs_quota_us"));
  out.is = text.starts_with("max") ? -1 : std::stol(text);
  return out;
}

// Returns the cpuset that kubelet passes to the runtime, or an empty string if it passes none.
std::string Groups::kubelets_cpus(const Node &node, const Pod &pod,
                                  const Container &container) const {
  if (!node.is_static || container.name.empty()) return "";
  Cpus rest = all_;
  for (const auto &[uid, containers] : node.entries)
    for (const auto &[name, cpus] : containers) {
      if (uid == pod.uid && name == container.name) return to_list(cpus);
      rest &= ~cpus;
    }
  return to_list(rest);
}

void Groups::start(const Node &node, const Pod &pod, Container &container) {
  unsigned digits = ++next_id_ * 2654435761u;
  container.id.clear();
  for (int i = 0; i < 8; ++i, digits >>= 4) container.id += kHex[digits & 15];
  container.id += std::to_string(next_id_);
  const std::string below = path(pod, &container);
  make(below, false);
  const std::string cpus = kubelets_cpus(node, pod, container);
  if (!cpus.empty()) must_put(cpuset(below) + "/cpuset.cpus", cpus);
  set_quota(below, quota_of(pod, container.milli));
  std::vector<std::string> procs{cpuset(below) + "/cgroup.procs"};
  if (settings_.version == 1 && has_quota_) procs.push_back(cpu(below) + "/cgroup.procs");
  start_sleeper(container.tasks, procs);
}

void Groups::add(const Node &node, Pod &pod) {
  make(path(pod, nullptr), true);
  int milli = 0;
  for (const Container &container : pod.containers) milli += container.milli;
  set_quota(path(pod, nullptr), quota_of(pod, milli));
  for (Container &container : pod.containers) start(node, pod, container);
}

void Groups::remove(const Pod &pod) {
  for (const Container &container : pod.containers) drop(path(pod, &container));
  drop(path(pod, nullptr));
}

void Groups::restart(const Node &node, Pod &pod, size_t container) {
  drop(path(pod, &pod.containers[container]));
  start(node, pod, pod.containers[container]);
}

size_t Groups::reconcile(const Node &node) {
  size_t taken = 0;
  for (const Pod &pod : node.pods)
    for (const Container &container : pod.containers) {
      const std::string cpus = kubelets_cpus(node, pod, container);
      // Version 1 refuses CPUs outside the pod directory that the agent narrowed.
      if (!cpus.empty() && put(cpuset(path(pod, &container)) + "/cpuset.cpus", cpus)) ++taken;
    }
  return taken;
}

std::vector<pid_t> Groups::tasks(const Pod &pod, const Container &container) const {
  std::vector<pid_t> out;
  const std::string file = settings_.version == 2 ? "/cgroup.threads" : "/tasks";
  for (const std::string &line : read_lines(cpuset(path(pod, &container)) + file))
    out.push_back(std::stoi(line));
  return out;
}

}  // namespace koord::guest
