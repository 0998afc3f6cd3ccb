#include "node/static_pod.h"

#include "session/json_member.h"

namespace koordctl {

std::string original_uid(const nlohmann::json &pod) {
  const auto &hash =
      member(member(member(pod, "metadata"), "annotations"), "kubernetes.io/config.mirror");
  if (!hash.is_string()) return "";
  const std::string uid = hash.get<std::string>();
  const bool is_hash =
      uid.size() == 32 && uid.find_first_not_of("0123456789abcdef") == std::string::npos;
  return is_hash ? uid : "";
}

void use_original_uid(nlohmann::json &pod) {
  if (const std::string uid = original_uid(pod); !uid.empty()) pod["metadata"]["uid"] = uid;
}

}  // namespace koordctl
