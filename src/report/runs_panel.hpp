#pragma once
// The runs of a study as a panel: measures over what was varied, over each other, as a histogram, as bars.

#include <optional>
#include <string>
#include <string_view>

#include "report/figure.hpp"
#include "report/figure_spec.hpp"
#include "study/store.hpp"

namespace saltus {

/// The columns that a panel may name: varied names, measures, "number", and of each run "seconds", "steps", "events", "end_time".
class RunColumns {
 public:
  using Words = std::vector<std::vector<std::string>>;
  /// `words_of_varied`: what is varied over words has them here, in the order of their places; empty: all are numbers.
  RunColumns(const StoreLayout& layout, std::vector<std::string> units_of_varied, Words words_of_varied = {})
      : layout_(layout), units_(std::move(units_of_varied)), words_(std::move(words_of_varied)) {}

  enum class Kind : std::uint8_t { varied, measure, number, record };
  struct Place {
    Kind kind = Kind::number;
    std::size_t index = 0;
  };
  [[nodiscard]] std::optional<Place> find(std::string_view name) const;
  [[nodiscard]] std::string unit(Place place) const;
  [[nodiscard]] std::vector<std::string> words(Place place) const {
    return place.kind == Kind::varied && place.index < words_.size() ? words_[place.index] : std::vector<std::string>{};
  }
  [[nodiscard]] bool is_list(Place place) const { return place.kind == Kind::measure && layout_.measures[place.index].is_list; }
  /// Of a run that failed, or measured nothing there, NaN.
  [[nodiscard]] double value(Place place, const RunRecord& record) const;
  [[nodiscard]] const StoreLayout& layout() const { return layout_; }
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  const StoreLayout& layout_;
  std::vector<std::string> units_;  ///< one for each varied name
  Words words_;
};

/// What the panel needs to know of the study besides its runs.
struct RunsPanelContext {
  const RunColumns& columns;
  const Store& store;
  bool is_sample = false;              ///< points are then in no order: scatter by default
  std::vector<std::string> run_names;  ///< of a comparison: the variants; else empty
};

/// All names of the panel are columns (x may be empty, or "index" for lists). With several varied names there is a curve for each choice of the
/// others. A list is drawn as one point for each element.
[[nodiscard]] Panel runs_panel(const PanelSpec& spec, const RunsPanelContext& context);

}  // namespace saltus
