#include "progress_bar.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace saltus::cli {

namespace {

constexpr double quiet_seconds = 1;
constexpr std::size_t bar_width = 24;

/// "8 s", "3 min 20 s", "5 h 12 min"
std::string rough_time(double seconds) {
  const auto s = static_cast<std::uint64_t>(std::max(seconds, 0.0) + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s / 60 % 60);
}

std::string bar(double share) {
  const auto full = std::min(bar_width, static_cast<std::size_t>(share * bar_width));
  std::string text(full, '=');
  if (full < bar_width) text += '>';
  text.resize(bar_width, ' ');
  return "[" + text + "] ";
}

}  // namespace

std::string progress_text(const Progress& p, double seconds) {
  const double done = static_cast<double>(p.done);
  const double rate = seconds > 0 ? done / seconds : 0;
  std::string text = p.total > 0 ? fmt::format("{}{} of {}", bar(done / static_cast<double>(p.total)), p.done, p.total)
                                 : fmt::format("{} runs", p.done);
  text += fmt::format(", {:.3g} runs/s", rate);
  if (p.total > 0 && rate > 0)
    text += fmt::format(", {} left", rough_time(static_cast<double>(p.total - std::min(p.done, p.total)) / rate));
  if (p.failed > 0) text += fmt::format(", {} failed", p.failed);
  return text;
}

ProgressBar::ProgressBar(bool wanted)
    : wanted_(wanted && isatty(fileno(stderr)) == 1), begin_(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(const Progress& progress) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  if (!wanted_ || seconds < quiet_seconds) return;
  shown_ = true;
  fmt::print(stderr, "\r{}\x1b[K", progress_text(progress, seconds));
  std::fflush(stderr);
}

}  // namespace saltus::cli
