// Phases until no augmenting path is left:
//   layer the equations by their distance from the unmatched ones along alternating paths (breadth first);
//   augment along vertex-disjoint paths that go up one layer at each step (depth first, each entry looked at once).
#include "structure/matching.hpp"

namespace saltus {
namespace {

class Phases {
 public:
  Phases(Matching& matching, const Rows<SignatureEntry>& rows, const Admits& admits)
      : m_(matching), rows_(rows), admits_(admits), layer_(rows.size()), cursor_(rows.size()) {}

  void run() {
    match_greedily();
    while (build_layers()) {
      cursor_.assign(rows_.size(), 0);
      for (std::uint32_t i = 0; i < rows_.size(); ++i) {
        if (m_.variable_of[i] == unmatched) augment_from(i);
      }
    }
  }

 private:
  void match(std::uint32_t equation, std::uint32_t variable) {
    m_.variable_of[equation] = variable;
    m_.equation_of[variable] = equation;
  }

  void match_greedily() {
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (m_.variable_of[i] != unmatched) continue;
      for (const SignatureEntry& entry : rows_[i]) {
        if (m_.equation_of[entry.variable] != unmatched || !admits_(i, entry)) continue;
        match(i, entry.variable);
        ++m_.size;
        break;
      }
    }
  }

  /// False if no unmatched variable can be reached.
  bool build_layers() {
    layer_.assign(rows_.size(), -1);
    queue_.clear();
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (m_.variable_of[i] != unmatched) continue;
      layer_[i] = 0;
      queue_.push_back(i);
    }
    bool reached = false;
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const std::uint32_t i = queue_[head];
      for (const SignatureEntry& entry : rows_[i]) {
        if (!admits_(i, entry)) continue;
        const std::uint32_t next = m_.equation_of[entry.variable];
        if (next == unmatched) {
          reached = true;
        } else if (layer_[next] < 0) {
          layer_[next] = layer_[i] + 1;
          queue_.push_back(next);
        }
      }
    }
    return reached;
  }

  /// Depth-first search with an explicit path: path_[k] takes the variable its cursor stands at.
  void augment_from(std::uint32_t start) {
    path_.assign(1, start);
    while (!path_.empty()) {
      const std::uint32_t i = path_.back();
      const auto row = rows_[i];
      if (cursor_[i] == row.size()) {
        path_.pop_back();
        if (!path_.empty()) ++cursor_[path_.back()];
        continue;
      }
      const SignatureEntry& entry = row[cursor_[i]];
      const std::uint32_t next = m_.equation_of[entry.variable];
      if (admits_(i, entry) && next == unmatched) {
        for (const std::uint32_t equation : path_) match(equation, rows_[equation][cursor_[equation]++].variable);
        ++m_.size;
        return;
      }
      if (admits_(i, entry) && layer_[next] == layer_[i] + 1) {
        path_.push_back(next);
      } else {
        ++cursor_[i];
      }
    }
  }

  Matching& m_;
  const Rows<SignatureEntry>& rows_;
  const Admits& admits_;
  std::vector<std::int64_t> layer_;
  std::vector<std::size_t> cursor_;
  std::vector<std::uint32_t> queue_, path_;
};

}  // namespace

void enlarge(Matching& matching, const Rows<SignatureEntry>& rows, const Admits& admits) {
  Phases(matching, rows, admits).run();
}

Matching maximum_matching(const SignatureMatrix& sigma) {
  Matching matching(sigma.equations(), sigma.variables);
  enlarge(matching, sigma.smooth, [](std::uint32_t, const SignatureEntry&) { return true; });
  return matching;
}

}  // namespace saltus
