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

Contender from_text(std::string name, const std::shared_ptr<Shared>& shared, const std::string& file) {
  auto model = std::make_shared<TextEnsemble>(
      TextEnsemble::Options{.file = "argesim/c12/" + file,
                            .varied = {"e"},
                            .measures = {R"(count("hit"))", "final(v[1])", "final(v[2])", "final(v[3])", "final(v[4])"},
                            .tolerance = "1e-12"});
  return timed(
      std::move(name), Role::saltus,
      [shared, model] {
        std::vector<c12::Row> rows;
        rows.reserve(shared->e.size());
        for (const double& e : shared->e) {
          const RunRecord r = model->run({&e, 1});
          c12::Row& row = rows.emplace_back();
          row.hits = static_cast<int>(r.measures[0].number);
          for (std::size_t k = 0; k < 4; ++k) row.v[k] = r.measures[k + 1].number;
        }
        return rows;
      },
      [shared](const std::vector<c12::Row>& rows) { return judge(rows, shared->exact); },
      static_cast<double>(shared->e.size()));
}

}  // namespace

Case c12_restitutions() {
  const auto shared = std::make_shared<Shared>();
  const std::string hand = "hand-written loop, positions", text = "Saltus from text, one by one";
  Case c{.name = "c12",
         .title = "four spheres until t = 15, mean over e = 0.2, 0.201, ..., 1, a simulation",
         .unit = hand,
         .contenders = {}};
  c.contenders = {timed(
                      hand, Role::ceiling, [shared] { return c12::by_positions(shared->e); },
                      [shared](const std::vector<c12::Row>& rows) { return judge(rows, shared->exact); },
                      static_cast<double>(shared->e.size())),
                  from_text(text, shared, "spheres.mo"),
                  from_text("Saltus from text, distances", shared, "spheres_relative.mo")};
  c.bars = {{.text = "from text to hand-written, one by one", .ours = text, .theirs = hand, .limit = 10, .same_error = 1e-14}};
  c.remarks = {"Hits are counted for every restitution, and are given for all 801 together."};
  c.seconds = 6;
  return c;
}

}  // namespace saltus::bench
