#include "top/table_view.h"

#include <algorithm>
#include <numeric>

#include "cli/printable.h"
#include "top/styled.h"

namespace koordctl {
namespace {

std::string lower_case(std::string text) {
  for (char &c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace

std::string TableView::key_of(size_t row) const {
  const std::vector<std::string> &cells = table_->rows[row].cells;
  return cells.empty() ? "" : cells[0];
}

void TableView::set(const TopTable &table) {
  const std::string before = is_moved_ && cursor_ < order_.size() ? key_of(order_[cursor_]) : "";
  table_ = &table;
  sorted_ = std::min(sorted_, table.header.empty() ? 0 : table.header.size() - 1);
  cells_.clear();
  cells_.reserve(table.rows.size());
  for (const TopTable::Row &row : table.rows) {
    std::vector<std::string> &cells = cells_.emplace_back();
    for (const std::string &cell : row.cells) cells.push_back(cell.empty() ? "-" : printable(cell));
    cells.resize(table.header.size(), "-");
  }
  update();
  if (before.empty()) return;
  const auto same = std::ranges::find_if(order_, [&](size_t row) { return key_of(row) == before; });
  if (same != order_.end()) cursor_ = static_cast<size_t>(same - order_.begin());
}

void TableView::set_filter(const std::string &filter) {
  filter_ = lower_case(filter);
  update();
}

void TableView::update() {
  if (table_ == nullptr) return;
  order_.clear();
  widths_.clear();
  for (const std::string &name : table_->header) widths_.push_back(columns_of(name));
  for (size_t row = 0; row < cells_.size(); ++row) {
    const bool passes =
        filter_.empty() || std::ranges::any_of(cells_[row], [&](const std::string &cell) {
          return lower_case(cell).find(filter_) != std::string::npos;
        });
    if (!passes) continue;
    order_.push_back(row);
    for (size_t i = 0; i < widths_.size(); ++i)
      widths_[i] = std::max(widths_[i], columns_of(cells_[row][i]));
  }
  if (!widths_.empty()) {
    std::ranges::stable_sort(order_, [&](size_t a, size_t b) {
      const std::string &x = cells_[a][sorted_], &y = cells_[b][sorted_];
      return is_descending_ ? precedes_naturally(y, x) : precedes_naturally(x, y);
    });
  }
  cursor_ = std::min(cursor_, order_.empty() ? 0 : order_.size() - 1);
}

void TableView::move(std::ptrdiff_t rows) {
  const auto last = static_cast<std::ptrdiff_t>(order_.size()) - 1;
  const auto to = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(cursor_) + rows, 0,
                                             std::max<std::ptrdiff_t>(last, 0));
  cursor_ = static_cast<size_t>(to);
  is_moved_ = cursor_ > 0;
}

void TableView::move_to_end(bool is_first) {
  const auto size = static_cast<std::ptrdiff_t>(order_.size());
  move(is_first ? -size : size);
}

void TableView::shift(std::ptrdiff_t columns) {
  const size_t width = std::accumulate(widths_.begin(), widths_.end(), size_t{0}) +
                       2 * (widths_.empty() ? 0 : widths_.size() - 1);
  const auto to = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(shift_) + columns, 0,
                                             static_cast<std::ptrdiff_t>(width));
  shift_ = static_cast<size_t>(to);
}

void TableView::sort_by_next_column() {
  if (widths_.empty()) return;
  sorted_ = (sorted_ + 1) % widths_.size();
  update();
}

void TableView::reverse() {
  is_descending_ = !is_descending_;
  update();
}

std::string TableView::row_line(size_t row) const {
  std::string line;
  for (size_t i = 0; i < widths_.size(); ++i) {
    const bool is_last = i + 1 == widths_.size();
    line += is_last ? cells_[row][i] : padded(cells_[row][i], widths_[i] + 2);
  }
  return line;
}

std::vector<std::string> TableView::lines(size_t rows, size_t columns) {
  std::vector<std::string> out;
  if (table_ == nullptr || rows == 0) return out;
  if (rows > 1) {
    std::string header = kBold;
    for (size_t i = 0; i < widths_.size(); ++i) {
      if (i == sorted_) header += kReverse;
      header += table_->header[i];
      if (i == sorted_) header += std::string(kPlain) + kBold;
      header.append(widths_[i] + 2 - columns_of(table_->header[i]), ' ');
    }
    out.push_back(cut_line(header, shift_, columns));
    --rows;
  }
  page_ = rows;
  if (cursor_ < top_) top_ = cursor_;
  if (cursor_ >= top_ + rows) top_ = cursor_ - rows + 1;
  top_ = std::min(top_, order_.size() > rows ? order_.size() - rows : 0);
  for (size_t i = top_; i < std::min(order_.size(), top_ + rows); ++i) {
    std::string line = cut_line(row_line(order_[i]), shift_, columns);
    if (i == cursor_) line = kReverse + padded(std::move(line), columns) + kPlain;
    out.push_back(std::move(line));
  }
  return out;
}

std::string TableView::state() const {
  if (table_ == nullptr || widths_.empty()) return "";
  const std::string at = std::to_string(order_.empty() ? 0 : cursor_ + 1);
  return at + "/" + std::to_string(order_.size()) + ", sorted by " + table_->header[sorted_] +
         (is_descending_ ? ", descending" : "");
}

std::string TableView::node() const {
  return cursor_ < order_.size() ? table_->rows[order_[cursor_]].node : "";
}

}  // namespace koordctl
