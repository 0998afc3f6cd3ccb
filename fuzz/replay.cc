// main() of a fuzz target where there is no libFuzzer: runs files, and a bounded number of variants
// of them that are the same in every run.
//   <name>_fuzz [-mutations=N] [-dict=FILE] FILE|DIRECTORY...
// An input that breaks a promise is left as crash-<program> in the current directory.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "mutator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
// Sanitizers end the process without a signal; they tell through this, where they are linked in.
extern "C" __attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());

namespace {

using koord::fuzz::Mutator;
using koord::fuzz::parse_dictionary;

constexpr unsigned kMaxSecondsPerInput = 60;

// What runs now, for the handlers below.
const char *crash_file = nullptr;
const uint8_t *current_data = nullptr;
size_t current_size = 0;

void save_current_input() {
  if (current_data == nullptr) return;
  const int file = open(crash_file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  const bool written = write(file, current_data, current_size) >= 0;
  close(file);
  current_data = nullptr;
  const auto say = [](const char *text) { return write(STDERR_FILENO, text, std::strlen(text)); };
  if (written && say("the input is in ") >= 0 && say(crash_file) >= 0) (void)!say("\n");
}

void on_signal(int number) {
  if (number == SIGALRM) {
    constexpr char kTooLong[] = "one input took longer than 60 s\n";
    (void)!write(STDERR_FILENO, kTooLong, sizeof kTooLong - 1);
  }
  save_current_input();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

void install_handlers() {
  const bool sanitized = __sanitizer_set_death_callback != nullptr;
  if (sanitized) __sanitizer_set_death_callback(save_current_input);
  for (const int number : {SIGABRT, SIGALRM}) std::signal(number, on_signal);
  // A sanitizer's own handlers say more about these.
  if (!sanitized)
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) std::signal(number, on_signal);
}

void run(const std::string &input) noexcept {
  // A block of its own, so that reading past the end is noticed.
  const auto copy = std::make_unique<uint8_t[]>(input.size());
  std::copy(input.begin(), input.end(), copy.get());
  current_data = copy.get();
  current_size = input.size();
  alarm(kMaxSecondsPerInput);
  LLVMFuzzerTestOneInput(copy.get(), input.size());
  alarm(0);
  current_data = nullptr;
}

std::string read_file(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Files in the order of their names, so that every run does the same.
void add_seeds(const std::filesystem::path &path, std::vector<std::string> &seeds) {
  if (!std::filesystem::is_directory(path)) {
    seeds.push_back(read_file(path));
    return;
  }
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::directory_iterator(path))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto &file : files) seeds.push_back(read_file(file));
}

struct Plan {
  size_t mutations = 0;
  std::vector<std::string> tokens;
  std::vector<std::string> seeds;
};

Plan read_arguments(int argc, char **argv) {
  constexpr std::string_view kMutations = "-mutations=";
  constexpr std::string_view kDictionary = "-dict=";
  Plan plan;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument.starts_with(kMutations)) {
      const std::string_view number = argument.substr(kMutations.size());
      const auto end = number.data() + number.size();
      if (std::from_chars(number.data(), end, plan.mutations).ptr != end || number.empty())
        throw std::runtime_error("-mutations: expected a number");
    } else if (argument.starts_with(kDictionary)) {
      plan.tokens = parse_dictionary(read_file(argument.substr(kDictionary.size())));
    } else if (argument.starts_with('-')) {
      throw std::runtime_error("unknown option " + std::string(argument));
    } else {
      add_seeds(argument, plan.seeds);
    }
  }
  if (plan.seeds.empty())
    throw std::runtime_error("usage: [-mutations=N] [-dict=FILE] FILE|DIRECTORY...");
  return plan;
}

}  // namespace

int main(int argc, char **argv) {
  try {
    const Plan plan = read_arguments(argc, argv);
    const std::string crash = "crash-" + std::filesystem::path(argv[0]).filename().string();
    crash_file = crash.c_str();
    install_handlers();
    for (const std::string &seed : plan.seeds) run(seed);
    const Mutator mutator(plan.seeds, plan.tokens);
    for (size_t i = 0; i < plan.mutations; ++i) run(mutator.mutate(i % plan.seeds.size(), i));
    std::printf("%zu seeds, %zu variants\n", plan.seeds.size(), plan.mutations);
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    save_current_input();
    return 1;
  }
}
