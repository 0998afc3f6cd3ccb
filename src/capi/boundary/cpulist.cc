// CPU sets as text.
#include "base/cpu_set.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "koord.h"

using namespace koord::capi;

koord_status koord_cpulist_parse(const char *list, size_t length, uint64_t *words,
                                 size_t word_count, koord_error *err) {
  return guarded(err, [&] {
    write_set(koord::CpuSet::parse(document(list, length, "list"), "list"), words, word_count);
  });
}

koord_status koord_cpulist_format(const uint64_t *words, size_t word_count, char *text,
                                  size_t capacity, size_t *needed, koord_error *err) {
  return guarded(err, [&] {
    write_text(read_words(words, word_count, "words").to_string(), text, capacity, needed);
  });
}
