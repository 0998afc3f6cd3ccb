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

struct Member {
  CpuSet now;  // current CPUs; empty if it has none yet
  CpuSet goal;
  Sharing sharing = Sharing::kShared;
};

// Containers of a pod. They change together and may share CPUs with each other.
struct Mover {
  std::string name;  // for messages
  std::vector<Member> members;
};

// A container that does not move.
struct Stayer {
  std::string name;
  CpuSet cpus;
  Sharing sharing = Sharing::kAlone;
};

enum class MoveKind : uint8_t { kShrink, kGrow, kPark };

struct Move {
  uint32_t mover;
  uint32_t member;
  MoveKind kind;
  CpuSet to;
};

// Orders moves so that every member reaches its goal. After each move:
// - No member gains a CPU of another that it may not share with. A parked member may be among
//   members that are not exclusive.
// - No member is without a CPU.
// Throws kConflict, with members and CPUs, if goals contradict each other or those who stay. Also
// throws it if there is no order: pods of one CPU each wait for each other in a cycle, no two of
// them share a CPU now, and exclusive pods hold all other CPUs and can spare none.
std::vector<Move> order_moves(std::vector<Mover> movers, const std::vector<Stayer> &stayers,
                              const CpuSet &online);

}  // namespace koord::agent
