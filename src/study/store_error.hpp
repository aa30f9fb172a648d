#pragma once
// What can go wrong with the file of a study's results.

#include <stdexcept>

namespace saltus {

/// The file cannot be made, read or written (a full disk); what() names it and says why. What was committed before stays.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Another program is writing it.
class StoreInUse : public StoreError {
 public:
  using StoreError::StoreError;
};

}  // namespace saltus
