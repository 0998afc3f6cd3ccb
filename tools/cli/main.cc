// main() of every program. Data goes to standard output, messages to standard error.
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <new>

#include "cli/command_line.h"
#include "cli/errors.h"
#include "cli/failure.h"
#include "cli/file.h"
#include "cli/printable.h"
#include "cli/program.h"

namespace {

using koordctl::CommandLine;

int report(int code, const char *message) {
  koordctl::print_message(message);
  return code;
}

// Needs no memory. `message` is a constant, so it is not escaped.
int report_no_memory(const char *message) {
  std::fprintf(stderr, "%s: %s\n", koordctl::kProgram.name, message);
  return koordctl::kEnvironment;
}

// The parsers of YAML and of the command line have static objects, whose exceptions nobody can
// catch. The handler is installed before any library's.
[[noreturn]] void end_before_main() {
  (void)report_no_memory("out of memory");
  _exit(koordctl::kEnvironment);
}
void begin() { std::set_new_handler(end_before_main); }
[[gnu::section(".preinit_array"), gnu::used]] void (*const kBegin)() = begin;

// The C++ runtime reserves this much memory at start for exceptions that are thrown without memory,
// if it can.
constexpr size_t kRoomForExceptions = 128 << 10;
// More than a pick needs (koord.h), including its callers.
constexpr size_t kStack = 512 << 10;
constexpr size_t kPage = 4096;

// Touches the stack in advance. It grows on use, and a process without memory for it is killed
// without an error.
[[gnu::noinline]] void grow_stack() {
  [[maybe_unused]] volatile char room[kStack];
  for (size_t at = 0; at < kStack; at += kPage) room[at] = 0;
}

int usage(const CommandLine &line, const char *message) {
  report(koordctl::kUsage, message);
  std::fprintf(stderr, "Try '%s --help'.\n", line.command_name().c_str());
  return koordctl::kUsage;
}

int run(CommandLine &line, int argc, const char *const *argv) {
  try {
    return line.run(argc, argv);
  } catch (const CLI::CallForHelp &) {
    if (argc < 2) {
      std::fputs(line.app().help().c_str(), stderr);
      return koordctl::kUsage;
    }
    koordctl::print(line.app().help());
    return koordctl::kOk;
  } catch (const CLI::CallForVersion &version) {
    koordctl::print(version.what());
    return koordctl::kOk;
  } catch (const CLI::ExtrasError &) {
    return usage(line, line.unexpected_argument().c_str());
  } catch (const CLI::ParseError &error) {
    return usage(line, error.what());
  }
}

}  // namespace

int main(int argc, char **argv) {
  ::operator delete(::operator new(kRoomForExceptions + kStack));
  grow_stack();
  std::set_new_handler(nullptr);
  try {
    CommandLine line(koordctl::commands_for(koordctl::kProgram.commands, argc, argv));
    try {
      return koordctl::with_subject("", [&] { return run(line, argc, argv); });
    } catch (const koordctl::Failure &failure) {
      return failure.code() == koordctl::kUsage ? usage(line, failure.what())
                                                : report(failure.code(), failure.what());
    }
  } catch (const koordctl::MemoryFailure &error) {
    return report_no_memory(error.what());
  } catch (const std::bad_alloc &) {
    return report_no_memory("out of memory");
  } catch (const std::exception &error) {
    return report(koordctl::kInternal, error.what());
  }
}
