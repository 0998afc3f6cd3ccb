// Reads the contents of koordctl top again and again, on a thread of its own, so that keys are
// handled meanwhile.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "top/feed.h"
#include "top/top_data.h"

namespace koordctl {

class TopLoader {
 public:
  struct Result {
    TopDataPtr data;      // null if the contents could not be read
    std::string problem;  // the reason
  };

  // Reads the contents each time that `interval` has passed.
  TopLoader(std::function<TopDataPtr()> load, std::chrono::milliseconds interval);
  // Loads a snapshot with the note that precedes it.
  using LoadText = std::function<TopDataPtr(std::string text, const std::string &note)>;
  // Reads each snapshot of a feed, which must outlive the loader.
  TopLoader(LoadText load, Feed &feed);
  // Waits for the contents that are just read; see is_busy().
  ~TopLoader();
  TopLoader(const TopLoader &) = delete;
  TopLoader &operator=(const TopLoader &) = delete;

  // A descriptor that can be read if take() has a result.
  int descriptor() const { return wake_[0]; }
  std::optional<Result> take();
  // Reads again without waiting for the interval. A feed has its own times.
  void refresh() { order('r'); }
  bool is_busy() const { return is_busy_.load(); }

 private:
  void open_pipes();
  void order(char command);
  // The thread. Its failures are results: an exception would end the process and leave the terminal
  // as it is.
  void run();
  void read_until_stopped();
  // Returns false at the end of the feed.
  bool read_feed();
  void read_contents(const std::function<TopDataPtr()> &load);
  // A result without contents does not replace contents that were not taken yet.
  void publish(Result result);

  std::function<TopDataPtr()> load_;
  LoadText load_text_;
  std::string note_;  // of the next snapshot
  std::chrono::milliseconds interval_{};
  Feed *feed_ = nullptr;
  int orders_[2], wake_[2];  // pipes
  std::mutex mutex_;
  std::optional<Result> result_;
  std::atomic<bool> is_busy_ = false;
  std::thread thread_;
};

}  // namespace koordctl
