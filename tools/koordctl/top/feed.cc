#include "top/feed.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/failure.h"
#include "cli/file.h"

namespace koordctl {
namespace {

constexpr size_t kMostFeedBytes = size_t{256} << 20;  // of a document, as of a file
constexpr size_t kMostStatusBytes = size_t{64} << 10;

}  // namespace

Feed::Feed(const std::string &path)
    : path_(shown_name(path)), descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) fail_with_errno(path_);
}

Feed::~Feed() { close(descriptor_); }

bool Feed::read_some() {
  std::array<char, size_t{64} << 10> bytes;
  const ssize_t count = read(descriptor_, bytes.data(), bytes.size());
  if (count < 0 && errno == EINTR) return true;
  if (count < 0) fail_with_errno(path_);
  if (buffer_.size() + static_cast<size_t>(count) > kMostFeedBytes)
    fail(path_, "a snapshot of more than 256 MiB");
  buffer_.append(bytes.data(), static_cast<size_t>(count));
  return count > 0;
}

std::optional<std::string> Feed::take() {
  const size_t end = buffer_.find('\0', searched_);
  searched_ = end == std::string::npos ? buffer_.size() : 0;
  if (end == std::string::npos) return std::nullopt;
  if (end + 1 == buffer_.size()) {  // large snapshots are not copied
    buffer_.pop_back();
    return std::exchange(buffer_, {});
  }
  std::string document = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return document;
}

void Feed::clear() noexcept {
  std::string().swap(buffer_);
  searched_ = 0;
}

std::string Feed::next() {
  for (;;) {
    if (std::optional<std::string> document = take()) return *std::move(document);
    if (!read_some())
      fail(path_, "ended without a snapshot, expected JSON with a NUL byte after it");
  }
}

std::optional<FeedStatus> feed_status(const std::string &document) {
  if (document.size() > kMostStatusBytes) return std::nullopt;
  const auto json = nlohmann::json::parse(document, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  const auto text = [&](const char *name) -> std::string {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
  };
  if (text("kind") != "Status") return std::nullopt;
  FeedStatus status;
  status.is_note = text("status") == "Success";
  status.message = text("message");
  if (status.message.empty() && !status.is_note) status.message = "the cluster cannot be read";
  return status;
}

}  // namespace koordctl
