#include "session/amount.h"

#include <nlohmann/json.hpp>

#include "cli/errors.h"
#include "cli/options.h"

namespace koordctl {

namespace {

// Returns a pod that requests the amount: libkoord parses amounts only as a part of objects.
std::string pod_with(const std::string &resource, const std::string &text) {
  nlohmann::json pod;
  pod["kind"] = "Pod";
  pod["metadata"]["name"] = "any";
  pod["spec"]["containers"][0]["resources"]["requests"][resource] = text;
  return pod.dump();
}

}  // namespace

int64_t parse_amount(const Diagnostics &diagnostics, const std::string &resource,
                     const std::string &text, const std::string &option) {
  try {
    const koord::Pod read = with_subject(
        option, [&] { return koord::Pod::from_json(pod_with(resource, text), diagnostics); });
    return std::get<0>(read.get_request(resource));
  } catch (const Failure &) {
    throw Failure(kUsage, option + ": found " + quote(text) +
                              ", expected an amount of at least 0, as in 4, 500m or 2Gi");
  }
}

std::optional<int64_t> find_amount(const std::string &resource, const std::string &text) {
  try {
    return std::get<0>(koord::Pod::from_json(pod_with(resource, text)).get_request(resource));
  } catch (const koord::Error &) {
    return std::nullopt;
  }
}

}  // namespace koordctl
