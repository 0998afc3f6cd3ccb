// One day of a node, drawn from a seed. Pods come, go, get other CPUs and restart, as a scheduler,
// kubelet and a runtime would arrange it, and the agent follows.
#pragma once

#include <optional>
#include <random>

#include "agent.h"
#include "watch.h"

namespace koord::guest {

struct DaySettings {
  GroupSettings groups;
  bool is_static = false;
  unsigned seed = 1;
  size_t steps = 200;
  bool kills = false;  // kill the agent repeatedly, before random writes
  bool traced = true;  // check before each write
};

struct DayCounts {
  size_t steps = 0;
  size_t pods = 0;
  size_t containers = 0;
  size_t checks = 0;
  size_t plans = 0;
  size_t parked = 0;  // plans in which a pod is parked
  size_t writes = 0;
  size_t looks = 0;
  size_t kills = 0;
};

class Day {
 public:
  Day(const DaySettings &settings, const Machine &machine);
  // Throws if anything differs from the expected state; the message names the step.
  DayCounts run();

 private:
  int draw(int from, int to);
  bool chance(int percent) { return draw(1, 100) <= percent; }
  Cpus draw_cpus(const Cpus &from, int count);
  Cpus free_for_scheduler() const;
  Cpus free_for_kubelet() const;

  std::string step();
  std::string arrive();
  std::string depart();
  std::string exchange();
  std::string move();
  std::string restart_container();
  void forget_stale_entries();
  std::vector<Pod *> movable();
  Pod draw_pod();
  void draw_containers(Pod &pod);
  void admit(Pod &pod);  // admission by kubelet

  std::string picture() const;
  void say_progress() const;

  void follow();
  void apply(const Plan &plan, Watch &watch, std::optional<size_t> kill_before);

  DaySettings settings_;
  Node node_;
  std::mt19937 random_;
  DayCounts counts_;
  std::vector<std::string> stale_;  // uids of removed pods that kubelet's entries still name
  Groups groups_;
  Agent agent_;
};

}  // namespace koord::guest
