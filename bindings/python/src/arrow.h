// The structs of Arrow's C data and C stream interfaces. The specification fixes their layout:
// arrow.apache.org/docs/format/CDataInterface.html and CStreamInterface.html.
#ifndef KOORD_PYTHON_ARROW_H_
#define KOORD_PYTHON_ARROW_H_

#include <cstdint>

extern "C" {

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

struct ArrowSchema {
  const char *format, *name, *metadata;
  int64_t flags, n_children;
  ArrowSchema **children, *dictionary;
  void (*release)(ArrowSchema *);  // null once the struct is released or moved from
  void *private_data;
};

struct ArrowArray {
  int64_t length, null_count, offset, n_buffers, n_children;
  const void **buffers;
  ArrowArray **children, *dictionary;
  void (*release)(ArrowArray *);
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream *, ArrowSchema *);
  int (*get_next)(ArrowArrayStream *, ArrowArray *);
  const char *(*get_last_error)(ArrowArrayStream *);
  void (*release)(ArrowArrayStream *);
  void *private_data;
};

#endif

}  // extern "C"

#endif  // KOORD_PYTHON_ARROW_H_
