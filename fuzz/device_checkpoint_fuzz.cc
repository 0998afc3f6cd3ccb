// kubelet's device checkpoint: any file is refused or read, what is read is written with a checksum
// that holds, and written again to the same bytes.
#include <string>

#include "base/error.h"
#include "bytes.h"
#include "check.h"
#include "wire/kubelet/device_checkpoint.h"

using namespace koord::fuzz;
namespace wire = koord::wire;
using koord::Error;
using koord::Status;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view file(reinterpret_cast<const char *>(data), size);
  reads([](std::string_view text) { wire::read_device_checkpoint(text); }, file);
  std::string sealed;
  try {
    const wire::DeviceCheckpoint checkpoint = wire::decode_device_checkpoint(file);
    (void)hashed_text(checkpoint);
    sealed = encode(checkpoint);
  } catch (const Error &error) {
    FUZZ_CHECK(error.status() == Status::kInvalid || error.status() == Status::kLimit);
    check_line(error.what());
    return 0;
  }
  const wire::DeviceCheckpoint again = wire::read_device_checkpoint(sealed);  // must not throw
  FUZZ_CHECK_WITH(encode(again) == sealed, sealed);
  return 0;
}
