/* Versions, errors, documents, CPU sets and profiles: the basis of all other headers.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_BASE_H_
#define KOORD_BASE_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define KOORD_API __attribute__((visibility("default")))
#else
#define KOORD_API
#endif

/* Tags for tools that read the headers with KOORD_TAGS defined. Compilers ignore them.
 *  KOORD_NULLABLE      a pointer that may be NULL. All other pointers must not be NULL, except a
 *                      text of length 0, rows of count 0, the koord_error, and the argument of
 *                      _free, _unref and _close. A text with this tag may be left out: length 0
 *  KOORD_OPTIONAL      a number whose default is 0. Of an out handle: it may be NULL although the
 *                      call has succeeded
 *  KOORD_DOCUMENT      a text that is a document: JSON, XML, the content of a file
 *  KOORD_BOOL          a number that is 0 or 1
 *  KOORD_SYNCHRONIZED  a handle that any thread may use at any time
 *  KOORD_OF(type)      a field of fewer bytes than `type` that holds one of its numbers */
#if defined(KOORD_TAGS) && defined(__clang__)
#define KOORD_NULLABLE __attribute__((annotate("nullable")))
#define KOORD_OPTIONAL __attribute__((annotate("optional")))
#define KOORD_DOCUMENT __attribute__((annotate("document")))
#define KOORD_BOOL __attribute__((annotate("bool")))
#define KOORD_SYNCHRONIZED __attribute__((annotate("synchronized")))
#define KOORD_OF(type) __attribute__((annotate("of " #type)))
#else
#define KOORD_NULLABLE
#define KOORD_OPTIONAL
#define KOORD_DOCUMENT
#define KOORD_BOOL
#define KOORD_SYNCHRONIZED
#define KOORD_OF(type)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Versions -------------------------------------------------------------------------------- */

/** Version of this interface; koord_version returns that of the loaded library. */
#define KOORD_VERSION_MAJOR 0
#define KOORD_VERSION_MINOR 1
#define KOORD_VERSION_PATCH 0

/** Version of the loaded library: major << 16 | minor << 8 | patch. */
KOORD_API uint32_t koord_version(void);
/** The version as text, "0.1.0". Static, never NULL. */
KOORD_API const char *koord_version_string(void);

/* ---- Status and errors ----------------------------------------------------------------------- */

/** Result of every call that can fail: 0 or negative. Numbers are never changed or reused. */
typedef int32_t koord_status;
enum {
  KOORD_OK = 0,              /**< success */
  KOORD_E_INVALID = -1,      /**< an argument, or a field of the input, violates its contract */
  KOORD_E_NO_MEMORY = -2,    /**< out of memory */
  KOORD_E_NO_SPACE = -3,     /**< the caller's buffer is too small */
  KOORD_E_CONFLICT = -20,    /**< contradicts what is already allocated */
  KOORD_E_STALE = -21,       /**< made from a state that has changed since */
  KOORD_E_LIMIT = -22,       /**< larger than a documented bound */
  KOORD_E_NOT_FOUND = -23,   /**< no such node, pod, file or other named object */
  KOORD_E_IO = -40,          /**< the machine or a file could not be read or written */
  KOORD_E_PERMISSION = -41,  /**< not permitted */
  KOORD_E_CORRUPT = -42,     /**< a checksum is wrong, or what was read contradicts itself */
  KOORD_E_UNSUPPORTED = -43, /**< valid, but this build or machine cannot do it */
  KOORD_E_INTERNAL = -99     /**< a bug in libkoord; please report it */
};

/** Length of a text that ends with a NUL. Not valid as any other length, count or stride. */
#define KOORD_NUL SIZE_MAX

#ifdef __cplusplus
#define KOORD_INIT(type) koord_init_struct<type>()
extern "C++" {
template <typename Struct>
Struct koord_init_struct() {
  Struct made = Struct();
  made.struct_size = static_cast<uint32_t>(sizeof made);
  return made;
}
}
#else
/** A struct with its struct_size set and every other field at its default, zero:
 *  `koord_cpu_request request = KOORD_INIT(koord_cpu_request);` */
#define KOORD_INIT(type) ((type){.struct_size = sizeof(type)})
#endif

