#include "top/top_view.h"

#include <algorithm>
#include <utility>

#include "cli/printable.h"
#include "top/styled.h"

namespace koordctl {
namespace {

constexpr std::ptrdiff_t kSideStep = 8;
constexpr size_t kMaxFilter = 100;

constexpr const char *kHelp[] = {"1 nodes, 2 pods, 3 refusals, 4 the node, 5 messages; Tab: next",
                                 "Up, Down, Page Up, Page Down, Home, End (also k, j, g, G): move",
                                 "Left, Right (also h, l): scroll wide tables",
                                 "Enter: show the node of the row; Escape: back",
                                 "[ ]: the node before, the node after",
                                 "s: sort by the next column; S: the other way round",
                                 "/: show only rows with a text; Escape: show all",
                                 "?: this help; q: end",
                                 "r: read again now"};  // the last line is for some contents only

std::string with_count(const char *name, size_t count) {
  return count == 0 ? name : std::string(name) + " (" + std::to_string(count) + ")";
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Returns untrusted text as printable lines of at most `columns` columns, which end between words
// where possible.
std::vector<std::string> folded_lines(std::string_view text, size_t columns) {
  std::vector<std::string> lines;
  const size_t most = std::max<size_t>(columns, 1);
  for (const std::string_view part : split_lines(text)) {
    const std::string printed = printable(part);
    std::string_view rest = printed;
    for (;;) {
      std::string line = cut_line(rest, 0, most);
      const bool is_all = line.size() == rest.size();
      if (is_all || line.empty()) {  // empty: a wide character on a narrow screen
        lines.emplace_back(rest);
        break;
      }
      const size_t blank = rest[line.size()] == ' ' ? line.size() : line.rfind(' ');
      if (blank != std::string::npos && blank > 0) line.resize(blank);
      rest.remove_prefix(line.size());
      if (rest.starts_with(' ')) rest.remove_prefix(1);
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace

TopView::TopView(const PictureOptions &options, const std::string &node) : options_(options) {
  if (!node.empty()) open_node(node);
}

void TopView::set(TopDataPtr data) {
  // The tables refer to the former contents until they get the new ones.
  const TopDataPtr former = std::exchange(data_, std::move(data));
  const TopTable *tables[] = {&data_->nodes, &data_->pods, &data_->refusals};
  for (size_t i = 0; i < tables_.size(); ++i) tables_[i].set(*tables[i]);
  if (node_.empty() && data_->nodes.rows.size() == 1) node_ = data_->nodes.rows[0].node;
}

bool TopView::takes_refresh() { return std::exchange(is_refresh_, false); }

TableView *TopView::table() { return page_ < tables_.size() ? &tables_[page_] : nullptr; }

void TopView::open(Page page) {
  page_ = page;
  top_ = shift_ = 0;
}

void TopView::open_node(const std::string &node) {
  if (node.empty()) return;
  node_ = node;
  if (page_ != kNode) back_ = page_;
  open(kNode);
}

void TopView::open_next_node(bool is_next) {
  if (!data_ || data_->nodes.rows.empty()) return;
  const std::vector<TopTable::Row> &rows = data_->nodes.rows;
  const auto now =
      std::ranges::find_if(rows, [&](const TopTable::Row &row) { return row.node == node_; });
  const size_t size = rows.size();
  const size_t at = now == rows.end() ? 0 : static_cast<size_t>(now - rows.begin());
  const size_t top = top_;
  open_node(rows[(at + (is_next ? 1 : size - 1)) % size].node);
  top_ = top;
}

void TopView::press(int key) {
  if (is_typing_) return press_in_filter(key);
  if (std::exchange(is_help_, false) && key != 'q') return;
  switch (key) {
    case 3:  // Ctrl-C, which a raw terminal passes on
    case 'q':
      is_ended_ = true;
      return;
    case kKeyEnter:
      if (TableView *const shown = table()) open_node(shown->node());
      return;
    case kKeyEscape:
      if (!filter_.empty()) {
        filter_.clear();
        for (TableView &each : tables_) each.set_filter("");
      } else if (page_ >= tables_.size()) {
        open(page_ == kNode ? back_ : kNodes);
      }
      return;
    case kKeyTab:
      return open(static_cast<Page>((page_ + 1) % kPages));
    default:
      if (key >= '1' && key <= '5') return open(static_cast<Page>(key - '1'));
      press_letter(key);
  }
}

void TopView::press_letter(int key) {
  TableView *const shown = table();
  switch (key) {
    case '?':
      is_help_ = true;
      return;
    case 'r':
      is_refresh_ = is_refreshable_;
      return;
    case '[':
    case ']':
      return open_next_node(key == ']');
    case '/':
      is_typing_ = shown != nullptr;
      typed_ = filter_;
      return;
    case 's':
      if (shown != nullptr) shown->sort_by_next_column();
      return;
    case 'S':
      if (shown != nullptr) shown->reverse();
      return;
    default:
      press_move(key);
  }
}

void TopView::press_move(int key) {
  const auto page = static_cast<std::ptrdiff_t>(
      std::max<size_t>(table() != nullptr ? table()->page() : page_rows_, 1));
  constexpr std::ptrdiff_t kFar = 1 << 30;
  switch (key) {
    case kKeyUp:
    case 'k':
      return scroll(-1);
    case kKeyDown:
    case 'j':
      return scroll(1);
    case kKeyPageUp:
      return scroll(-page);
    case kKeyPageDown:
    case ' ':
      return scroll(page);
    case kKeyHome:
    case 'g':
      return scroll(-kFar);
    case kKeyEnd:
    case 'G':
      return scroll(kFar);
    case kKeyLeft:
    case 'h':
    case kKeyRight:
    case 'l': {
      const std::ptrdiff_t step = key == kKeyLeft || key == 'h' ? -kSideStep : kSideStep;
      if (TableView *const shown = table()) return shown->shift(step);
      shift_ = static_cast<size_t>(
          std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(shift_) + step, 0, 1000));
      return;
    }
    default:
      return;
  }
}

void TopView::scroll(std::ptrdiff_t rows) {
  if (TableView *const shown = table()) return shown->move(rows);
  top_ = static_cast<size_t>(
      std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(top_) + rows, 0, 1 << 30));
}

void TopView::press_in_filter(int key) {
  if (key == kKeyEnter || key == kKeyEscape) {
    is_typing_ = false;
    if (key == kKeyEscape) typed_.clear();
  } else if (key == kKeyBackspace) {
    while (!typed_.empty() && (static_cast<unsigned char>(typed_.back()) & 0xc0) == 0x80)
      typed_.pop_back();
    if (!typed_.empty()) typed_.pop_back();
  } else if (key == 3) {
    is_ended_ = true;
  } else if (key >= 0x20 && key < 0x7f && typed_.size() < kMaxFilter) {
    typed_ += static_cast<char>(key);
  }
  filter_ = typed_;
  for (TableView &each : tables_) each.set_filter(filter_);
}

std::string TopView::title(int64_t age) const {
  std::string text = kBold + std::string("koordctl top") + kPlain + "  ";
  if (!data_) return text + "reading...";
  text += printable(data_->subject);
  if (age >= 0) text += "; read " + std::to_string(age) + " s ago";
  return text;
}

std::string TopView::tabs() const {
  const std::string names[kPages] = {
      "1 nodes", "2 pods",
      data_ ? with_count("3 refusals", data_->refusals.rows.size()) : "3 refusals",
      "4 " + (node_.empty() ? "node" : printable(node_)),
      with_count("5 messages", message_lines(SIZE_MAX).size())};
  std::string text;
  for (size_t i = 0; i < kPages; ++i) {
    const bool is_shown = i == page_;
    text += (is_shown ? kReverse : kDim) + std::string(" ") + names[i] + " " + kPlain + " ";
  }
  return text;
}

std::string TopView::status(size_t columns) const {
  if (is_typing_) return "/" + printable(typed_) + "_";
  std::string end;
  if (page_ < tables_.size()) end += tables_[page_].state();
  if (!filter_.empty()) end += ", with \"" + printable(filter_) + "\"";
  end += (end.empty() ? "" : "; ") + std::string("? help, q end");
  std::string text;
  if (!problem_.empty())
    text = "not current: " + problem_;
  else if (data_)
    text = data_->note;
  if (text.empty()) return end;
  const std::string all = printable(text);
  std::string shown = printable(std::string_view(text).substr(0, text.find('\n')));
  if (shown != all || columns_of(shown) + 2 + columns_of(end) > columns) {
    end = "5: all of it; " + end;
    const size_t end_columns = columns_of(end) + 2;
    constexpr size_t kLeastColumns = 20;
    shown = cut_line(shown, 0,
                     columns > end_columns + kLeastColumns ? columns - end_columns : kLeastColumns);
  }
  if (!problem_.empty()) shown = kBold + shown + kPlain;
  return shown + "; " + end;
}

std::vector<std::string> TopView::message_lines(size_t columns) const {
  std::vector<std::string> lines;
  if (!problem_.empty()) lines = folded_lines("not current: " + problem_, columns);
  if (!data_) return lines;
  if (!data_->note.empty())
    for (std::string &line : folded_lines("note: " + data_->note, columns))
      lines.push_back(std::move(line));
  lines.insert(lines.end(), data_->messages.begin(), data_->messages.end());
  return lines;
}

std::vector<std::string> TopView::text_lines(size_t columns) const {
  if (is_help_)
    return std::vector<std::string>(std::begin(kHelp), std::end(kHelp) - (is_refreshable_ ? 0 : 1));
  if (!data_) return {};
  if (page_ == kMessages) return message_lines(columns);
  if (node_.empty()) return {"Choose a node: 1, then Enter."};
  const bool is_known = std::ranges::any_of(
      data_->nodes.rows, [&](const TopTable::Row &row) { return row.node == node_; });
  if (!is_known) return {"There is no node " + printable(node_) + "."};
  return node_lines(*data_, node_, options_);
}

std::vector<std::string> TopView::body(size_t rows, size_t columns) {
  if (TableView *const shown = table(); shown != nullptr && !is_help_)
    return shown->lines(rows, columns);
  std::vector<std::string> out;
  const std::vector<std::string> all = text_lines(columns);
  page_rows_ = rows;
  top_ = std::min(top_, all.size() > rows ? all.size() - rows : 0);
  const size_t first = is_help_ ? 0 : top_;
  for (size_t i = first; i < std::min(all.size(), first + rows); ++i)
    out.push_back(cut_line(all[i], is_help_ ? 0 : shift_, columns));
  return out;
}

std::vector<std::string> TopView::lines(size_t rows, size_t columns, int64_t age) {
  constexpr size_t kFrameRows = 3;  // title, tabs and status
  if (rows <= kFrameRows) return body(rows, columns);
  std::vector<std::string> out = {cut_line(title(age), 0, columns), cut_line(tabs(), 0, columns)};
  for (std::string &line : body(rows - kFrameRows, columns)) out.push_back(std::move(line));
  out.resize(rows - 1);
  out.push_back(cut_line(status(columns), 0, columns));
  return out;
}

}  // namespace koordctl
