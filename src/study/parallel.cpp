#include "study/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace saltus {

namespace {

constexpr std::uint64_t largest_chunk = 64;
constexpr auto between_ticks = std::chrono::milliseconds(100);

class Crew {
 public:
  Crew(const ParallelWork& work, unsigned jobs)
      : work_(work), active_(jobs), chunk_(std::clamp<std::uint64_t>(work.count / (jobs * 32), 1, largest_chunk)) {
    threads_.reserve(jobs);
    for (unsigned i = 0; i < jobs && start_one(); ++i) continue;
    const std::lock_guard lock(mutex_);
    active_ -= jobs - static_cast<unsigned>(threads_.size());
  }

  void wait() {
    std::unique_lock lock(mutex_);
    while (active_ > 0) {
      ended_.wait_for(lock, between_ticks);
      lock.unlock();
      work_.tick();
      lock.lock();
    }
    lock.unlock();
    for (std::thread& t : threads_) t.join();
    work_.tick();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// Where no more threads can be had, those that are there do the work.
  bool start_one() {
    try {
      threads_.emplace_back([this] { take_chunks(); });
      return true;
    } catch (const std::system_error&) {
      if (threads_.empty()) throw;
      return false;
    }
  }

  void take_chunks() {
    try {
      for (;;) {
        const std::uint64_t begin = next_.fetch_add(chunk_);
        const std::uint64_t end = std::min(work_.count, begin + chunk_);
        if (begin >= work_.count || !work_on(begin, end)) break;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      failed_ = true;
    }
    const std::lock_guard lock(mutex_);
    if (--active_ == 0) ended_.notify_all();
  }

  bool work_on(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      if (failed_ || work_.stop()) return false;
      work_.body(i);
    }
    return true;
  }

  const ParallelWork& work_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  unsigned active_;           // guarded by mutex_
  std::exception_ptr error_;  // guarded by mutex_
  const std::uint64_t chunk_;
  std::vector<std::thread> threads_;  // last: they use the rest
};

}  // namespace

unsigned job_count(unsigned jobs) { return jobs > 0 ? jobs : std::max(1u, std::thread::hardware_concurrency()); }

void run_parallel(const ParallelWork& work, unsigned jobs) {
  if (work.count == 0) return;
  if (work.count == 1) {
    if (!work.stop()) work.body(0);
    work.tick();
    return;
  }
  Crew crew(work, static_cast<unsigned>(std::min<std::uint64_t>(job_count(jobs), work.count)));
  crew.wait();
}

}  // namespace saltus
