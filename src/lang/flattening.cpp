#include "lang/flattening.hpp"

#include <fmt/format.h>

#include "lang/evaluator.hpp"
#include "lang/functions.hpp"
#include "lang/instances.hpp"
#include "lang/parameters.hpp"

namespace saltus::lang {

Flattening::Flattening(HybridModel& m, const Sources& s, Diagnostics& d, const ClassTable& c, Overrides& o)
    : model(m),
      pool(*m.pool),
      sources(s),
      diagnostics(&d),
      classes(c),
      overrides(o),
      instances(std::make_unique<Instances>(*this)),
      parameters(std::make_unique<Parameters>(*this)),
      evaluator(std::make_unique<Evaluator>(*this)),
      functions(std::make_unique<Functions>(*this)),
      main_(&d) {}

Flattening::~Flattening() = default;

void Flattening::error(std::string code, Span span, std::string message, std::string label, std::string help) {
  if (stopped_) return;
  diagnostics->error(std::move(code), span, std::move(message), std::move(label), std::move(help));
}

void Flattening::not_yet(Span span, std::string_view feature) {
  const bool lasting = diagnostics == main_;  // not a trial that may be forgotten
  if (lasting && span.known() && !not_yet_.insert(std::size_t{span.file} << 32 | span.begin).second) return;
  error("not-yet", span, fmt::format("{} not supported yet", feature), "here");
}

void Flattening::fatal_error(std::string code, Span span, std::string message, std::string label, std::string help) {
  if (stopped_) return;
  main_->error(std::move(code), span, std::move(message), std::move(label), std::move(help));
  stopped_ = true;
}

bool Flattening::few_indices(const std::vector<ast::ForIndex>& indices) {
  constexpr std::size_t most = 20;
  if (indices.size() <= most) return true;
  error("too-large", indices[most].span, fmt::format("a loop with more than {} variables", most));
  return false;
}

bool Flattening::spend(std::size_t work, Span span) {
  if (stopped_) return false;
  if (work > max_work || work_ + work > max_work) {
    fatal_error("too-large", span,
                fmt::format("loops, functions and components make this model need more than {} evaluations", max_work),
                "the limit is passed here", "use smaller sizes and shorter loops");
    return false;
  }
  if (pool.size() > max_nodes) {
    fatal_error("too-large", span, fmt::format("the equations of this model have more than {} operations", max_nodes),
                "the limit is passed here", "use smaller sizes and shorter loops");
    return false;
  }
  work_ += work;
  return true;
}

bool Flattening::fits(const Shape& shape, Span span) {
  if (stopped_) return false;
  if (element_count(shape)) return true;
  too_large(span);
  return false;
}

void Flattening::too_large(Span span) {
  fatal_error("too-large", span, fmt::format("this array has more than {} elements", max_elements), "too large",
              "use a smaller size");
}

}  // namespace saltus::lang
