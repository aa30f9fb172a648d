#pragma once
// Members of the JSON objects of studies: what is missing is null.

#include <string_view>
#include <vector>

#include "result/json_emitter.hpp"

namespace saltus {

inline void number_or_null(JsonEmitter& json, double x) {
  if (x != x)
    json.null();
  else
    json.number(x);
}

inline void member(JsonEmitter& json, std::string_view name, std::string_view text) {
  json.key(name);
  json.text(text);
}

inline void member(JsonEmitter& json, std::string_view name, std::uint64_t count) {
  json.key(name);
  json.count(count);
}

inline void member(JsonEmitter& json, std::string_view name, double number) {
  json.key(name);
  number_or_null(json, number);
}

inline void member(JsonEmitter& json, std::string_view name, const std::vector<double>& numbers) {
  json.key(name);
  json.begin_array();
  for (const double x : numbers) number_or_null(json, x);
  json.end();
}

}  // namespace saltus
