#include "report/study_animations.hpp"

#include <algorithm>

#include "report/study_trajectories.hpp"

namespace saltus {

namespace {

struct PreparedAnimation {
  AnimationSpec spec;
  std::unique_ptr<StudyTrajectories> runs;
};

class Animations final : public StudyAnimations {
 public:
  bool prepare(const PreparedStudy& study, Diagnostics& diagnostics) {
    const std::size_t before = diagnostics.error_count();
    std::vector<AnimationSpec> specs = read_animations(study.file.animations, diagnostics);
    if (diagnostics.error_count() > before) return false;
    for (AnimationSpec& spec : specs) {
      all_.push_back(std::make_unique<PreparedAnimation>());
      PreparedAnimation& a = *all_.back();
      a.spec = std::move(spec);
      a.runs = StudyTrajectories::make(study, a.spec.shown, diagnostics, a.spec.expressions);
    }
    return diagnostics.error_count() == before;
  }

  [[nodiscard]] std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (const auto& a : all_) names.push_back(a->spec.name.text);
    return names;
  }

  std::optional<Animation> animation(const std::string& name, const std::optional<Point>& found) override {
    for (const auto& a : all_) {
      if (a->spec.name.text != name) continue;
      const auto runs = a->runs->run(found);
      if (runs.empty()) return std::nullopt;
      return animation_of(a->spec, runs.front().result);
    }
    return std::nullopt;
  }

 private:
  std::vector<std::unique_ptr<PreparedAnimation>> all_;
};

}  // namespace

std::unique_ptr<StudyAnimations> StudyAnimations::make(const PreparedStudy& study, Diagnostics& diagnostics) {
  auto animations = std::make_unique<Animations>();
  if (!animations->prepare(study, diagnostics)) return nullptr;
  return animations;
}

}  // namespace saltus
