// Reads and writes YAML. libkoord reads and writes only JSON; users and kubectl prefer YAML.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "output/value_builder.h"

namespace koordctl {

// Converts one YAML document to JSON. JSON is accepted as a subset of YAML, and scalars are
// resolved by Kubernetes' rules. The message of a Failure starts with `name`, and ends with
// `expected` ("expected a ...") if the text is not YAML. Limits: 4 MiB, 64 levels, 200,000 values
// and 16 MiB of text. Aliases count each time they are used.
std::string yaml_to_json(const std::string &text, const std::string &name,
                         std::string_view expected);

// Handlers of one document of a stream. See ValueBuilder for `on_item`; `on_end` receives the root.
struct Document {
  ValueBuilder::OnItem on_item;
  std::function<void(const nlohmann::json &root)> on_end;
};

// Reads a YAML stream. Calls start(i) before document i. Limits: 64 levels, `max_values` for each
// object, and 200,000 values and 16 MiB of text per stream for aliases and the values that they
// name.
void read_yaml_stream(std::string_view text, const std::string &name, std::string_view expected,
                      size_t max_values, const std::function<Document(size_t)> &start);

// Reads the file of a KubeletConfiguration, or a saved response of /configz, as JSON. Limit: 4 MiB.
std::string read_kubelet_config(const std::string &file);

// Quotes every string that a YAML 1.1 or 1.2 reader could take for another type.
std::string json_to_yaml(std::string_view json);

}  // namespace koordctl
