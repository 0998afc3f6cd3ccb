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

// Every member reaches its goal. Between any two moves nobody has gained a CPU that somebody had with whom it
// may not share, except that one who is parked may be among those that are not exclusive. Nobody is left
// without a CPU. Throws kConflict, saying who and which CPUs, where goals contradict each other or what stays;
// and where pods of one CPU each wait for each other in a circle and all other CPUs are held by exclusive
// pods that have no other: then there is no order, unless two of them are on one CPU now.
std::vector<Move> order_moves(std::vector<Mover> movers, const std::vector<Stayer> &stayers,
                              const CpuSet &online);

}  // namespace koord::agent
