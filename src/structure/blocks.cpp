#include "structure/blocks.hpp"

#include <algorithm>
#include <limits>

namespace saltus {
namespace {

class Tarjan {
 public:
  explicit Tarjan(const Rows<std::uint32_t>& needs)
      : needs_(needs), number_(needs.size(), 0), low_(needs.size(), 0), cursor_(needs.size(), 0) {}

  std::vector<std::vector<std::uint32_t>> run() {
    for (std::uint32_t i = 0; i < needs_.size(); ++i) {
      if (number_[i] == 0) search(i);
    }
    return std::move(blocks_);
  }

 private:
  static constexpr std::uint32_t finished = std::numeric_limits<std::uint32_t>::max();

  void open(std::uint32_t i) {
    number_[i] = low_[i] = ++count_;
    open_.push_back(i);
    path_.push_back(i);
  }

  void search(std::uint32_t root) {
    open(root);
    while (!path_.empty()) {
      const std::uint32_t i = path_.back();
      if (cursor_[i] < needs_[i].size()) {
        const std::uint32_t next = needs_[i][cursor_[i]++];
        if (number_[next] == 0) {
          open(next);
        } else if (number_[next] != finished) {
          low_[i] = std::min(low_[i], number_[next]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[i]);
      if (low_[i] == number_[i]) close(i);
    }
  }

  void close(std::uint32_t root) {
    std::vector<std::uint32_t> block;
    for (std::uint32_t i = finished; i != root;) {
      i = open_.back();
      open_.pop_back();
      number_[i] = finished;
      block.push_back(i);
    }
    std::ranges::sort(block);
    blocks_.push_back(std::move(block));
  }

  const Rows<std::uint32_t>& needs_;
  std::vector<std::uint32_t> number_;  // in order of discovery from 1; `finished` once its block is closed
  std::vector<std::uint32_t> low_;
  std::vector<std::size_t> cursor_;
  std::vector<std::uint32_t> open_, path_;
  std::uint32_t count_ = 0;
  std::vector<std::vector<std::uint32_t>> blocks_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> blocks_in_order(const Rows<std::uint32_t>& needs) { return Tarjan(needs).run(); }

}  // namespace saltus
