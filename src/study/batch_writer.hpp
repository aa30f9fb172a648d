#pragma once
// The thread that commits finished runs in batches.
//
//   add:     wait while the waiting runs are too many; put the run to them
//   thread:  wait for a run; wait until the oldest has waited long enough, or enough is there, or a commit is asked for;
//            write all that wait in one transaction
//
// A transaction is always open, so that no other program can write the store in between.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "study/store_rows.hpp"

namespace saltus {

class BatchWriter {
 public:
  /// `database` has a write transaction open, and belongs to the thread until the end. `layout` outlives it.
  BatchWriter(Database& database, const StoreLayout& layout);
  ~BatchWriter();  ///< writes what waits
  BatchWriter(const BatchWriter&) = delete;
  BatchWriter& operator=(const BatchWriter&) = delete;

  /// Both throw StoreError once a batch could not be written.
  void add(RunRecord record);
  void commit();  ///< returns when all that was added before is committed

 private:
  using Clock = std::chrono::steady_clock;

  void loop();
  void write(const std::vector<RunRecord>& batch);
  void throw_if_failed() const;

  Database& database_;
  RecordWriter rows_;
  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::vector<RunRecord> waiting_;
  std::size_t waiting_bytes_ = 0;
  Clock::time_point oldest_{};
  bool hurry_ = false, writing_ = false, stop_ = false;
  std::string failure_;
  std::thread thread_;
};

}  // namespace saltus
