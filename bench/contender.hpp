#pragma once
// A contender of the benchmark: a program that does the whole task of a case once.

#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace saltus::bench {

enum class Role { ceiling, peer, saltus };

/// What a run came to. Counts that are not known are negative.
struct Outcome {
  double error = 0;  ///< largest error of the results that are compared; infinite if they are wrong
  long events = -1, steps = -1, jets = -1;
  double megabytes = 0;    ///< the most memory, where it is measured
  std::string wrong = {};  ///< what is wrong with the results; else empty
};

inline Outcome wrong(std::string what, long events = -1) {
  return {.error = std::numeric_limits<double>::infinity(), .events = events, .wrong = std::move(what)};
}
inline Outcome wrong_count(long events, long right) {
  return wrong("wrong number of events: " + std::to_string(events) + " instead of " + std::to_string(right), events);
}

struct Contender {
  std::string name;
  Role role = Role::saltus;
  std::function<double()> run = {};     ///< does the task once; the seconds it took
  std::function<Outcome()> judge = {};  ///< of the last run
  double parts = 1;                     ///< times are divided by this: copies, collisions
  int most_repetitions = 2000;
  std::string absent = {};  ///< why it cannot be run; else empty
  bool of_unit = true;      ///< its time may be compared with that of the case's unit
};

/// Processor time of this process: what else runs on the machine is not in it.
inline double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// `judge` makes an Outcome of what `task` returns, and is not timed.
template <class Task, class Judge>
Contender timed(std::string name, Role role, Task task, Judge judge, double parts = 1) {
  using Result = decltype(task());
  auto last = std::make_shared<std::optional<Result>>();
  return {.name = std::move(name),
          .role = role,
          .run =
              [last, task = std::move(task)]() mutable {
                const double begin = processor_seconds();
                Result result = task();
                const double spent = processor_seconds() - begin;
                *last = std::move(result);
                return spent;
              },
          .judge = [last, judge = std::move(judge)]() -> Outcome { return judge(**last); },
          .parts = parts};
}

inline Contender absent(std::string name, Role role, std::string why) {
  return {.name = std::move(name), .role = role, .absent = std::move(why)};
}

}  // namespace saltus::bench
