// What a Pod says in texts: labels, annotations and environment, from whichever source they come.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "object/objects.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr ApiKind kPodKind{"Pod", "v1", "", true};
inline constexpr size_t kMaxContainers = 1024;

// What becomes of a pod of which something cannot be read that its user writes: annotations,
// labels, environment.
enum class Faults {
  kRefuse,
  // An unreadable claim is lost and noted in PodObject::faults. So is an unreadable policy of a
  // bound pod, which is on its node anyway. For a waiting pod it is kInvalid: nobody could tell
  // where the pod belongs.
  kKeep
};

class PodDecoder {
 public:
  PodDecoder(object::PodObject &pod, const ObjectTexts &texts, Faults faults)
      : pod_(pod), texts_(texts), faults_(faults) {}

  // Reads something whose failing costs the pod this. Whatever `read` throws half-way has changed
  // nothing. The pod's node must be known.
  template <typename Read>
  void attempt(object::PodFault::Costs costs, Read &&read) {
    const bool waits = pod_.node.empty();
    if (faults_ == Faults::kRefuse || (costs == object::PodFault::Costs::kPolicies && waits))
      return read();
    try {
      read();
    } catch (const Error &error) {
      if (error.status() != Status::kInvalid && error.status() != Status::kLimit) throw;
      pod_.faults.push_back({costs, error.what()});
    }
  }

  // All labels and annotations, when the rest of the pod, its environment included, is known. What
  // they do not state stays as it is.
  void read_texts();

 private:
  template <typename Read>
  void attempt_annotation(object::PodFault::Costs costs, std::string_view name, Read &&read) {
    attempt(costs, [&] {
      if (const auto found = texts_.annotation(name)) read(found->as_string(), found->path());
    });
  }
  void read_labels();
  void read_policies();
  void check_bind_policy() const;

  object::PodObject &pod_;
  const ObjectTexts &texts_;
  const Faults faults_;
};

}  // namespace koord::wire
