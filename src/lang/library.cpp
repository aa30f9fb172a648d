#include "lang/library.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace saltus::lang {
namespace {

struct Decimal {
  std::string_view name;
  std::string_view text;
};

// CODATA values of the 2019 SI; g_n, T_zero, eps, small and inf as in the library.
constexpr std::array decimals = {
    Decimal{"g_n", "9.80665"},
    Decimal{"G", "6.67430e-11"},
    Decimal{"c", "299792458"},
    Decimal{"h", "6.62607015e-34"},
    Decimal{"k", "1.380649e-23"},
    Decimal{"N_A", "6.02214076e23"},
    Decimal{"q", "1.602176634e-19"},
    Decimal{"T_zero", "-273.15"},
    Decimal{"eps", "2.220446049250313e-16"},
    Decimal{"small", "1e-60"},
    Decimal{"inf", "1e60"},
    Decimal{"R", "8.31446261815324"},
    Decimal{"F", "96485.3321233100184"},
    Decimal{"sigma", "5.670374419e-8"},
    Decimal{"gamma", "0.57721566490153286061"},
};

constexpr std::array formulas = {"pi", "e", "D2R", "R2D", "mue_0", "mu_0", "epsilon_0"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> functions_elsewhere = {{
    {"ln", "log"},
    {"lg", "log10"},
    {"pow", "a^b"},
    {"fabs", "abs"},
    {"sgn", "sign"},
    {"signum", "sign"},
    {"arcsin", "asin"},
    {"arccos", "acos"},
    {"arctan", "atan"},
    {"ceiling", "ceil"},
    {"d", "der"},
    {"dr", "der"},
    {"de", "der"},
    {"ddt", "der"},
    {"diff", "der"},
    {"derivative", "der"},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 60> si_units = {{
    {"Acceleration", "m/s2"},
    {"AmountOfSubstance", "mol"},
    {"Angle", "rad"},
    {"AngularAcceleration", "rad/s2"},
    {"AngularFrequency", "rad/s"},
    {"AngularMomentum", "kg.m2/s"},
    {"AngularVelocity", "rad/s"},
    {"Area", "m2"},
    {"Capacitance", "F"},
    {"Charge", "C"},
    {"Concentration", "mol/m3"},
    {"Conductance", "S"},
    {"Current", "A"},
    {"Damping", "s-1"},
    {"Density", "kg/m3"},
    {"Diameter", "m"},
    {"Distance", "m"},
    {"Duration", "s"},
    {"DynamicViscosity", "Pa.s"},
    {"Efficiency", "1"},
    {"ElectricCharge", "C"},
    {"ElectricCurrent", "A"},
    {"ElectricPotential", "V"},
    {"Energy", "J"},
    {"Force", "N"},
    {"Frequency", "Hz"},
    {"Heat", "J"},
    {"HeatCapacity", "J/K"},
    {"HeatFlowRate", "W"},
    {"Height", "m"},
    {"Impulse", "N.s"},
    {"Inductance", "H"},
    {"Inertia", "kg.m2"},
    {"Length", "m"},
    {"Mass", "kg"},
    {"MassFlowRate", "kg/s"},
    {"MassFraction", "1"},
    {"MolarMass", "kg/mol"},
    {"MomentOfInertia", "kg.m2"},
    {"Momentum", "kg.m/s"},
    {"Period", "s"},
    {"Position", "m"},
    {"Power", "W"},
    {"Pressure", "Pa"},
    {"Radius", "m"},
    {"Resistance", "Ohm"},
    {"RotationalDampingConstant", "N.m.s/rad"},
    {"RotationalSpringConstant", "N.m/rad"},
    {"SpecificHeatCapacity", "J/(kg.K)"},
    {"Temperature", "K"},
    {"ThermalConductance", "W/K"},
    {"Time", "s"},
    {"Torque", "N.m"},
    {"TranslationalDampingConstant", "N.s/m"},
    {"TranslationalSpringConstant", "N/m"},
    {"Velocity", "m/s"},
    {"Voltage", "V"},
    {"Volume", "m3"},
    {"VolumeFlowRate", "m3/s"},
    {"Work", "J"},
}};

Expr decimal(ExprPool& pool, std::string_view text) { return pool.number(*Rational::parse(text)); }

Expr permeability(ExprPool& pool) { return decimal(pool, "4e-7") * pool.pi(); }

}  // namespace

Expr library_constant(ExprPool& pool, std::string_view name) {
  for (const Decimal& d : decimals) {
    if (d.name == name) return decimal(pool, d.text);
  }
  if (name == "pi") return pool.pi();
  if (name == "e") return pool.make(Op::exp, {pool.number(1)});
  if (name == "D2R") return pool.pi() / pool.number(180);
  if (name == "R2D") return pool.number(180) / pool.pi();
  if (name == "mue_0" || name == "mu_0") return permeability(pool);
  if (name == "epsilon_0") {
    const Expr c = decimal(pool, "299792458");
    return pool.number(1) / (permeability(pool) * c * c);
  }
  return {};
}

std::vector<std::string> library_constant_names() {
  std::vector<std::string> names(formulas.begin(), formulas.end());
  for (const Decimal& d : decimals) names.emplace_back(d.name);
  return names;
}

std::string_view si_unit(std::string_view name) {
  const auto it = std::ranges::find(si_units, name, [](const auto& entry) { return entry.first; });
  return it == si_units.end() ? std::string_view() : it->second;
}

std::optional<std::string_view> si_type(std::span<const std::string_view> parts) {
  if (parts.size() < 3 || parts[0] != "Modelica") return std::nullopt;
  if (parts[1] == "SIunits") return parts.back();
  if (parts.size() >= 4 && parts[1] == "Units" && (parts[2] == "SI" || parts[2] == "NonSI")) return parts.back();
  return std::nullopt;
}

std::optional<std::string> math_function(std::span<const std::string_view> parts) {
  if (parts.size() < 3 || parts[0] != "Modelica" || parts[1] != "Math") return std::nullopt;
  std::string name(parts[2]);
  for (const std::string_view p : parts.subspan(3)) name.append(".").append(p);
  return name;
}

std::string_view written_here(std::string_view function) {
  const auto it = std::ranges::find(functions_elsewhere, function, [](const auto& entry) { return entry.first; });
  return it == functions_elsewhere.end() ? std::string_view() : it->second;
}

}  // namespace saltus::lang
