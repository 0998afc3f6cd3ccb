#include "session/pod_amounts.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "cli/options.h"
#include "session/amount.h"
#include "session/json_member.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

std::string quantity_text(const Json &amount) {
  return amount.is_string() ? amount.get<std::string>() : amount.dump();
}

bool is_digits(const std::string &text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// Returns the amount in thousandths, or nullopt if it is no quantity or too large to compare.
std::optional<int64_t> in_thousandths(const std::string &text) {
  const std::optional<int64_t> milli = find_amount("cpu", text);
  return milli && *milli < INT64_MAX / 2 ? milli : std::nullopt;
}

bool is_standard(std::string_view resource) {
  return resource == "cpu" || resource == "memory" || resource == "ephemeral-storage" ||
         resource.starts_with("hugepages-");
}

// Returns true for resources of which containers get whole units, with equal request and limit.
bool is_extended(std::string_view resource) {
  const size_t slash = resource.find('/');
  return slash != resource.npos && !resource.substr(0, slash + 1).ends_with("kubernetes.io/");
}

class AmountChecks {
 public:
  AmountChecks(const Json &pod, size_t most) : pod_(pod), most_(most) {}

  std::vector<std::string> run() {
    const Json &spec = member(pod_, "spec");
    std::set<std::string> names;
    for (const char *list : {"initContainers", "containers"}) {
      const Json &containers = member(spec, list);
      for (size_t i = 0; containers.is_array() && i < containers.size() && !is_full(); ++i) {
        const std::string path = std::string("spec.") + list + "[" + std::to_string(i) + "]";
        const Json &name = member(containers[i], "name");
        if (name.is_string() && !names.insert(name.get<std::string>()).second)
          add(path + ".name", "found " + quote(clip(name.get<std::string>(), 64)) + " twice");
        check(member(containers[i], "resources"), path + ".resources");
      }
    }
    check_pod_level(member(spec, "resources"));
    return std::move(out_);
  }

 private:
  bool is_full() const { return out_.size() >= most_; }

  void add(const std::string &field, const std::string &fault) {
    if (!is_full()) out_.push_back(field + ": " + fault + "; the API server refuses it");
  }

  // Pods as a whole have CPU, memory and huge pages; containers request everything else.
  void check_pod_level(const Json &resources) {
    for (const char *kind : {"requests", "limits"}) {
      const Json &amounts = member(resources, kind);
      if (!amounts.is_object()) continue;
      for (const auto &[name, amount] : amounts.items()) {
        if (is_full()) return;
        if (is_standard(name) && name != "ephemeral-storage") continue;
        add(std::string("spec.resources.") + kind + "[" + quote(clip(name, 64)) + "]",
            "expected cpu, memory or hugepages-<size>; containers request other resources");
      }
    }
    check_limits(resources, "spec.resources");
  }

  void check(const Json &resources, const std::string &path) {
    for (const char *kind : {"requests", "limits"}) {
      const Json &amounts = member(resources, kind);
      if (!amounts.is_object()) continue;
      for (const auto &[name, amount] : amounts.items()) {
        if (is_full()) return;
        const std::string field = path + "." + kind + "[" + quote(clip(name, 64)) + "]";
        if (!is_standard(name) && name.find('/') == name.npos)
          add(field, "expected cpu, memory or a name with a prefix, as in nvidia.com/gpu");
        else if (is_extended(name))
          check_whole(field, amount);
      }
    }
    check_limits(resources, path);
  }

  void check_limits(const Json &resources, const std::string &path) {
    const Json &requests = member(resources, "requests");
    const Json &limits = member(resources, "limits");
    if (!requests.is_object()) return;
    for (const auto &[name, request] : requests.items()) {
      if (is_full()) return;
      check_limit(path + ".requests[" + quote(clip(name, 64)) + "]", name, request,
                  member(limits, name));
    }
  }

  void check_whole(const std::string &field, const Json &amount) {
    const std::string text = quantity_text(amount);
    if (is_digits(text)) return;
    const auto value = in_thousandths(text);
    if (value && *value % 1000 != 0)
      add(field, "found " + quote(clip(text, 64)) + ", expected a whole number");
  }

  void check_limit(const std::string &field, const std::string &name, const Json &request,
                   const Json &limit) {
    const bool is_fixed = is_extended(name) || name.starts_with("hugepages-");
    if (limit.is_null()) {
      if (is_fixed) add(field, "expected the same limit");
      return;
    }
    if (request == limit) return;
    const auto wanted = in_thousandths(quantity_text(request)),
               most = in_thousandths(quantity_text(limit));
    if (!wanted || !most || *wanted == *most || (!is_fixed && *wanted < *most)) return;
    add(field, "found " + quote(clip(quantity_text(request), 64)) + ", expected " +
                   (is_fixed ? "" : "at most ") + "the limit, " +
                   quote(clip(quantity_text(limit), 64)));
  }

  const Json &pod_;
  const size_t most_;
  std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> amount_faults(const Json &pod, size_t most) {
  return AmountChecks(pod, most).run();
}

}  // namespace koordctl
