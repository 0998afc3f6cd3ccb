/* Loaded in front of libc (LD_PRELOAD), this makes allocations of a program fail: those of operator new and those of C
 * libraries.
 *
 *   KOORD_FAIL_AT=n            the n-th allocation fails, once. The first is 1.
 *   KOORD_FAIL_EACH=a:s:b      every s-th allocation from the a-th to the b-th (0: the last) fails in a child process, which
 *                              continues from there. The program itself continues without a failure.
 *   KOORD_FAIL_ONWARD=1        all later allocations fail, too.
 *   KOORD_FAIL_FRAMES=f        with KOORD_FAIL_EACH: only the first allocation for each sequence of f callers fails.
 *   KOORD_FAIL_REPORT=file     receives a line for each child: number, "exit" or "signal", code, offset, length and hash of
 *                              standard output, the hwloc function that was called or "-", and the last line of standard
 *                              error, separated by tabs. The last line of the file is "calls" and the number of allocations.
 *
 * A child shares its files with the program, so the program must only read files. A child that still runs after 2 s is ended
 * by SIGALRM, because a lock that was held for writing cannot be released in another process. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

enum {
  kMaxFrames = 64,
  kSkippedFrames = 3,
  kMaxSites = 1 << 20,
  kMaxTold = 2000,
  kMaxFiles = 64,
  kSeconds = 2
};

static long calls;   /* so far */
static long fail_at; /* 0 if none */
static long first, step, last;
static int onward;
static int is_failing; /* all allocations fail from now on */
static int frames;     /* 0: every allocation fails */
static int report = -1;
static int is_ready; /* the environment was read */
static pid_t program;
static __thread int is_inside; /* true in calls from this file, which do not fail */
static uint64_t *sites;        /* hashes of callers, with open addressing */

