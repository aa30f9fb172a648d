#pragma once
// The parameters of a model as cells of a workbook.

#include "export/sheet.hpp"
#include "model/hybrid_model.hpp"

namespace saltus {

/// Those with numbers, in order of declaration; what decided the sizes of the model is listed as fixed.
void add_parameters(const HybridModel& model, Sheet& sheet);

/// Constants that no formula uses, and those that decided sizes, need no cell.
void drop_unused_parameters(Sheet& sheet);

}  // namespace saltus
