#include "top/loader.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "cli/failure.h"

namespace koordctl {

TopLoader::TopLoader(std::function<TopDataPtr()> load, std::chrono::milliseconds interval)
    : load_(std::move(load)), interval_(interval) {
  open_pipes();
}

TopLoader::TopLoader(LoadText load, Feed &feed) : load_text_(std::move(load)), feed_(&feed) {
  open_pipes();
}

void TopLoader::open_pipes() {
  if (pipe2(orders_, O_CLOEXEC | O_NONBLOCK) != 0) fail_with_errno("cannot open a pipe");
  if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) fail_with_errno("cannot open a pipe");
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error &error) {
    fail("cannot start a thread", error.code().message());
  }
}

TopLoader::~TopLoader() {
  order('s');
  thread_.join();
  for (const int descriptor : {orders_[0], orders_[1], wake_[0], wake_[1]}) close(descriptor);
}

// A full pipe has unread orders, and one of them suffices.
void TopLoader::order(char command) { (void)!write(orders_[1], &command, 1); }

std::optional<TopLoader::Result> TopLoader::take() {
  char byte = 0;
  while (read(wake_[0], &byte, 1) > 0) {
  }
  const std::lock_guard lock(mutex_);
  return std::exchange(result_, std::nullopt);
}

void TopLoader::publish(Result result) {
  const std::lock_guard lock(mutex_);
  if (result.data == nullptr && result_) result.data = std::move(result_->data);
  result_ = std::move(result);
  const char byte = 0;
  (void)!write(wake_[1], &byte, 1);  // a full pipe wakes the reader all the same
}

void TopLoader::read_contents(const std::function<TopDataPtr()> &load) {
  is_busy_ = true;
  Result result;
  try {
    result.data = load();
  } catch (const std::bad_alloc &) {
    result.problem = "out of memory";
  } catch (const std::exception &error) {
    result.problem = error.what();
  }
  publish(std::move(result));
  is_busy_ = false;
}

bool TopLoader::read_feed() {
  try {
    if (!feed_->read_some()) {
      publish({nullptr, "no more snapshots come"});
      return false;
    }
    while (std::optional<std::string> document = feed_->take()) {
      std::optional<FeedStatus> status = feed_status(*document);
      if (!status) {
        const std::string note = std::exchange(note_, {});
        read_contents([&] { return load_text_(*std::move(document), note); });
      } else if (status->is_note) {
        note_ = std::move(status->message);
      } else {
        publish({nullptr, std::move(status->message)});
      }
    }
  } catch (const std::bad_alloc &) {
    feed_->clear();
    publish({nullptr, "out of memory; no more snapshots are read"});
    return false;
  } catch (const std::exception &error) {
    publish({nullptr, error.what()});
    return false;
  }
  return true;
}

void TopLoader::run() {
  try {
    read_until_stopped();
  } catch (const std::exception &) {
    is_busy_ = false;
    publish({nullptr, "out of memory"});  // short enough to need none
  }
}

void TopLoader::read_until_stopped() {
  for (;;) {
    pollfd waits[] = {{orders_[0], POLLIN, 0},
                      {feed_ != nullptr ? feed_->descriptor() : -1, POLLIN, 0}};
    const int timeout = load_ ? static_cast<int>(interval_.count()) : -1;
    if (poll(waits, 2, timeout) < 0) {
      if (errno == EINTR) continue;
      return publish({nullptr, "cannot wait for contents"});
    }
    bool is_ordered = false;
    for (char command = 0; read(orders_[0], &command, 1) > 0; is_ordered = true)
      if (command == 's') return;
    if (load_)
      read_contents(load_);
    else if (!is_ordered && waits[1].revents != 0 && !read_feed())
      feed_ = nullptr;
  }
}

}  // namespace koordctl
