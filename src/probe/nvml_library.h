// NVIDIA's management library, loaded and initialised during the lifetime of an object.
#pragma once

#include <memory>
#include <string>

#include "base/log.h"
#include "probe/nvml_api.h"

namespace koord::probe::nvml {

class Library {
 public:
  // Opens a library by a name that the loader looks up, or by a path. Returns nullptr if the
  // machine has no NVIDIA driver: there is no library of this name, or no driver is loaded. Throws
  // kIo if a library given by its path does not load, or if it does not initialise. Throws
  // kUnsupported if it lacks a function or its version is not the driver's.
  static std::unique_ptr<Library> open(const std::string &name, const Log &log);

  ~Library();
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  const Api &api() const { return api_; }

 private:
  explicit Library(void *handle) : handle_(handle) {}
  void find_functions();

  void *handle_;
  bool initialised_ = false;
  Api api_;
};

// Returns a text such as "NVML error 15 (the GPU is lost)".
std::string describe(Return code);

}  // namespace koord::probe::nvml
