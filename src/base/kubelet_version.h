// The versions of kubelet whose answers and files are supported.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace koord {

// Values equal those of KOORD_KUBELET_VERSION_*.
enum class KubeletVersion : int32_t { k135 = 35, k136 = 36, k137 = 37, k138 = 38 };

inline constexpr KubeletVersion kDefaultKubeletVersion = KubeletVersion::k136;

// Returns a text such as "1.36".
std::string_view version_name(KubeletVersion version) noexcept;

// Returns the supported version that behaves like the one in the text ("v1.37.2" or "1.37"): the
// oldest one for older versions, the newest one for newer versions. Returns nullopt if the text is
// not a version of Kubernetes 1.
std::optional<KubeletVersion> find_kubelet_version(std::string_view text) noexcept;

}  // namespace koord