static void put(const char *text, size_t length) {
  while (length > 0) {
    const ssize_t written = write(report, text, length);
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

static uint64_t hash_of(uint64_t hash, const void *bytes, size_t length) {
  for (const unsigned char *at = bytes; length > 0; --length)
    hash = (hash ^ *at++) * 0x100000001b3u;
  return hash;
}

static const uint64_t kHashStart = 0xcbf29ce484222325u;

/* Reads the last line of a file in memory, with control characters replaced by blanks. */
static size_t last_line(int file, char *text, size_t size) {
  const off_t length = lseek(file, 0, SEEK_END);
  const off_t from = length > (off_t)size - 1 ? length - ((off_t)size - 1) : 0;
  ssize_t got = pread(file, text, size - 1, from);
  if (got < 0) got = 0;
  while (got > 0 && text[got - 1] == '\n') --got;
  text[got] = '\0';
  char *line = strrchr(text, '\n');
  line = line == NULL ? text : line + 1;
  memmove(text, line, strlen(line) + 1);
  for (char *at = text; *at != '\0'; ++at)
    if ((unsigned char)*at < ' ') *at = ' ';
  return strlen(text);
}

static uint64_t hash_of_file(int file) {
  char bytes[4096];
  uint64_t hash = kHashStart;
  ssize_t got;
  for (off_t at = 0; (got = pread(file, bytes, sizeof bytes, at)) > 0; at += got)
    hash = hash_of(hash, bytes, (size_t)got);
  return hash;
}

/* Returns the outermost hwloc function among the callers, "?" if it has no name, or "-" if there is none. */
static const char *entry_to_hwloc(void *const *callers, int count) {
  for (int i = count; i-- > 0;) {
    Dl_info info;
    if (dladdr(callers[i], &info) == 0 || info.dli_fname == NULL) continue;
    if (strstr(info.dli_fname, "libhwloc") == NULL) continue;
    return info.dli_sname == NULL ? "?" : info.dli_sname;
  }
  return "-";
}

/* Waits in the parent for the child whose allocation fails, and reports it. */
static void tell(long number, pid_t child, int out, int err, off_t offset, void *const *callers,
                 int count) {
  char line[kMaxTold + 512];
  char said[kMaxTold];
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  const int is_exit = WIFEXITED(status);
  last_line(err, said, sizeof said);
  const int length =
      snprintf(line, sizeof line, "%ld\t%s\t%d\t%ld\t%ld\t%016llx\t%s\t%s\n", number,
               is_exit ? "exit" : "signal", is_exit ? WEXITSTATUS(status) : WTERMSIG(status),
               (long)offset, (long)lseek(out, 0, SEEK_END), (unsigned long long)hash_of_file(out),
               entry_to_hwloc(callers, count), said);
  put(line, (size_t)length);
}

/* Returns true if this sequence of callers is new, and stores it. */
static int is_new(void *const *callers, int count) {
  uint64_t hash = kHashStart;
  for (int i = 0; i < count && i < frames; ++i)
    hash = hash_of(hash, &callers[i], sizeof callers[i]);
  if (hash == 0) hash = 1;
  size_t at = hash % kMaxSites;
  while (sites[at] != 0 && sites[at] != hash) at = (at + 1) % kMaxSites;
  if (sites[at] == hash) return 0;
  sites[at] = hash;
  return 1;
}

/* Parent and child share their open files and the offsets in them. */
static void remember_places(off_t *places) {
  for (int file = 0; file < kMaxFiles; ++file) places[file] = lseek(file, 0, SEEK_CUR);
}
static void restore_places(const off_t *places) {
  for (int file = 0; file < kMaxFiles; ++file)
    if (places[file] >= 0 && file != report) lseek(file, places[file], SEEK_SET);
}

/* Returns true in the child, in which the allocation fails. */
static int fails_in_a_child(long number) {
  void *callers[kMaxFrames];
  int count = backtrace(callers, kMaxFrames);
  const int skipped = count < kSkippedFrames ? count : kSkippedFrames;
  count -= skipped;
  if (frames != 0 && !is_new(callers + skipped, count)) return 0;
  const int out = memfd_create("out", MFD_CLOEXEC), err = memfd_create("err", MFD_CLOEXEC);
  off_t places[kMaxFiles];
  remember_places(places);
  const pid_t child = fork();
  if (child == 0) {
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    step = 0;
    report = -1;
    alarm(kSeconds);
  } else if (child > 0) {
    tell(number, child, out, err, places[STDOUT_FILENO], callers + skipped, count);
    restore_places(places);
  }
  close(out);
  close(err);
  return child == 0;
}

static int fails(void) {
  if (!is_ready || is_inside) return 0;
  if (is_failing) return 1;
  const long number = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
  if (number == fail_at) {
    is_failing = onward;
    return 1;
  }
  if (step == 0 || number < first || (last != 0 && number > last) || (number - first) % step != 0)
    return 0;
  /* A child has only one of the threads of its parent. */
  is_inside = 1;
  const int is_child = fails_in_a_child(number);
  is_inside = 0;
  is_failing = is_child && onward;
  return is_child;
}

static long number_of(const char *name) {
  const char *text = getenv(name);
  return text == NULL ? 0 : atol(text);
}

__attribute__((constructor)) static void begin(void) {
  void *callers[2];
  const char *each = getenv("KOORD_FAIL_EACH");
  const char *file = getenv("KOORD_FAIL_REPORT");
  is_inside = 1;
  fail_at = number_of("KOORD_FAIL_AT");
  onward = (int)number_of("KOORD_FAIL_ONWARD");
  frames = (int)number_of("KOORD_FAIL_FRAMES");
  if (each != NULL && sscanf(each, "%ld:%ld:%ld", &first, &step, &last) != 3) abort();
  if (file != NULL) {
    report = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (report < 0) abort();
  }
  sites = mmap(NULL, kMaxSites * sizeof *sites, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (sites == MAP_FAILED) abort();
  (void)backtrace(callers, 2); /* the first call loads a library */
  program = getpid();
  /* Programs started by this one are not tested. */
  unsetenv("LD_PRELOAD");
  is_inside = 0;
  is_ready = 1;
}

__attribute__((destructor)) static void end(void) {
  char line[64];
  is_ready = 0;
  if (report < 0 || getpid() != program) return;
  put(line, (size_t)snprintf(line, sizeof line, "calls\t%ld\n", calls));
}

static void *no_memory(void) {
  errno = ENOMEM;
  return NULL;
}

void *malloc(size_t size) { return fails() ? no_memory() : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
  return fails() ? no_memory() : __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
  return fails() ? no_memory() : __libc_realloc(block, size);
}
void *reallocarray(void *block, size_t count, size_t size) {
  if (size != 0 && count > SIZE_MAX / size) return no_memory();
  return realloc(block, count * size);
}
void *memalign(size_t alignment, size_t size) {
  return fails() ? no_memory() : __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *block = memalign(alignment, size);
  if (block == NULL) return ENOMEM;
  *out = block;
  return 0;
}
