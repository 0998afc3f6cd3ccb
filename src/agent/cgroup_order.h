// In which order pods change their CPUs so that nobody meets whom it may not share a CPU with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/cpu_set.h"

namespace koord::agent {

// With whom a container may be on one CPU.
enum class Sharing : uint8_t {
  kAlone,           // nobody (LSE, and what kubelet's static policy serves)
  kWithBestEffort,  // those of kBestEffort (LSR)
  kShared,          // all but the two above
  kBestEffort,      // all but kAlone
  kAnyone           // of system QoS: where it is is nobody's matter
};
inline constexpr size_t kCountedSharings = 4;  // kAnyone is not
bool may_share(Sharing a, Sharing b);

struct Member {
  CpuSet now;  // it runs on; {}: on nothing yet
  CpuSet goal;
  Sharing sharing = Sharing::kShared;
};

// Containers of a pod: they change together, and share with each other as they like.
struct Mover {
  std::string name;  // for sentences
  std::vector<Member> members;
};

// Somebody who stays.
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

// Orders moves so that every member reaches its goal, and holds these after each of them:
// - No member gains a CPU of another that it may not share with. A parked member may be among
//   members that are not exclusive.
// - No member is without a CPU.
// Throws kConflict, naming members and CPUs, where goals contradict each other or those who stay.
// Throws it, too, where there is no order: pods of one CPU each wait for each other in a circle, no
// two of them are on one CPU now, and exclusive pods hold all other CPUs and have no others.
std::vector<Move> order_moves(std::vector<Mover> movers, const std::vector<Stayer> &stayers,
                              const CpuSet &online);

}  // namespace koord::agent
