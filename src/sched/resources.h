// A scheduler's words for the names of resources.
#pragma once

#include "object/resources.h"

namespace koord::sched {

using object::most_of;
using object::object_of;
using object::ResourceId;
using object::Resources;

}  // namespace koord::sched
