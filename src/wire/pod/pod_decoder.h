// Interpretation of a Pod's labels, annotations and environment, from any source.
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

// The treatment of texts that a pod's user writes
// (annotations, labels, environment) and that cannot be read.
enum class Faults {
  kRefuse,
  // An unreadable claim is dropped and recorded in PodObject::faults. So is an unreadable policy of
  // a bound pod, which is on its node anyway. For a pending pod it is kInvalid, because it is
  // unknown where the pod may run.
  kKeep
};

class PodDecoder {
 public:
  PodDecoder(object::PodObject &pod, const ObjectTexts &texts, Faults faults)
      : pod_(pod), texts_(texts), faults_(faults) {}

  // Reads something that the pod loses if it cannot be read. `read` must change nothing before it
  // throws. The pod's node must be known.
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

  // Reads all labels and annotations. The rest of the pod, including its environment, must be set
  // already. Fields that they do not state are unchanged.
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
