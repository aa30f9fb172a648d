#include "study/batch_writer.hpp"

#include <utility>

#include "study/file_size_signal.hpp"

namespace saltus {

namespace {

// Half of what is promised: writing takes time too.
constexpr auto longest_wait = std::chrono::milliseconds(250);
constexpr std::size_t batch_bytes = std::size_t{1} << 19;
constexpr std::size_t most_bytes = 4 * batch_bytes;

std::size_t bytes_of(const RunRecord& record) {
  std::size_t bytes = sizeof(RunRecord) + record.message.size() + record.point.values.size() * sizeof(StudyValue);
  for (const WarningCount& warning : record.warnings) bytes += sizeof(WarningCount) + warning.text.size();
  for (const MeasuredValue& value : record.measures) {
    bytes += sizeof(MeasuredValue) + value.list.size() * sizeof(double) + value.digits.size();
  }
  return bytes;
}

}  // namespace

BatchWriter::BatchWriter(Database& database, const StoreLayout& layout)
    : database_(database), rows_(database, layout), thread_([this] { loop(); }) {}

BatchWriter::~BatchWriter() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  work_.notify_one();
  thread_.join();
}

void BatchWriter::add(RunRecord record) {
  const std::size_t bytes = bytes_of(record);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return waiting_bytes_ < most_bytes || !failure_.empty(); });
  throw_if_failed();
  const bool first = waiting_.empty();
  if (first) oldest_ = Clock::now();
  waiting_.push_back(std::move(record));
  waiting_bytes_ += bytes;
  const bool enough = waiting_bytes_ >= batch_bytes && waiting_bytes_ - bytes < batch_bytes;
  lock.unlock();
  if (first || enough) work_.notify_one();
}

void BatchWriter::commit() {
  std::unique_lock lock(mutex_);
  if (!waiting_.empty()) {
    hurry_ = true;
    work_.notify_one();
  }
  done_.wait(lock, [&] { return (waiting_.empty() && !writing_) || !failure_.empty(); });
  throw_if_failed();
}

void BatchWriter::loop() {
  const NoFileSizeSignal guard;
  std::vector<RunRecord> batch;
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return stop_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    work_.wait_until(lock, oldest_ + longest_wait, [&] { return stop_ || hurry_ || waiting_bytes_ >= batch_bytes; });
    batch.clear();
    batch.swap(waiting_);
    waiting_bytes_ = 0;
    hurry_ = false;
    writing_ = true;
    lock.unlock();
    done_.notify_all();
    std::string failure;
    try {
      write(batch);
    } catch (const std::exception& error) {
      failure = error.what();
    }
    lock.lock();
    writing_ = false;
    failure_ = std::move(failure);
    done_.notify_all();
    if (!failure_.empty()) return;
  }
}

void BatchWriter::write(const std::vector<RunRecord>& batch) {
  try {
    for (const RunRecord& record : batch) rows_.write(record);
    database_.execute("COMMIT; BEGIN IMMEDIATE");
  } catch (...) {
    if (database_.in_transaction()) database_.execute("ROLLBACK");
    throw;
  }
}

void BatchWriter::throw_if_failed() const {
  if (!failure_.empty()) throw StoreError(failure_);
}

}  // namespace saltus
