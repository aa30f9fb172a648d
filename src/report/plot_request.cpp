#include "report/plot_request.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.hpp"

namespace saltus {

namespace {

constexpr std::size_t most_curves = 40;  // in one panel: nobody can tell more apart

/// "c.h" of "c[2].h": a name of the request that stands for all of them.
std::string without_indices(const std::string& name) {
  std::string out;
  int depth = 0;
  for (const char c : name) {
    if (c == '[') ++depth;
    if (depth == 0) out += c;
    if (c == ']') --depth;
  }
  return out;
}

/// Splits at a sign outside brackets.
std::vector<std::string> split(const std::string& text, char sign) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == sign && depth <= 0) {
      parts.emplace_back();
    } else if (c != ' ' || depth > 0) {
      parts.back() += c;
    }
  }
  return parts;
}

std::string without_blanks(std::string text) {
  std::erase(text, ' ');
  return text;
}

bool is_shown(const Variable& v) { return v.variability > Variability::parameter && v.type != Type::string; }

std::vector<std::string> known_names(const HybridModel& model) {
  std::vector<std::string> names = {"time"};
  for (const Machine& m : model.machines) names.push_back(m.name);
  for (const Variable& v : model.variables) {
    if (!is_shown(v)) continue;
    names.push_back(v.name);
    if (v.name.find('[') != std::string::npos && names.end()[-2] != without_indices(v.name))
      names.push_back(without_indices(v.name));
  }
  return names;
}

[[noreturn]] void unknown(const std::string& name, const HybridModel& model) {
  const Variable* v = model.find(name);
  if (v != nullptr && v->variability <= Variability::parameter)
    throw PlotError(fmt::format("`{}` is a parameter of `{}`: it does not change over time", name, model.name), "");
  for (const Variable& part : model.variables)
    if (is_shown(part) && (part.name.starts_with(name + ".") || part.name.starts_with(name + "[")))
      throw PlotError(fmt::format("`{}` is a component of `{}`, not a variable", name, model.name),
                      fmt::format("name one of its variables, as `{}`", without_indices(part.name)));
  const std::string near = nearest_name(name, known_names(model));
  throw PlotError(fmt::format("no variable `{}` in `{}`", name, model.name),
                  near.empty() ? fmt::format("`saltus show` prints the model with its variables")
                               : fmt::format("did you mean `{}`?", near));
}

/// Those whose modes are to be drawn.
std::vector<std::string> machines_called(const std::string& name, const HybridModel& model) {
  std::vector<std::string> found;
  for (const Machine& m : model.machines)
    if (m.name == name || without_indices(m.name) == name) found.push_back(m.name);
  return found;
}

/// The axis of modes has their names in place of numbers.
void keep_modes_apart(const PlotRequest& request, const HybridModel& model) {
  const auto is_mode = [&](const std::string& name) { return !name.empty() && !machines_called(name, model).empty(); };
  const auto modes = std::ranges::count_if(request.curves, [&](const PlotRequest::Pair& c) { return is_mode(c.y); });
  for (const auto& [x, y] : request.curves)
    if (is_mode(x) || (is_mode(y) && (!x.empty() || modes < std::ranges::ssize(request.curves))))
      throw PlotError(fmt::format("`{}` has modes, not numbers: it is drawn over time, in a panel of its own", is_mode(x) ? x : y),
                      fmt::format("as `--plot {}`", is_mode(x) ? x : y));
}

/// The variables that a name of the request stands for.
std::vector<std::string> meant(const std::string& name, const HybridModel& model) {
  if (name.empty() || name == "time") return {"time"};
  if (std::vector<std::string> machines = machines_called(name, model); !machines.empty()) return machines;
  std::string inner = name;
  const bool derivative = name.starts_with("der(") && name.ends_with(')');
  if (derivative) inner = name.substr(4, name.size() - 5);
  std::vector<std::string> found;
  for (const Variable& v : model.variables) {
    if (!is_shown(v) || (derivative && v.type != Type::real)) continue;
    const bool element = v.name.starts_with(inner + "[") && v.name.find(']', inner.size()) + 1 == v.name.size();
    if (without_blanks(v.name) == inner || element || without_indices(v.name) == inner) {
      const std::string text = derivative ? fmt::format("der({})", v.name) : v.name;
      if (std::ranges::find(found, text) == found.end()) found.push_back(text);
    }
  }
  if (found.empty()) unknown(inner, model);
  return found;
}

void add_pairs(const PlotRequest::Pair& pair, const HybridModel& model, PlotRequest& out) {
  const std::vector<std::string> ys = meant(pair.y, model);
  if (pair.x.empty() || pair.x == "time") {
    for (const std::string& y : ys) out.curves.push_back({"", y});
    return;
  }
  const std::vector<std::string> xs = meant(pair.x, model);
  if (xs.size() != 1 && xs.size() != ys.size())
    throw PlotError(fmt::format("`{}` has {} elements and `{}` has {}", pair.x, xs.size(), pair.y, ys.size()),
                    "name the elements");
  for (std::size_t i = 0; i < ys.size(); ++i) out.curves.push_back({xs[xs.size() == 1 ? 0 : i], ys[i]});
}

}  // namespace

bool PlotRequest::over_time() const {
  return std::ranges::all_of(curves, [](const Pair& c) { return c.x.empty(); });
}

PlotRequest read_plot_request(const std::string& text) {
  PlotRequest request;
  for (const std::string& part : split(text, ',')) {
    const std::vector<std::string> sides = split(part, ':');
    const bool empty = std::ranges::any_of(sides, [](const std::string& s) { return s.empty(); });
    if (empty || sides.size() > 2)
      throw PlotError(fmt::format("--plot takes names, as `x,v`, or one over another, as `x:v`, not `{}`", text), "");
    request.curves.push_back(sides.size() == 1 ? PlotRequest::Pair{"", sides[0]} : PlotRequest::Pair{sides[0], sides[1]});
  }
  return request;
}

PlotRequest resolved(const PlotRequest& request, const HybridModel& model) {
  PlotRequest out;
  for (const PlotRequest::Pair& pair : request.curves) add_pairs(pair, model, out);
  keep_modes_apart(out, model);
  if (out.curves.size() > most_curves)
    throw PlotError(fmt::format("{} curves in one panel are more than can be told apart", out.curves.size()),
                    fmt::format("name at most {} for one --plot", most_curves));
  return out;
}

}  // namespace saltus
