#include "session/session_machine.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "cli/failure.h"
#include "cli/options.h"
#include "machine/source.h"

namespace koordctl {
namespace {

constexpr uint32_t kMaxCopies = 5000;

}  // namespace

Machine open_machine(std::string_view text, bool synthetic, bool verbose) {
  const std::string subject = std::string(synthetic ? "--machine-synthetic " : "--machine ") +
                              std::string(text.substr(0, 64));
  const size_t equals = text.find('=');
  const std::string node(text.substr(0, equals));
  std::string from(equals == std::string_view::npos ? "" : text.substr(equals + 1));
  std::vector<std::string> names = {node};
  constexpr std::string_view kCopies = ",copies=";
  if (const size_t at = from.rfind(kCopies); at != std::string::npos) {
    const uint32_t copies = parse_number(
        subject + ": copies", std::string_view(from).substr(at + kCopies.size()), 1, kMaxCopies);
    from.erase(at);
    names.clear();
    for (uint32_t i = 1; i <= copies; ++i) names.push_back(node + "-" + std::to_string(i));
  }
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  };
  if (from.empty() || node.empty() || node.size() > 63 ||
      !std::all_of(node.begin(), node.end(), allowed)) {
    throw Failure(kUsage,
                  subject + ": expected NODE=" + (synthetic ? "TEXT" : "FILE") +
                      "[,copies=N], where NODE is 1 to 63 lower-case letters, digits, - or .");
  }
  SourceOptions source;
  (synthetic ? source.synthetic : source.from) = std::move(from);
  source.verbose = verbose;
  return {subject, std::move(names), open_topology(source)};
}

}  // namespace koordctl
