// Interpretation of a Node's labels and annotations, from any source.
#pragma once

#include "object/objects.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr ApiKind kNode{"Node", "v1", "", false};

// Returns the default for a version that cannot be read.
KubeletVersion kubelet_version_of(std::string_view text);

// Reads labels and annotations. The rest of the node must be
// set already. Fields that they do not state are unchanged.
void read_node_texts(const ObjectTexts &texts, object::NodeObject &node);

}  // namespace koord::wire
