/* koord-oci-hook: a createRuntime hook for runc, crun and other OCI runtimes. It places a container
 * that is about to start on the CPUs and NUMA nodes of its pod in node-state.json, or keeps it from
 * starting. All decisions are made by libkoord. The needed parts of it are linked statically,
 * because loading it would take longer than everything else. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "koord.h"

enum { kDone = 0, kRefused = 1, kUsage = 2, kEnvironment = 3, kInternal = 4 };
enum { kMaxState = 1 << 20 };

struct settings {
  const char *state;
  const char *cgroup_root;
  const char *proc_root;
  koord_hook_choice without_state;
  koord_hook_choice refused;
};

static const char kHelp[] =
    "Usage: koord-oci-hook [OPTION]... [createRuntime|prestart]\n"
    "Assigns the CPUs of its pod to a container that is about to start, or keeps it from "
    "starting.\n"
    "The runtime passes the state of the container on standard input.\n"
    "\n"
    "  --state=FILE            written by koordctl node; default: /run/koord/node-state.json\n"
    "  --without-state=ACTION  if that file is missing: refuse to start containers, or leave them\n"
    "                          as they are; default: leave\n"
    "  --refused=ACTION        if claims of the pod were refused: refuse to start it, or leave it\n"
    "                          on the pool that it has instead; default: refuse\n"
    "  --cgroup-root=DIR       where control groups are mounted; default: /sys/fs/cgroup\n"
    "  --proc=DIR              where the host's proc is mounted; default: /proc\n"
    "  --help                  print this and exit\n"
    "\n"
    "Exit codes: 0 the container may start, 1 refused, 2 usage, 3 a file cannot be read or\n"
    "written, or is invalid, 4 internal error.\n";

static void say(const char *what, const char *detail) {
  fprintf(stderr, "koord-oci-hook: %s%s%s\n", what, *detail == '\0' ? "" : ": ", detail);
}

/* Returns the value of --name=value, or NULL if the argument is another option. */
static const char *value_of(const char *argument, const char *name) {
  const size_t length = strlen(name);
  return strncmp(argument, name, length) == 0 && argument[length] == '=' ? argument + length + 1
                                                                         : NULL;
}

static int read_choice(const char *text, koord_hook_choice *out) {
  if (strcmp(text, "refuse") == 0) {
    *out = KOORD_HOOK_CHOICE_REFUSE;
  } else if (strcmp(text, "leave") == 0) {
    *out = KOORD_HOOK_CHOICE_LEAVE;
  } else {
    return 0;
  }
  return 1;
}

/* Returns 0 to continue, otherwise the exit code plus one. */
static int read_argument(const char *argument, struct settings *out) {
  const char *value;
  if (strcmp(argument, "--help") == 0) {
    fputs(kHelp, stdout);
    return kDone + 1;
  }
  if ((value = value_of(argument, "--state")) != NULL) {
    out->state = value;
  } else if ((value = value_of(argument, "--cgroup-root")) != NULL) {
    out->cgroup_root = value;
  } else if ((value = value_of(argument, "--proc")) != NULL) {
    out->proc_root = value;
  } else if ((value = value_of(argument, "--without-state")) != NULL) {
    if (read_choice(value, &out->without_state)) return 0;
    say("--without-state: expected refuse or leave, found", value);
    return kUsage + 1;
  } else if ((value = value_of(argument, "--refused")) != NULL) {
    if (read_choice(value, &out->refused)) return 0;
    say("--refused: expected refuse or leave, found", value);
    return kUsage + 1;
  } else if (strcmp(argument, "createRuntime") == 0 || strcmp(argument, "prestart") == 0) {
    return 0;
  } else if (*argument == '-') {
    say("unknown option, see --help", argument);
    return kUsage + 1;
  } else {
    /* createContainer and startContainer run inside the container, where its process has another
     * number. */
    say("unsupported hook stage, expected createRuntime or prestart:", argument);
    return kUsage + 1;
  }
  if (*value != '\0') return 0;
  say("needs a value", argument);
  return kUsage + 1;
}

/* Reads all of standard input and appends a NUL. Prints the error and returns NULL if it fails. */
static char *read_input(size_t *length) {
  char *text = malloc(kMaxState + 1);
  *length = 0;
  if (text == NULL) {
    say("out of memory", "");
    return NULL;
  }
  while (*length < kMaxState) {
    const ssize_t got = read(STDIN_FILENO, text + *length, kMaxState - *length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      say("standard input", strerror(errno));
      free(text);
      return NULL;
    }
    if (got == 0) {
      text[*length] = '\0';
      return text;
    }
    *length += (size_t)got;
  }
  say("standard input", "over 1 MiB, expected the state of a container");
  free(text);
  return NULL;
}

static int exit_code(koord_status status) {
  if (status == KOORD_E_INTERNAL) return kInternal;
  return status == KOORD_OK ? kDone : kEnvironment;
}

/* Settings that are not given keep the library's defaults. */
static koord_status run_hook(const struct settings *settings, const char *state, size_t length,
                             koord_hook_result *result, koord_error *error) {
  koord_hook_options options = KOORD_INIT(koord_hook_options);
  koord_hook *hook = NULL;
  options.without_state = settings->without_state;
  options.refused = settings->refused;
  koord_status status = koord_hook_new(&options, &hook, error);
  if (status == KOORD_OK && settings->state != NULL)
    status = koord_hook_set_state_file(hook, settings->state, KOORD_NUL, error);
  if (status == KOORD_OK && settings->cgroup_root != NULL)
    status = koord_hook_set_cgroup_root(hook, settings->cgroup_root, KOORD_NUL, error);
  if (status == KOORD_OK && settings->proc_root != NULL)
    status = koord_hook_set_proc_root(hook, settings->proc_root, KOORD_NUL, error);
  if (status == KOORD_OK) status = koord_hook_run(hook, state, length, result, error);
  koord_hook_free(hook);
  return status;
}

static int run(const struct settings *settings, const char *state, size_t length) {
  koord_hook_result result;
  koord_error error;
  result = KOORD_INIT(koord_hook_result);
  const koord_status status = run_hook(settings, state, length, &result, &error);
  if (status != KOORD_OK) {
    say(error.message, "");
    return exit_code(status);
  }
  if (result.refusal.reason == KOORD_REASON_NONE) return kDone;
  char sentence[512] = "";
  koord_refusal_format(&result.refusal, sentence, sizeof sentence, NULL, NULL);
  const int is_refused = result.outcome == KOORD_HOOK_OUTCOME_REFUSED;
  fprintf(stderr, "koord-oci-hook: %s: the pod %s\n", is_refused ? "refused" : "not applied",
          sentence);
  return is_refused ? kRefused : kDone;
}

int main(int argc, char **argv) {
  struct settings settings = {NULL, NULL, NULL, KOORD_HOOK_CHOICE_DEFAULT,
                              KOORD_HOOK_CHOICE_DEFAULT};
  for (int i = 1; i < argc; ++i) {
    const int stop = read_argument(argv[i], &settings);
    if (stop != 0) return stop - 1;
  }
  size_t length = 0;
  char *state = read_input(&length);
  if (state == NULL) return kEnvironment;
  const int code = run(&settings, state, length);
  free(state);
  return code;
}
