// NVIDIA's management library, loaded and initialised for as long as an object lives.
#pragma once

#include <memory>
#include <string>

#include "base/log.h"
#include "probe/nvml_api.h"

namespace koord::probe::nvml {

class Library {
 public:
  // A name that the loader looks up, or a path. nullptr: the machine has no NVIDIA driver, that is
  // no library of this name or no driver loaded. Throws kIo: a library given by its path does not
  // load, or does not initialise; kUnsupported: it lacks a function, or its version is not the
  // driver's.
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

// "NVML error 15 (the GPU is lost)".
std::string describe(Return code);

}  // namespace koord::probe::nvml
