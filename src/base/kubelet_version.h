// The versions of kubelet whose answers and files are known.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace koord {

// Numbers are those of KOORD_KUBELET_VERSION_*.
enum class KubeletVersion : int32_t { k135 = 35, k136 = 36, k137 = 37 };

inline constexpr KubeletVersion kDefaultKubeletVersion = KubeletVersion::k136;

// "1.36".
std::string_view version_name(KubeletVersion version) noexcept;

// The version that answers as the one of this text does, "v1.37.2" or "1.37": the oldest known for
// older ones, the newest for newer ones. nullopt: no version of Kubernetes 1.
std::optional<KubeletVersion> find_kubelet_version(std::string_view text) noexcept;

}  // namespace koord
