#pragma once
// The benchmarks, one function each: runs the models and adds rows to the table.

#include "table.hpp"

namespace argesim {

void pendulum(Table& table);          ///< C7
void four_spheres(Table& table);      ///< C12, four equal spheres
void critical_spheres(Table& table);  ///< C12, long and endless sequences of hits
void sphere_clusters(Table& table);   ///< C12, spheres that collapse and stick
void rows_of_spheres(Table& table);   ///< C12, any number and masses
void ball(Table& table);              ///< C21, case study 1a
void contact(Table& table);           ///< C21, case study 1b
void rlc(Table& table);               ///< C21, case study 2
void rotating(Table& table);          ///< C21, case study 3
void grids(Table& table);             ///< C7 and C12 on a grid of time
void daes(Table& table);              ///< differential-algebraic systems of index 2 and 3
void circuits(Table& table);          ///< twenty ideal diodes
void sliding(Table& table);           ///< a relay, dry friction, stick-slip
void close_roots(Table& table);       ///< many roots in a step, and pairs of roots close together

}  // namespace argesim
