// What a Node says in labels and annotations, from whichever source they come.
#pragma once

#include "object/objects.h"
#include "wire/object/api_object.h"

namespace koord::wire {

inline constexpr ApiKind kNode{"Node", "v1", "", false};

// A version that cannot be read counts as none stated.
KubeletVersion kubelet_version_of(std::string_view text);

// When the rest of the node is known. What they do not state stays as it is.
void read_node_texts(const ObjectTexts &texts, object::NodeObject &node);

}  // namespace koord::wire
