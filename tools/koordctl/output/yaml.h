// YAML in and out. libkoord reads and writes JSON only; people and kubectl prefer YAML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace koordctl {

// One YAML document (JSON is one too) as JSON, scalars as Kubernetes resolves them. `name` leads
// the message of the Failure, `expected` ("expected a ...") ends it where the text is no YAML.
// Bounded: 4 MiB, 64 levels, 200,000 values and 16 MiB of text, aliases and what they name counted
// as often as used.
std::string yaml_to_json(const std::string &text, const std::string &name,
                         std::string_view expected);

// Every document of a YAML stream as JSON, "null" for an empty one. The bounds are those of the
// whole stream, and 20,000 documents.
std::vector<std::string> yaml_documents(const std::string &text, const std::string &name,
                                        std::string_view expected);

// The file of a KubeletConfiguration or of the answer of /configz, as JSON; at most 4 MiB.
std::string read_kubelet_config(const std::string &file);

// Every string that a YAML 1.1 or 1.2 reader could take for something else is quoted.
std::string json_to_yaml(std::string_view json);

}  // namespace koordctl
