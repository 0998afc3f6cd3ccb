// YAML in and out. libkoord reads and writes JSON only; people and kubectl prefer YAML.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "output/value_builder.h"

namespace koordctl {

// One YAML document (JSON is one too) as JSON, scalars as Kubernetes resolves them. `name` leads
// the message of the Failure, `expected` ("expected a ...") ends it where the text is no YAML.
// Bounded: 4 MiB, 64 levels, 200,000 values and 16 MiB of text, aliases and what they name counted
// as often as used.
std::string yaml_to_json(const std::string &text, const std::string &name,
                         std::string_view expected);

// One document of a stream: `on_item` as in ValueBuilder, `on_end` gets the root.
struct Document {
  ValueBuilder::OnItem on_item;
  std::function<void(const nlohmann::json &root)> on_end;
};

// Reads a YAML stream; start(i) is called before document i. Bounded: 64 levels, `max_values` for
// each object, and for aliases and what they name 200,000 values and 16 MiB of text in the stream.
void read_yaml_stream(std::string_view text, const std::string &name, std::string_view expected,
                      size_t max_values, const std::function<Document(size_t)> &start);

// The file of a KubeletConfiguration or of the answer of /configz, as JSON; at most 4 MiB.
std::string read_kubelet_config(const std::string &file);

// Every string that a YAML 1.1 or 1.2 reader could take for something else is quoted.
std::string json_to_yaml(std::string_view json);

}  // namespace koordctl
