#include "study/varied_notes.hpp"

namespace saltus {

std::vector<VariedNote> varied_notes(const PreparedStudy& study) {
  std::vector<VariedNote> notes;
  const auto* sweep = std::get_if<SweepExperiment>(&study.file.experiment);
  for (const std::string& name : study.layout.varied) {
    const std::size_t start = name.ends_with(".start") ? 6 : 0;
    const Variable* v = study.ensemble->model().find(std::string_view(name).substr(0, name.size() - start));
    const bool compared = std::holds_alternative<CompareExperiment>(study.file.experiment);
    const bool word = compared || (sweep != nullptr && sweep->axes[notes.size()].words);
    if (v == nullptr || word)
      notes.push_back({"", "", word});
    else
      notes.push_back({v->unit, v->description});
  }
  return notes;
}

}  // namespace saltus
