#pragma once
// Do the terms of a series grow at its end? Beyond the radius of convergence they do, however small they are.

namespace saltus {

/// At s: the sizes of the last three of `count` terms, and of the three before them. `count` is at least 6.
template <class T>
struct LastTerms {
  LastTerms(const T* y, int count, const T& s) {
    const T* const end = y + count;
    before = abs(end[-6]) + s * (abs(end[-5]) + s * abs(end[-4]));
    last = s * s * s * (abs(end[-3]) + s * (abs(end[-2]) + s * abs(end[-1])));
  }
  T before, last;
};

}  // namespace saltus
