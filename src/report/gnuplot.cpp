#include "report/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/printable.hpp"
#include "report/picture_text.hpp"

extern "C" char** environ;

namespace saltus {

namespace {

constexpr const char* install = "install it: apt-get install gnuplot-nox";
constexpr int patience = 120'000;  // milliseconds without a sign of life
constexpr std::size_t longest_complaint = 4000;

FigureError not_installed() { return {"figures are drawn by gnuplot, which is not installed", install}; }

[[noreturn]] void fail(const std::string& why) {
  throw FigureError(why, "check that `gnuplot` runs and has the terminals svg, pdfcairo and pngcairo");
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int number() const { return number_; }
  void reset(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

/// A file in memory: nothing to clean up, no disk to fill.
void open_memory(Descriptor& d, const char* name) {
  d.reset(memfd_create(name, MFD_CLOEXEC));
  if (d.number() < 0) fail(fmt::format("no memory for a picture: {}", std::strerror(errno)));
}

void write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail(fmt::format("no memory for a picture: {}", std::strerror(errno)));
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 65536> buffer;
  lseek(file, 0, SEEK_SET);
  for (;;) {
    const ssize_t n = read(file, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

pid_t start_gnuplot(int in, int out, int complaints) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, complaints, 2);
  // -d: the settings of the user are not those of our figures.
  std::string name = "gnuplot", settings = "-d";
  char* const arguments[] = {name.data(), settings.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) throw not_installed();
  if (error != 0) throw FigureError(fmt::format("cannot run gnuplot: {}", std::strerror(error)), install);
  return child;
}

/// What it complains of, until it ends: then the pipe is closed.
std::string listen(int pipe, pid_t child) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = poll(&waiting, 1, patience);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) {
      kill(child, SIGKILL);
      return "it does not end";
    }
    const ssize_t n = read(pipe, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return text;
    if (text.size() < longest_complaint) text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

/// Its last line of words: those before repeat our commands.
std::string last_complaint(const std::string& text) {
  std::string last = "no message";
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find('\n', i), text.size());
    const std::string line = text.substr(i, end - i);
    if (std::any_of(line.begin(), line.end(), [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }))
      last = line.substr(line.find_first_not_of(" \t"));
    i = end + 1;
  }
  return last;
}

std::string run_gnuplot(const std::string& script) {
  Descriptor in, out, reading, writing;
  open_memory(in, "gnuplot-commands");
  open_memory(out, "picture");
  write_all(in.number(), script);
  lseek(in.number(), 0, SEEK_SET);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail(fmt::format("cannot run gnuplot: {}", std::strerror(errno)));
  reading.reset(ends[0]);
  writing.reset(ends[1]);
  const pid_t child = start_gnuplot(in.number(), out.number(), writing.number());
  writing.close();
  const std::string complaint = listen(reading.number(), child);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::string picture = read_all(out.number());
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || picture.empty())
    fail(fmt::format("gnuplot could not draw the figure: {}", printable(last_complaint(complaint))));
  return picture;
}

}  // namespace

std::optional<FigureFormat> figure_format(std::string_view extension) {
  std::string name;
  for (const char c : extension) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name == "svg") return FigureFormat::svg;
  if (name == "pdf") return FigureFormat::pdf;
  if (name == "png") return FigureFormat::png;
  return std::nullopt;
}

std::string draw(const Figure& figure, FigureFormat format) {
  std::string picture = run_gnuplot(gnuplot_script(lay_out(figure), format));
  switch (format) {
    case FigureFormat::svg: return finished_svg(std::move(picture), figure);
    case FigureFormat::pdf: return finished_pdf(std::move(picture));
    case FigureFormat::png: break;
  }
  return picture;
}

void require_gnuplot() {
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  for (bool more = true; more;) {
    const std::size_t colon = rest.find(':');
    more = colon != std::string_view::npos;
    const std::string file = fmt::format("{}/gnuplot", rest.substr(0, colon));
    if (access(file.c_str(), X_OK) == 0) return;
    rest = more ? rest.substr(colon + 1) : std::string_view();
  }
  throw not_installed();
}

}  // namespace saltus
