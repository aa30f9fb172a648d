#include "model/machine.hpp"

#include <charconv>

#include <fmt/format.h>

#include "model/hybrid_model.hpp"

namespace saltus {

namespace {

// A name may contain dots and brackets but no control characters, so a tabulator separates.
constexpr char separator = '\t';
constexpr std::string_view active_prefix = "$active\t", entered_prefix = "$entered\t", zeno_prefix = "$zeno\t";

}  // namespace

std::string_view local_name(const HybridModel& model, const Machine& machine) {
  std::string_view name = machine.name;
  if (!machine.inside) return name;
  const Machine& outer = model.machines[machine.inside->machine];
  const std::size_t prefix = outer.name.size() + outer.modes[machine.inside->mode].name.size() + 2;
  return name.size() > prefix ? name.substr(prefix) : name;
}

Expr active_symbol(ExprPool& pool, std::string_view machine, std::string_view mode) {
  return pool.symbol(fmt::format("{}{}{}{}", active_prefix, machine, separator, mode), Type::boolean);
}

Expr entered_symbol(ExprPool& pool, std::string_view machine) {
  return pool.symbol(fmt::format("{}{}", entered_prefix, machine), Type::real);
}

Expr zeno_symbol(ExprPool& pool, std::string_view within, std::string_view event, std::optional<std::int64_t> index) {
  const std::string suffix = index ? fmt::format("{}{}", separator, *index) : std::string();
  return pool.symbol(fmt::format("{}{}{}{}{}", zeno_prefix, within, separator, event, suffix), Type::boolean);
}

std::optional<RunSymbol> run_symbol(Expr symbol) {
  if (symbol->op() != Op::symbol) return std::nullopt;
  const std::string_view name = symbol->name();
  const auto rest = [&](std::string_view prefix) { return name.substr(prefix.size()); };
  RunSymbol result;
  if (name.starts_with(active_prefix)) {
    const std::string_view both = rest(active_prefix);
    const std::size_t middle = both.find(separator);
    result.machine = both.substr(0, middle);
    result.mode = both.substr(middle + 1);
    return result;
  }
  if (name.starts_with(entered_prefix)) {
    result.kind = RunSymbol::Kind::entered;
    result.machine = rest(entered_prefix);
    return result;
  }
  if (!name.starts_with(zeno_prefix)) return std::nullopt;
  result.kind = RunSymbol::Kind::zeno;
  const std::string_view all = rest(zeno_prefix);
  const std::size_t middle = all.find(separator);
  result.within = all.substr(0, middle);
  result.event = all.substr(middle + 1);
  if (const std::size_t end = result.event.find(separator); end != std::string_view::npos) {
    const std::string_view digits = result.event.substr(end + 1);
    std::int64_t index = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), index);
    result.index = index;
    result.event = result.event.substr(0, end);
  }
  return result;
}

}  // namespace saltus
