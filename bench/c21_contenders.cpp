#include "c21_contenders.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "c21_text.hpp"
#include "peers/contact_cvode.hpp"
#include "peers/rlc_ida.hpp"

namespace saltus::bench {
namespace {

Contender circuit_by_ida(const rlc::Case& c, double tolerance) {
  return timed(ida, [&c, tolerance] { return judge(c, rlc::by_ida(c, tolerance)); });
}

Contender circuit_from_text(const rlc::Case& c, const std::string& form, const std::string& file, double tolerance) {
  return timed(ours + form, [&c, file, tolerance] { return judge(c, rlc::from_text(c, file, tolerance)); });
}

Contender contact_by_cvode(const std::string& name, contact::Method method, double tolerance) {
  return timed(cvode + name, [=] { return judge(contact::by_cvode(method, tolerance, 1)); });
}

Contender contact_from_text(const std::string& form, const std::string& file, const std::string& solver, double tolerance) {
  return timed(ours + form, [=] { return judge(contact::from_text(file, solver, tolerance)); });
}

}  // namespace

std::vector<Contender> published_circuit_contenders() {
  return {circuit_by_ida(rlc::published, 1e-10), circuit_from_text(rlc::published, ", explicit", "rlc_explicit.mo", 1e-7)};
}

std::vector<Contender> conducting_circuit_contenders() {
  return {circuit_by_ida(rlc::conducting, 1e-9), circuit_from_text(rlc::conducting, ", explicit", "rlc_explicit.mo", 1e-10)};
}

std::vector<Contender> contact_contenders() {
  return {contact_by_cvode(" BDF", contact::Method::bdf, 1e-11), contact_by_cvode(" Adams", contact::Method::adams, 1e-11),
          contact_from_text(", modes, auto", "contact_modes.mo", "auto", 1e-11)};
}

const Row& fastest(std::span<const Row> rows, std::string_view name) {
  const Row* best = nullptr;
  for (const Row& row : rows) {
    if (row.name.starts_with(name) && (best == nullptr || row.seconds < best->seconds)) best = &row;
  }
  if (best == nullptr) throw std::invalid_argument("no contender called " + std::string(name));
  return *best;
}

}  // namespace saltus::bench
