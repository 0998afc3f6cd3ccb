/* Uses the library by its name only, like hooks and languages without a compiler. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  void *library = dlopen("libkoord.so.1", RTLD_NOW | RTLD_LOCAL);
  const char *(*version)(void);
  int32_t (*parse)(const char *, size_t, uint64_t *, size_t, void *);
  uint64_t word = 0;
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  *(void **)&version = dlvsym(library, "koord_version_string", "KOORD_1.0");
  *(void **)&parse = dlvsym(library, "koord_cpulist_parse", "KOORD_1.0");
  if (version == NULL || parse == NULL || parse("0-3,8", 5, &word, 1, NULL) != 0 || word != 0x10F) {
    fprintf(stderr, "it is there and does not answer\n");
    return 1;
  }
  printf("libkoord %s\n", version());
  return dlclose(library);
}
