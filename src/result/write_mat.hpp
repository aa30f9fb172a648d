#pragma once
// A run as OpenModelica and Dymola store one: MATLAB level 4, layout "binTrans" (each variable is a row of `data_2`, each text a column).
//
//   Aclass       4 lines: Atrajectory, 1.1, (empty), binTrans
//   name         names: time, parameters, variables, in this order
//   description  "height [m]"
//   dataInfo     for each name: which matrix (0: time of all, 1: data_1, 2: data_2), which row of it, 0 (linear between points), what holds
//                outside (-1: nothing, 0: the same value)
//   data_1       parameters: time and values at start and end
//   data_2       variables: time first; an event instant has two columns, its left and its right limit
//
// Gaps (a variable that does not exist in the modes of a row) are NaN. Booleans are 0 and 1. Digits beyond double are lost.

#include <string>

#include "result/run_result.hpp"

namespace saltus {

/// The bytes of the file. Only rows that exist are written: the caller has recorded some.
[[nodiscard]] std::string write_mat(const RunResult& run);

}  // namespace saltus
