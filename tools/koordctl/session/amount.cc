#include "session/amount.h"

#include <nlohmann/json.hpp>

#include "cli/errors.h"
#include "cli/options.h"

namespace koordctl {

int64_t parse_amount(const Diagnostics &diagnostics, const std::string &resource,
                     const std::string &text, const std::string &option) {
  using Json = nlohmann::json;
  Json container;
  container["resources"]["requests"][resource] = text;
  Json pod;
  pod["kind"] = "Pod";
  pod["metadata"]["name"] = "any";
  pod["spec"]["containers"] = Json::array({container});
  try {
    const koord::Pod read =
        about(option, [&] { return koord::Pod::from_json(pod.dump(), diagnostics); });
    return std::get<0>(read.get_request(resource));
  } catch (const Failure &) {
    throw Failure(kUsage, option + ": found " + quote(text) +
                              ", expected an amount of at least 0, as in 4, 500m or 2Gi");
  }
}

}  // namespace koordctl