/** Number of CPU ids on any machine: ids are below it, and this many bits hold every set. */
#define KOORD_MAX_CPUS 8192

/** An error, with a message for people. 256 bytes, this layout for ever. */
typedef struct koord_error {
  koord_status code;
  uint32_t reserved;
  char message[248]; /**< one line: the field, what was found, what was expected */
} koord_error;

/** Returns the stable lower-case name of a status for logs and metrics ("no-space"); "unknown" for
 *  others. Static, never NULL. */
KOORD_API const char *koord_status_get_name(koord_status status);

/* ---- Documents and diagnostics --------------------------------------------------------------- */

/** A document that the library wrote: JSON, SVG or text. Immutable. */
typedef struct koord_buffer koord_buffer;
/** Returns the bytes, followed by a NUL that koord_buffer_get_length does not count. Borrowed:
 *  valid until koord_buffer_unref. For NULL, the document is empty. */
KOORD_API const char *koord_buffer_get_data(const koord_buffer *buffer);
KOORD_API size_t koord_buffer_get_length(const koord_buffer *buffer);
KOORD_API koord_buffer *koord_buffer_ref(const koord_buffer *buffer);
KOORD_API void koord_buffer_unref(koord_buffer *buffer);

/** Severity of a diagnostic. */
typedef int32_t koord_log_level;
enum { KOORD_LOG_LEVEL_INFO = 1, KOORD_LOG_LEVEL_WARNING = 2 };
/** Receives one diagnostic: for example input that is odd but usable, or a distance matrix that was
 *  ignored. `message` is not NUL-terminated and is valid only during the call. Called on the
 *  caller's thread with no lock held; must not throw or unwind. */
typedef void (*koord_log_fn)(void *user, int32_t level, const char *message, size_t length);

/** Settings that several calls share: today the log function. Calls that take a context accept
 *  NULL: no diagnostics. A handle keeps the context that it was created with, and is silent once
 *  that context is freed; do not free the context while a call on the handle runs. */
typedef struct koord_context koord_context;
/** Creates a context without a log function. The caller owns *out. Errors: INVALID (out is NULL),
 *  NO_MEMORY. */
KOORD_API koord_status koord_context_new(koord_context **out, koord_error *err);
KOORD_API void koord_context_free(koord_context *context);
/** Sends diagnostics to `log`, with `user` as its first argument; NULL turns them off. */
KOORD_API void koord_context_set_log(koord_context *context, koord_log_fn log, void *user);

/* ---- CPU sets -------------------------------------------------------------------------------- */

/** Parses a Linux CPU list ("0-3,8"; "" is empty) and writes all of `words`.
 *  Errors: INVALID (not a list: blanks, reversed ranges, empty items; an id at or above
 *  KOORD_MAX_CPUS), NO_SPACE (an id does not fit in `word_count` words). */
KOORD_API koord_status koord_cpulist_parse(const char *list, size_t length, uint64_t *words,
                                           size_t word_count, koord_error *err);
/** Writes the set as a CPU list (ascending, consecutive ids as ranges) with a NUL into
 *  text[0..capacity). `*needed` (nullable) receives the length without the NUL, also on NO_SPACE,
 *  where nothing else is written. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cpulist_format(const uint64_t *words, size_t word_count, char *text,
                                            size_t capacity, KOORD_NULLABLE size_t *needed,
                                            koord_error *err);

/* ---- Profiles -------------------------------------------------------------------------------- */

/** The rules that apply; docs/reference/profiles.md lists every difference. */
typedef int32_t koord_profile;
enum {
  KOORD_PROFILE_SPEC = 0,     /**< the Koordinator proposals as written */
  KOORD_PROFILE_UPSTREAM = 1, /**< Koordinator v1.8, CPU for CPU */
  KOORD_PROFILE_KUBELET = 2,  /**< kubelet 1.36 with known defects fixed: koord_kubelet_* */
  /** scheduler-plugins' NodeResourceTopologyMatch; koord_nrt_node_filter */
  KOORD_PROFILE_NRT_MATCH = 3
};

#ifdef __cplusplus
}
#endif
#endif /* KOORD_BASE_H_ */
