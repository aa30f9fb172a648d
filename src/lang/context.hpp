#pragma once
// Where an expression is read: which names it sees and which rules hold.

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/instance.hpp"

namespace saltus::lang {

/// A loop variable in force. `label` is its part of an event's name (`hit[2]`).
struct Loop {
  std::string_view name;
  Value value;
  long long label = 0;
  const Loop* outer = nullptr;
};

/// Values of symbols during the symbolic execution of an algorithm or function. A symbol that is not in it stands for
/// itself; a null value means "not assigned yet".
class State {
 public:
  [[nodiscard]] const Expr* find(Expr symbol) const {
    const auto it = values_.find(symbol);
    return it == values_.end() ? nullptr : &it->second;
  }
  void set(Expr symbol, Expr value) {
    auto [it, fresh] = values_.try_emplace(symbol);
    if (logging_ > 0) log_.push_back({symbol, it->second, fresh});
    it->second = value;
  }

  struct Change {
    Expr symbol, old;
    bool fresh;
  };
  /// From `begin` to `rollback` changes are recorded; nested use is allowed.
  [[nodiscard]] std::size_t begin() {
    ++logging_;
    return log_.size();
  }
  /// Undoes everything since `mark`; gives the values that had been set.
  std::vector<std::pair<Expr, Expr>> rollback(std::size_t mark);
  /// Keeps what was done since `mark`.
  void commit(std::size_t mark) {
    if (--logging_ == 0) log_.resize(mark);
  }

 private:
  std::unordered_map<Expr, Expr> values_;
  std::vector<Change> log_;
  int logging_ = 0;
};

/// The active mode of a machine is known to be one of these: what all of them declare can be named.
struct ActiveModes {
  std::vector<Instance*> any_of;
  const ActiveModes* outer = nullptr;
};

struct Context {
  Instance* instance = nullptr;
  const ClassInfo* lexical = nullptr;
  const Loop* loops = nullptr;
  State* state = nullptr;
  const ActiveModes* active = nullptr;    ///< in transitions and below activeState(m)
  const ActiveModes* entered = nullptr;   ///< in transitions: where targets of assignments live
  const MachineScope* machine = nullptr;  ///< in modes and transitions: whose time timeInState() tells
  std::optional<std::size_t> end = {};    ///< what `end` means here
  bool in_function = false;
  bool in_when = false;
  bool no_event = false;     ///< below noEvent
  bool conditional = false;  ///< in a branch of an if-expression whose condition varies
  bool pi_known = false;     ///< in --set values
};

}  // namespace saltus::lang
