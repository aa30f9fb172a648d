// C12 over the restitution: by a hand-written loop from hit to hit (the ceiling), and from the model text.

#include <memory>
#include <string>

#include "case.hpp"
#include "ceiling/c12_positions.hpp"
#include "text_ensemble.hpp"

namespace saltus::bench {
namespace {

struct Shared {
  std::vector<double> e = c12::restitutions();
  std::vector<c12::Row> exact = c12::exact(e);
};

std::shared_ptr<TextEnsemble> model_of(const std::string& file) {
  return std::make_shared<TextEnsemble>(
      TextEnsemble::Options{.file = "argesim/c12/" + file,
                            .varied = {"e"},
                            .measures = {R"(count("hit"))", "final(v[1])", "final(v[2])", "final(v[3])", "final(v[4])"},
                            .tolerance = "1e-12"});
}

c12::Row row_of(const RunRecord& r) {
  c12::Row row{.hits = static_cast<int>(r.measures[0].number)};
  for (std::size_t k = 0; k < 4; ++k) row.v[k] = r.measures[k + 1].number;
  return row;
}

template <class Task>
Contender all_restitutions(std::string name, Role role, const std::shared_ptr<Shared>& shared, Task task) {
  return timed(
      std::move(name), role, std::move(task),
      [shared](const std::vector<c12::Row>& rows) { return judge(rows, shared->exact); },
      static_cast<double>(shared->e.size()));
}

Contender one_by_one(std::string name, const std::shared_ptr<Shared>& shared, const std::string& file) {
  return all_restitutions(std::move(name), Role::saltus, shared, [shared, model = model_of(file)] {
    std::vector<c12::Row> rows;
    rows.reserve(shared->e.size());
    for (const double& e : shared->e) rows.push_back(row_of(model->run({&e, 1})));
    return rows;
  });
}

Contender in_lanes(std::string name, const std::shared_ptr<Shared>& shared, const std::string& file) {
  auto model = model_of(file);
  if (!model->has_lanes()) return absent(std::move(name), Role::saltus, "the model does not go in lanes");
  return all_restitutions(std::move(name), Role::saltus, shared, [shared, model] {
    std::vector<c12::Row> rows(shared->e.size());
    model->run_many(shared->e, [&](std::size_t i, const RunRecord& r) { rows[i] = row_of(r); });
    return rows;
  });
}

}  // namespace

Case c12_restitutions() {
  const auto shared = std::make_shared<Shared>();
  const std::string hand = "hand-written loop, positions", text = "Saltus from text, one by one",
                    lanes = "Saltus from text, in lanes";
  Case c{.name = "c12",
         .title = "four spheres until t = 15, mean over e = 0.2, 0.201, ..., 1, a simulation",
         .unit = hand,
         .contenders = {}};
  c.contenders = {all_restitutions(hand, Role::ceiling, shared, [shared] { return c12::by_positions(shared->e); }),
                  one_by_one(text, shared, "spheres.mo"),
                  one_by_one("Saltus from text, distances", shared, "spheres_relative.mo"),
                  in_lanes(lanes, shared, "spheres.mo")};
  c.bars = {{.text = "from text to hand-written, one by one", .ours = text, .theirs = hand, .limit = 10, .same_error = 1e-14},
            {.text = "from text to hand-written, in lanes", .ours = lanes, .theirs = hand, .limit = 4, .same_error = 1e-14}};
  c.remarks = {"Hits are counted for every restitution, and are given for all 801 together."};
  c.seconds = 6;
  return c;
}

}  // namespace saltus::bench
