#include "refused.h"

#include <algorithm>
#include <cstdio>
#include <map>

#include "cli/options.h"

namespace koordctl {
namespace {

constexpr int64_t kMibOfGib = 1024;

std::string in_units(int64_t milli) {
  char text[64];
  std::snprintf(text, sizeof text, "%.10g", static_cast<double>(milli) / 1000);
  return text;
}

std::string text_of(const TracePod &pod) {
  std::string text = in_units(pod.gpu_total()) + " GPU, " + in_units(pod.cpu_milli) + " CPU, ";
  text += pod.memory_mib % kMibOfGib == 0 ? std::to_string(pod.memory_mib / kMibOfGib) + "Gi"
                                          : std::to_string(pod.memory_mib) + "Mi";
  return pod.models.empty() ? text : text + ", " + join(pod.models, "|");
}

}  // namespace

std::vector<RefusedRequest> refused_requests(const std::vector<TracePod> &pods,
                                             const std::vector<std::vector<Refused>> &seeds,
                                             const std::vector<uint32_t> &demands) {
  struct Found {
    std::vector<size_t> times;
    int64_t gpu_milli = 0;
  };
  std::map<std::string, Found> found;
  for (const std::vector<Refused> &seed : seeds) {
    for (const Refused &one : seed) {
      if (std::all_of(demands.begin(), demands.end(),
                      [&](uint32_t demand) { return demand < one.demand; }))
        continue;
      Found &request = found[text_of(pods.at(one.pod))];
      request.times.resize(demands.size());
      request.gpu_milli += pods[one.pod].gpu_total();
      for (size_t i = 0; i < demands.size(); ++i)
        request.times[i] += one.demand <= demands[i] ? 1 : 0;
    }
  }
  std::vector<std::pair<int64_t, RefusedRequest>> sorted;
  for (auto &[text, request] : found)
    sorted.push_back({request.gpu_milli, {text, std::move(request.times)}});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto &a, const auto &b) { return a.first > b.first; });
  std::vector<RefusedRequest> out;
  for (auto &[gpu, request] : sorted) out.push_back(std::move(request));
  return out;
}

}  // namespace koordctl
