#include "expr/node_table.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "expr/node_map.hpp"

namespace saltus {
namespace {

TEST(NodeTable, HoldsValuesOfSomeNodes) {
  ExprPool pool;
  std::vector<Expr> nodes;
  for (int i = 0; i < 5000; ++i) nodes.push_back(pool.symbol(fmt::format("x{}", i)));
  NodeTable<int> table;
  NodeRecords<std::string> records;
  NodeSet set;
  for (std::size_t i = 0; i < nodes.size(); i += 7) {
    table[nodes[i]] = static_cast<int>(i);
    records[nodes[i]] = fmt::format("{}", i);
    EXPECT_TRUE(set.insert(nodes[i]));
    EXPECT_FALSE(set.insert(nodes[i]));
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    ASSERT_EQ(table.contains(nodes[i]), i % 7 == 0);
    ASSERT_EQ(records.contains(nodes[i]), i % 7 == 0);
    ASSERT_EQ(set.contains(nodes[i]), i % 7 == 0);
    if (i % 7 != 0) continue;
    ASSERT_EQ(table.at(nodes[i]), static_cast<int>(i));
    ASSERT_EQ(records.at(nodes[i]), fmt::format("{}", i));
  }
  table.erase(nodes[7]);
  EXPECT_FALSE(table.contains(nodes[7]));
  EXPECT_EQ(table[nodes[7]], 0);
  table.clear();
  EXPECT_FALSE(table.contains(nodes[14]));
}

// Few nodes, many, and most of a pool are remembered in different ways.
TEST(NodeWalk, SeesEachNodeOnce) {
  for (const int size : {3, 15, 16, 17, 100, 9'999, 20'000}) {
    ExprPool pool;
    Expr sum = pool.symbol("x");
    for (int i = 1; i < size; ++i) sum = sum + pool.symbol(fmt::format("x{}", i % 5));
    NodeSet seen;
    for_each_node({&sum, 1}, [&](Expr e) {
      for (const Expr a : e->args()) ASSERT_TRUE(seen.contains(a));
      ASSERT_TRUE(seen.insert(e));
    });
    EXPECT_TRUE(seen.contains(sum));
    EXPECT_TRUE(depends_on(sum, pool.symbol("x")));
    EXPECT_FALSE(depends_on(sum, pool.symbol("y")));
  }
}

}  // namespace
}  // namespace saltus
