#pragma once
// A study as its file states it (docs/design/studies.md), read and checked as far as that is possible without the model.
// Names of parameters, variables and events are checked when the ensemble is made.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"
#include "study/measure.hpp"
#include "study/sweep_values.hpp"
#include "study/toml_tree.hpp"

namespace saltus {

inline constexpr const char* study_schema = "saltus.study/1";
inline constexpr std::uint64_t most_points = 1'000'000'000;

/// A word, expression or number as it stands in the file, without quotes; bare doubles are their exact decimal value.
struct StudyText {
  std::string text = {};
  Span span = {};

  [[nodiscard]] bool given() const { return !text.empty(); }
};

struct StatedNumber {
  StudyNumber number;
  Span span = {};
};

/// As the flags of `run`; empty: not given. Constant expressions are known to be such, names to be known ones.
struct RunSettings {
  StudyText start, stop, tol, step, interval;
  std::vector<StudyText> at;
  StudyText solver, locate;
  int precision = 0;   ///< digits, or double_double; 0: not given
  int max_rounds = 0;  ///< 0: not given
};

/// As --set.
struct StudySetting {
  StudyText name, value;
};

struct RunExperiment {};

/// A study of its own, but for its measures: what it says stands on top of what the study says.
struct StudyVariant {
  StudyText name;
  std::vector<std::uint32_t> model;  ///< numbers in `sources`; empty: the model of the study
  StudyText class_name;
  RunSettings run;                     ///< on top of those of the study
  std::vector<StudySetting> settings;  ///< on top of those of the study
};

struct SweepAxis {
  enum class Kind : std::uint8_t { parameter, setting, variant };
  StudyText name;
  SweepValues values;
  Kind kind = Kind::parameter;  ///< of the model, or "settings.tol", or "variant"
  bool words = false;           ///< values are places in the list, from 1; their texts are words ("radau")

  /// What a value of `at` is on this axis: words are their places. nullopt: it cannot be one.
  [[nodiscard]] std::optional<double> value_of(const StudyValue& stated) const;
};

struct SweepExperiment {
  std::vector<SweepAxis> axes;         ///< in the order of the file; not empty
  bool paired = false;                 ///< all axes are then equally long
  std::vector<StudyVariant> variants;  ///< those of the axis "variant", in its order
};

/// A name whose value is sought: from < to; at least one of bracket and guess is given.
struct StudyUnknown {
  StudyText name;
  std::optional<StatedNumber> from, to, guess;
};

struct SeekTarget {
  StudyText measure;
  StatedNumber value;
};

struct SeekExperiment {
  std::vector<StudyUnknown> unknowns;  ///< not empty
  std::vector<SeekTarget> targets;     ///< as many
  StudyText method;                    ///< "toms748", "bisection", "secant" or "newton"; its span is known only if it was given
  std::optional<double> tol;           ///< > 0
  Span span = {};                      ///< of the table
};

struct MinimizeExperiment {
  std::vector<StudyUnknown> unknowns;  ///< not empty
  StudyText objective;                 ///< the name of a measure
  StudyText method;                    ///< as written; empty: the default
  std::optional<double> tol;
  bool maximize = false;
  Span span = {};
};

struct VariedName {
  StudyText name;
  StudyText distribution;                ///< "normal", "uniform", "lognormal" or "triangular"
  std::vector<StatedNumber> parameters;  ///< as many as it needs: two, triangular three
  std::optional<std::pair<StatedNumber, StatedNumber>> within;
};

struct SampleExperiment {
  std::uint64_t count = 0;  ///< > 0
  std::uint64_t seed = 0;
  StudyText method;  ///< "plain", "latin" or "sobol"
  std::vector<VariedName> vary;
  Span span = {};
};

struct CompareExperiment {
  std::vector<StudyVariant> variants;  ///< at least two, in the order of the file
  std::size_t reference = 0;           ///< index
  std::vector<StudyText> variables;    ///< empty: all common ones
  Span span = {};
};

using StudyExperiment =
    std::variant<RunExperiment, SweepExperiment, SeekExperiment, MinimizeExperiment, SampleExperiment, CompareExperiment>;

/// A value that the study must reproduce. At least one of `value` and `published` is given.
struct Expectation {
  StudyText measure;                                        ///< a measure, or a name that was sought
  StudyText statistic;                                      ///< of a sample: "mean", ...
  std::vector<std::pair<StudyText, StatedNumber>> at = {};  ///< the point, by some of the varied names; empty: the only one
  StudyText variant;
  std::uint64_t point = 0;           ///< number of the point or variant meant; 0: the only one, or a statistic of all
  std::vector<StatedNumber> value;   ///< one, or those of a list
  std::vector<StudyText> published;  ///< as printed: its digits decide what agrees
  bool is_list = false;
  double tol = 0, rtol = 0;  ///< ours agrees if |ours - value| <= max(tol, rtol |value|)
  StudyText source, reason;
  Span span = {};
};

struct StudyFile {
  std::shared_ptr<Sources> sources;  ///< the study and its models
  std::uint32_t file = 0;            ///< the study
  std::filesystem::path path;
  StudyText title, description;
  StudyText model;                         ///< as written
  std::vector<std::uint32_t> model_files;  ///< numbers in `sources`
  StudyText class_name;                    ///< empty: the last
  RunSettings run;
  std::vector<StudySetting> settings;
  std::vector<MeasureText> measures;
  StudyExperiment experiment;
  Span experiment_span = {};  ///< of its table; unknown for a run
  /// Its keys as written ("e", "{from = 1, ...}"): two studies with the same ones have the same points.
  std::vector<std::pair<std::string, std::string>> experiment_entries;
  std::vector<TomlNode> figures, animations;  ///< tables, read by src/report
  std::vector<Expectation> expectations;
};

/// Reads a study and the texts of its models. nullopt if anything is wrong: `diagnostics` then has errors, with places in `sources`.
/// Throws FileError if the study itself cannot be read.
[[nodiscard]] std::optional<StudyFile> load_study(const std::filesystem::path& path, std::shared_ptr<Sources> sources,
                                                  Diagnostics& diagnostics);

/// The same from a text; models are found beside `path`.
[[nodiscard]] std::optional<StudyFile> parse_study(std::string text, const std::filesystem::path& path,
                                                   std::shared_ptr<Sources> sources, Diagnostics& diagnostics);

/// "run", "sweep", ...
[[nodiscard]] const char* name_of(const StudyExperiment& experiment);

/// The names that a point has values for, in the order of Point::values; none for a run and a comparison.
[[nodiscard]] std::vector<StudyText> varied_names(const StudyExperiment& experiment);

}  // namespace saltus
