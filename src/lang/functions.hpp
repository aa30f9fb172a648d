#pragma once
// User functions: inlined by symbolic execution where their control flow can be decided, else kept as FunctionDef.

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/flattening.hpp"

namespace saltus::lang {

/// 'f[2]' names the second result of f, as printed models write it: gives "f" and 2; 0 for a plain name.
[[nodiscard]] std::pair<std::string_view, std::size_t> split_result(std::string_view name);

class Functions {
 public:
  explicit Functions(Flattening& f) : f_(f) {}

  /// The user function of this name; null if it is none.
  const ClassInfo* find(const ast::Name& name, const Context& c);
  /// Reports a callee that is neither a user function nor built in; false if it is built in.
  bool reports_unknown(const ast::Name& name, const Context& c);

  /// All results of a call; empty after an error.
  std::vector<Value> call(const ClassInfo& function, const ast::CallExpr& call, Span span, const Context& c);

  /// A function with its arguments' sizes fixed.
  struct Variant {
    std::string name;
    std::unique_ptr<Instance> instance;
    std::vector<Member*> inputs, outputs, locals;
    int failed = 0;     ///< 1: an error was reported
    bool kept = false;  ///< not inlined: in model.functions
  };

 private:
  struct Bound {
    std::vector<Value> inputs;  ///< in the order of declaration; invalid: take the default
  };
  std::optional<Bound> bind(const std::vector<Member*>& inputs, const ClassInfo& function, const ast::CallExpr& call, Span span,
                            const Context& c);
  Variant* variant(const ClassInfo& function, std::vector<Value>& arguments, Span span);
  std::vector<Value> apply(const ClassInfo& function, std::vector<Value> arguments, Span span);
  std::vector<Value> vectorised(const ClassInfo& function, const std::vector<Value>& arguments,
                                const std::vector<std::size_t>& ranks, Span span);
  bool prepare(Variant& v, std::vector<Value>& arguments, Span span);
  bool size_inputs(Variant& v, std::vector<Value>& arguments, Span span);
  bool start(Variant& v, const std::vector<Value>& arguments, State& state);
  std::vector<Value> kept_call(Variant& v, const std::vector<Value>& arguments);
  bool keep(Variant& v, const std::vector<Value>& arguments);
  std::string short_name(const ClassInfo& function) const;

  struct Signature {
    std::unique_ptr<Instance> instance;  ///< for names, types and defaults only
    std::vector<Member*> inputs;
    std::vector<std::size_t> ranks;
    bool valid = false;
  };
  Signature* signature(const ClassInfo& function, Span span);

  Flattening& f_;
  std::unordered_map<const ClassInfo*, Signature> signatures_;
  std::unordered_map<std::string, Variant> variants_;
  std::unordered_map<std::string, int> names_;
  std::vector<const ClassInfo*> running_;
};

}  // namespace saltus::lang
