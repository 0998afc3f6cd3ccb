// Orders the CPU changes of pods so that no containers share a CPU that they must not share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu_set.h"

namespace koord::agent {

// The containers with which a container may share a CPU.
enum class Sharing : uint8_t {
  kAlone,           // none (LSE, and containers with CPUs from kubelet's static policy)
  kWithBestEffort,  // kBestEffort (LSR)
  kShared,          // all but the two above
  kBestEffort,      // all but kAlone
  kAnyone           // all; system QoS is not checked
};
inline constexpr size_t kCountedSharings = 4;  // without kAnyone
bool may_share(Sharing a, Sharing b);

struct MovingContainer {
  CpuSet now;  // current CPUs; empty if it has none yet
  CpuSet goal;
  Sharing sharing = Sharing::kShared;
};

// Containers of a pod. They change together and may share CPUs with each other.
struct MovingPod {
  std::string name;  // for messages
  std::vector<MovingContainer> containers;
};

// A container that does not move.
struct FixedContainer {
  std::string name;
  CpuSet cpus;
  Sharing sharing = Sharing::kAlone;
};

enum class MoveKind : uint8_t {
  kShrink,  // to those of its CPUs that are in the goal
  kGrow,    // to the goal or a part of it
  kPark     // to CPUs outside the goal for a time, so that others can move
};

struct Move {
  uint32_t pod;        // index into the pods
  uint32_t container;  // index into its containers
  MoveKind kind;
  CpuSet to;
};

// Orders moves so that every container reaches its goal. After each move:
// - No container gains a CPU of another that it may not share with. A parked container may be among
//   containers that are not exclusive.
// - No container is without a CPU.
// Throws kConflict, with containers and CPUs, if goals contradict each other or fixed containers.
// Also throws it if there is no order: pods of one CPU each wait for each other in a cycle, no two
// of them share a CPU now, and exclusive pods hold all other CPUs and can spare none.
std::vector<Move> order_moves(std::vector<MovingPod> pods, const std::vector<FixedContainer> &fixed,
                              const CpuSet &online);

}  // namespace koord::agent
