// The only error type of the engine, for invalid input, machine failures and broken contracts. A
// request that does not fit is not an error; see base/refusal.h.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace koord {

// Values equal those of koord_status in koord.h and never change.
enum class Status : int32_t {
  kOk = 0,
  kInvalid = -1,       // an argument or a field of the input is invalid
  kNoMemory = -2,      // allocation failed
  kNoSpace = -3,       // the caller's buffer is too small
  kConflict = -20,     // contradicts existing state
  kStale = -21,        // based on a state that has changed since
  kLimit = -22,        // larger than a documented bound
  kNotFound = -23,     // no such node or pod
  kIo = -40,           // the machine or a file could not be read or written
  kPermission = -41,   // not permitted
  kCorrupt = -42,      // a checksum or a format signature is wrong
  kUnsupported = -43,  // valid, but not something this build or machine can do
  kInternal = -99,     // a bug in libkoord
};

// Thrown inside the engine and converted to koord_status at the C boundary. The message is one line
// with the field, the value found and the value expected.
class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string &message) : std::runtime_error(message), status_(status) {}

  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

// Throws an exception and catches it. If the library was loaded late, the system's loader allocates
// memory for the first exception of a thread, and ends the process if there is none. Call this
// before work that must not end half-way.
void throw_first_exception() noexcept;

// Returns untrusted text in quotes, safe for a one-line message: cut to `limit` bytes, with control
// bytes and bytes that are not ASCII shown as \xNN.
std::string in_quotes(std::string_view text, size_t limit = 40);

}  // namespace koord
