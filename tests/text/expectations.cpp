#include "expectations.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "closed_form.hpp"

namespace {

using Json = nlohmann::json;
using Messages = std::vector<std::string>;

std::string trimmed(std::string s) {
  s.erase(0, s.find_first_not_of(" \t"));
  s.erase(s.find_last_not_of(" \t") + 1);
  return s;
}

/// "value +- bound rest of the line": the bound ends at a blank, so it has none inside.
struct Expected {
  std::string value;
  std::string bound = "0";
  std::string rest;
};

Expected read_expected(const std::string& text) {
  const auto sign = text.find("+-");
  if (sign == std::string::npos) return {trimmed(text), "0", ""};
  std::istringstream after(text.substr(sign + 2));
  Expected e;
  e.value = trimmed(text.substr(0, sign));
  after >> e.bound;
  std::getline(after, e.rest);
  e.rest = trimmed(e.rest);
  return e;
}

bool is_digits(const Json& v) {
  return v.is_string() && !v.get<std::string>().empty() &&
         v.get<std::string>().find_first_not_of("0123456789.+-eE") == std::string::npos;
}

Number number_of(const Json& v) { return v.is_string() ? closed_form(v.get<std::string>()) : Number(v.get<double>()); }

/// "" if as expected.
std::string compare(const std::string& what, const Json& actual, const Expected& expected) {
  const std::string text = actual.is_string() ? actual.get<std::string>() : actual.dump();
  if (!actual.is_number() && !is_digits(actual)) {
    return text == expected.value ? "" : what + ": expected " + expected.value + ", actual " + text;
  }
  const Number want = closed_form(expected.value);
  const Number got = number_of(actual);
  if (within(got, want, closed_form(expected.bound))) return "";
  Number d;
  mpfr_sub(d.get(), got.get(), want.get(), MPFR_RNDN);
  return what + ": expected " + want.text(20) + " +- " + expected.bound + ", actual " + text + " (difference " + d.text(3) +
         ")";
}

void add(Messages& messages, std::string message) {
  if (!message.empty()) messages.push_back(std::move(message));
}

bool named(const Json& event, const std::string& name) {
  const std::string whole = event.at("name");
  for (std::string_view actual = whole;; actual.remove_prefix(actual.find('.') + 1)) {
    if (actual == name || (actual.starts_with(name) && actual.substr(name.size()).starts_with('['))) return true;
    if (actual.find('.') == actual.npos) return false;
  }
}

Messages check_status(const std::string& text, const Json& run) {
  std::istringstream in(text);
  std::string code, time;
  in >> code;
  std::getline(in, time);
  Messages messages;
  const Json& status = run.at("status");
  if (status.at("code") != code) messages.push_back("status: expected " + code + ", actual " + status.dump());
  if (!trimmed(time).empty()) add(messages, compare("time of status", status.at("time"), read_expected(time)));
  return messages;
}

Messages check_count(const std::string& text, const Json& run) {
  const auto equals = text.rfind('=');
  if (equals == std::string::npos) throw std::runtime_error("--- count takes name = number, not `" + text + "`");
  const std::string name = trimmed(text.substr(0, equals));
  const auto& events = run.at("events");
  const auto n = std::count_if(events.begin(), events.end(), [&](const Json& e) { return named(e, name); });
  Messages messages;
  add(messages, compare("count of " + name, Json(n), read_expected(text.substr(equals + 1))));
  return messages;
}

/// "time +- bound name", or "time name" with a time that has no blanks.
Expected read_event(const std::string& line) {
  const auto blank = line.find(' ');
  if (line.find("+-") != std::string::npos || blank == std::string::npos) return read_expected(line);
  return {line.substr(0, blank), "0", trimmed(line.substr(blank))};
}

/// "" if event `i` is as the line says.
std::string compare_event(const std::string& line, const Json& events, std::size_t i) {
  const Expected expected = read_event(line);
  const std::string what = "event " + std::to_string(i + 1);
  if (i >= events.size()) return what + ": expected " + line + ", but there are only " + std::to_string(events.size());
  const Json& e = events[i];
  if (!named(e, expected.rest))
    return what + ": expected " + line + ", actual " + e.at("name").dump() + " at " + e.at("time").dump();
  return compare(what + " (" + expected.rest + ")", e.at("time"), expected);
}

Messages check_events(const std::string& body, const Json& run) {
  const Json& events = run.at("events");
  Messages messages;
  std::size_t i = 0;
  bool skip = false;
  for (const std::string& line : lines_of(body)) {
    if (trimmed(line).empty()) continue;
    if (line == "...") {
      skip = true;
      continue;
    }
    std::size_t found = i;
    while (skip && found < events.size() && !compare_event(line, events, found).empty()) ++found;
    if (!skip || found == events.size()) {
      add(messages, compare_event(line, events, i));
    }
    i = (skip && found < events.size() ? found : i) + 1;
    skip = false;
  }
  if (!skip && i < events.size())
    messages.push_back("events: expected " + std::to_string(i) + ", actual " + std::to_string(events.size()));
  return messages;
}

Messages check_members(const std::string& body, const Json& object, bool pointers) {
  Messages messages;
  for (const std::string& line : lines_of(body)) {
    if (trimmed(line).empty()) continue;
    const auto equals = line.find(" = ");
    if (equals == std::string::npos) throw std::runtime_error("expected `name = value`, not `" + line + "`");
    const std::string name = trimmed(line.substr(0, equals));
    const bool known = pointers ? object.contains(Json::json_pointer(name)) : object.contains(name);
    if (!known) {
      messages.push_back(name + ": not there");
      continue;
    }
    const Json& actual = pointers ? object.at(Json::json_pointer(name)) : object.at(name);
    add(messages, compare(name, actual, read_expected(line.substr(equals + 3))));
  }
  return messages;
}

std::string word_of(const Section& section, std::string* rest = nullptr) {
  std::istringstream in(section.opening);
  std::string dashes, word;
  in >> dashes >> word;
  if (rest != nullptr) {
    std::getline(in, *rest);
    *rest = trimmed(*rest);
  }
  return word;
}

}  // namespace

bool is_numeric(const Section& section) {
  const std::string word = word_of(section);
  return word == "status" || word == "count" || word == "events" || word == "final" || word == "json";
}

std::vector<std::string> check_numeric(const Section& section, const std::string& json) {
  const Json run = Json::parse(json, nullptr, false);
  if (run.is_discarded()) return {"the output is no JSON:\n" + json.substr(0, 1000)};
  std::string rest;
  const std::string word = word_of(section, &rest);
  if (word == "status") return check_status(rest, run);
  if (word == "count") return check_count(rest, run);
  if (word == "events") return check_events(section.body, run);
  if (word == "final") return check_members(section.body, run.at("final"), false);
  return check_members(section.body, run, true);
}
