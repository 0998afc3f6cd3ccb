#include "kubelet/pod_level.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>

namespace koord::kubelet {
namespace {

// where: kInitContainer if an init container has to share, kPod if a container that stays has to.
Refusal nothing_shared(Object object, Object where, uint64_t used, uint64_t of) {
  constexpr auto kMost = static_cast<uint64_t>(INT64_MAX);
  Refusal no = Refusal::of(Reason::kPodPoolEmpty, Profile::kKubelet);
  no.object = object;
  no.where_object = where;
  no.needed = static_cast<int64_t>(std::min(used, kMost));
  no.best = static_cast<int64_t>(std::min(of, kMost));
  return no;
}

class SharedMemoryCheck {
 public:
  SharedMemoryCheck(const NodeSetup &setup, const PodRequest &pod) : setup_(setup), pod_(pod) {}

  Refusal run() {
    bool shares = false;
    for (size_t i = 0; i < pod_.containers.size(); ++i) {
      const ContainerRequest &container = pod_.containers[i];
      if (!container.memory_is_int64()) return unreadable(i);
      const bool shares_here = container.memory.empty();
      if (container.ends()) {
        if (shares_here)
          if (const Refusal no = find_exhausted(Object::kInitContainer); no.refused()) return no;
        continue;
      }
      shares |= shares_here;
      for (const MemoryRequest &memory : container.memory)
        used_[memory.kind] = saturated(used_[memory.kind], memory.bytes);
    }
    return shares ? find_exhausted(Object::kPod) : Refusal{};
  }

 private:
  Refusal find_exhausted(Object where) {
    for (const MemoryRequest &memory : pod_.memory) {
      const uint64_t used = used_[memory.kind];
      if (used < memory.bytes) continue;
      Refusal no = nothing_shared(Object::kBytes, where, used, memory.bytes);
      const int kind = setup_.memory().find_kind(memory.kind);
      if (kind != MemorySetup::kUnknown)
        no.resource = setup_.refusal_number(static_cast<size_t>(kind));
      return no;
    }
    return {};
  }

  Refusal unreadable(size_t container) const {
    Refusal no = nothing_shared(Object::kBytes, Object::kContainer, 0, 0);
    no.where = static_cast<int32_t>(container);
    return no;
  }

  const NodeSetup &setup_;
  const PodRequest &pod_;
  std::map<std::string_view, uint64_t> used_;  // by containers that stay
};

}  // namespace

Refusal check_shared_cpus(const PodRequest &pod) {
  int64_t used = 0;
  bool shares = false;
  const auto refuse = [&](Object where) {
    return nothing_shared(Object::kCpu, where, static_cast<uint64_t>(used),
                          static_cast<uint64_t>(pod.cpus));
  };
  for (const ContainerRequest &container : pod.containers) {
    if (container.ends()) {
      if (container.cpus == 0 && used >= pod.cpus) return refuse(Object::kInitContainer);
      continue;
    }
    shares |= container.cpus == 0;
    used += container.cpus;
  }
  return shares && used >= pod.cpus ? refuse(Object::kPod) : Refusal{};
}

Refusal check_shared_memory(const NodeSetup &setup, const PodRequest &pod) {
  return SharedMemoryCheck(setup, pod).run();
}

}  // namespace koord::kubelet
