#pragma once
// Memory that was freed and is still held.

namespace saltus {

/// Gives memory that is free, but lies between what is in use, back to the system, where the library can do that. It takes time in proportion to
/// all that is in use: for large models, between the stages of their life.
void give_back_free_memory();

}  // namespace saltus
