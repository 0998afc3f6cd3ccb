// Plans of control groups, and their results, as JSON.
#pragma once

#include <string>

#include "agent/cgroup_apply.h"

namespace koord::wire {

std::string write_cgroup_plan(const agent::CgroupPlan &plan);
std::string write_cgroup_report(const agent::CgroupPlan &plan, const agent::ApplyReport &report);

}  // namespace koord::wire
