#include "top/screen.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#ifdef KOORDCTL_CURSES
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include <clocale>
#include <map>

#include "top/top_view.h"
#endif

namespace koordctl {
namespace {

std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

bool Screen::is_possible() {
  const std::string_view type = variable("TERM");
  return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && !type.empty() && type != "dumb";
}

#ifdef KOORDCTL_CURSES

namespace {

// Containers often have no locale at all; others decide themselves.
void set_locale() {
  const bool has_any =
      !variable("LC_ALL").empty() || !variable("LC_CTYPE").empty() || !variable("LANG").empty();
  if (std::setlocale(LC_CTYPE, has_any ? "" : "C.UTF-8") == nullptr)
    std::setlocale(LC_CTYPE, "C.UTF-8");
}

// Returns UTF-8 as wide characters. Invalid bytes become question marks.
std::wstring to_wide(std::string_view text) {
  std::wstring out;
  for (size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at++]);
    const int tails = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc2 ? 1 : -1;
    unsigned value = tails <= 0 ? lead : lead & (0x3fU >> tails);
    bool is_valid = tails >= 0;
    for (int i = 0; i < tails && is_valid; ++i) {
      is_valid = at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
      if (is_valid) value = value << 6 | (static_cast<unsigned char>(text[at++]) & 0x3fU);
    }
    // Control characters never reach the terminal, whatever the text is.
    is_valid = is_valid && value >= 0x20 && !(value >= 0x7f && value < 0xa0);
    out += is_valid ? static_cast<wchar_t>(value) : L'?';
  }
  return out;
}

// Opens the terminal of standard input once more, so that reading it never waits: ncurses polls and
// then reads, and another process of the terminal may have taken the key meanwhile. Standard input
// itself is shared with other processes and stays as it is. Returns nullptr if that fails.
FILE *open_keys() {
  const int descriptor = ::open("/proc/self/fd/0", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  FILE *const keys = isatty(descriptor) == 1 ? fdopen(descriptor, "r") : nullptr;
  if (keys == nullptr) close(descriptor);
  return keys;
}

class CursesScreen : public Screen {
 public:
  // `keys` is closed with the screen; nullptr if it is standard input.
  CursesScreen(SCREEN *screen, FILE *keys, bool has_color) : screen_(screen), keys_(keys) {
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    // Arrow keys are sequences that begin with Escape, and may come in parts.
    constexpr int kSequenceTime = 100;
    if (variable("ESCDELAY").empty()) set_escdelay(kSequenceTime);
    curs_set(0);
    if (has_color && has_colors() && start_color() == OK) {
      use_default_colors();
      has_pairs_ = COLORS >= 256 && COLOR_PAIRS > 16;
    }
  }
  ~CursesScreen() override {
    endwin();
    delscreen(screen_);
    if (keys_ != nullptr) (void)fclose(keys_);
  }
  CursesScreen(const CursesScreen &) = delete;
  CursesScreen &operator=(const CursesScreen &) = delete;

  size_t rows() const override { return static_cast<size_t>(std::max(getmaxy(stdscr), 0)); }
  size_t columns() const override { return static_cast<size_t>(std::max(getmaxx(stdscr), 0)); }

  void paint(const std::vector<std::string> &lines) override {
    werase(stdscr);
    for (size_t i = 0; i < lines.size(); ++i) {
      wmove(stdscr, static_cast<int>(i), 0);
      add(lines[i]);
    }
    wattrset(stdscr, A_NORMAL);
    wrefresh(stdscr);
  }

  void redraw() override { redrawwin(stdscr); }

  int descriptor() const override { return keys_ != nullptr ? fileno(keys_) : STDIN_FILENO; }

  int read_key() override {
    wint_t key = 0;
    const int kind = wget_wch(stdscr, &key);
    if (kind == ERR) return -1;
    return kind == KEY_CODE_YES ? function_key(static_cast<int>(key))
                                : character(static_cast<int>(key));
  }

 private:
  void add(std::string_view line) {
    while (!line.empty()) {
      if (line.starts_with("\x1b[")) {
        const size_t end = line.find('m');
        if (end == std::string_view::npos) return;
        style(line.substr(2, end - 2));
        line.remove_prefix(end + 1);
        continue;
      }
      const std::string_view text = line.substr(0, line.find('\x1b', 1));
      const std::wstring wide = to_wide(text);
      waddnwstr(stdscr, wide.data(), static_cast<int>(wide.size()));
      line.remove_prefix(text.size());
    }
  }

  // Applies the parameters of an SGR sequence: those of styled.h and of libkoord's pictures.
  void style(std::string_view parameters) {
    if (parameters == "0") {
      wattrset(stdscr, A_NORMAL);
    } else if (parameters == "1") {
      wattron(stdscr, A_BOLD);
    } else if (parameters == "2") {
      wattron(stdscr, A_DIM);
    } else if (parameters == "7") {
      wattron(stdscr, A_REVERSE);
    } else if (parameters == "1;7") {
      wattron(stdscr, A_BOLD | A_REVERSE);
    } else if (parameters.starts_with("48;5;") && has_pairs_) {
      const int background = std::atoi(std::string(parameters.substr(5)).c_str());
      if (background >= 0 && background < COLORS) wcolor_set(stdscr, pair_of(background), nullptr);
    }
  }

  // Returns the pair of black on this colour.
  short pair_of(int background) {
    const auto next = static_cast<short>(pairs_.size() + 1);
    if (next >= COLOR_PAIRS) return 0;
    const auto [pair, is_new] = pairs_.emplace(background, next);
    if (is_new) init_pair(next, 16, static_cast<short>(background));
    return pair->second;
  }

  static int function_key(int key) {
    switch (key) {
      case KEY_UP:
        return kKeyUp;
      case KEY_DOWN:
        return kKeyDown;
      case KEY_LEFT:
        return kKeyLeft;
      case KEY_RIGHT:
        return kKeyRight;
      case KEY_PPAGE:
        return kKeyPageUp;
      case KEY_NPAGE:
        return kKeyPageDown;
      case KEY_HOME:
        return kKeyHome;
      case KEY_END:
        return kKeyEnd;
      case KEY_ENTER:
        return kKeyEnter;
      case KEY_BACKSPACE:
        return kKeyBackspace;
      default:
        return 0;
    }
  }

  static int character(int key) {
    switch (key) {
      case '\r':
      case '\n':
        return kKeyEnter;
      case 27:
        return kKeyEscape;
      case 8:
      case 127:
        return kKeyBackspace;
      case '\t':
        return kKeyTab;
      default:
        return key;
    }
  }

  SCREEN *screen_;
  FILE *keys_;
  bool has_pairs_ = false;
  std::map<int, short> pairs_;  // of colours, by background
};

}  // namespace

std::unique_ptr<Screen> Screen::open(bool has_color) {
  if (!is_possible()) return nullptr;
  set_locale();
  FILE *const keys = open_keys();
  SCREEN *const screen = newterm(nullptr, stdout, keys != nullptr ? keys : stdin);
  if (screen == nullptr) {
    if (keys != nullptr) (void)fclose(keys);
    return nullptr;
  }
  return std::make_unique<CursesScreen>(screen, keys, has_color);
}

bool Screen::is_built() { return true; }

#else

std::unique_ptr<Screen> Screen::open(bool /*has_color*/) { return nullptr; }

bool Screen::is_built() { return false; }

#endif

}  // namespace koordctl
