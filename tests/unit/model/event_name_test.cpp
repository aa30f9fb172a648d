// Which events answer to which names.

#include "model/event_name.hpp"

#include <gtest/gtest.h>

namespace saltus {
namespace {

TEST(EventName, HasThePathOfItsComponent) {
  EXPECT_EQ(event_name("", "hit"), "hit");
  EXPECT_EQ(event_name("left.ball[2]", "hit[1]"), "left.ball[2].hit[1]");
  EXPECT_EQ(unnamed_event("", "h <= 0.5"), "h <= 0.5");
  EXPECT_EQ(unnamed_event("left", "h <= 0.5"), "left: h <= 0.5");
}

TEST(EventName, IndicesAndComponentsMayBeLeftOut) {
  for (const char* asked : {"hit", "hit[1]", "ball[2].hit", "ball[2].hit[1]", "left.ball[2].hit", "left.ball[2].hit[1]", "left.hit"})
    EXPECT_TRUE(is_event_of("left.ball[2].hit[1]", asked)) << asked;
  for (const char* asked : {"left", "ball", "ball[2]", "right.hit", "hit[2]", "it", "hi", "ball.hit", ""})
    EXPECT_FALSE(is_event_of("left.ball[2].hit[1]", asked)) << asked;
  EXPECT_TRUE(is_event_of("left: h <= 0.5", "h <= 0.5"));
  EXPECT_FALSE(is_event_of("h <= 0.5", "5"));
  EXPECT_FALSE(is_event_of("x[1] > 0", "x"));
  EXPECT_TRUE(is_event_of("'a b'.hit", "hit"));
}

TEST(EventName, OfAComponentAreItsOwnAndThoseOfItsParts) {
  EXPECT_TRUE(is_event_in("left", "left.hit", "hit", {}));
  EXPECT_TRUE(is_event_in("left", "left.ball.hit", "hit", {}));
  EXPECT_TRUE(is_event_in("left", "left.ball.hit", "ball.hit", {}));
  EXPECT_TRUE(is_event_in("left", "left: h < 0", "h < 0", {}));
  EXPECT_FALSE(is_event_in("left", "right.hit", "hit", {}));
  EXPECT_FALSE(is_event_in("left", "right.left.hit", "hit", {}));
  EXPECT_FALSE(is_event_in("left", "leftover.hit", "hit", {}));
  EXPECT_FALSE(is_event_in("left", "hit", "hit", {}));
}

TEST(EventName, AnIndexIsTheFirstOne) {
  EXPECT_TRUE(is_event_in("", "hit[2]", "hit", 2));
  EXPECT_TRUE(is_event_in("", "a.hit[2,3]", "hit", 2));
  EXPECT_FALSE(is_event_in("", "hit[2,3]", "hit", 3));
  EXPECT_FALSE(is_event_in("", "hit[21]", "hit", 2));
  EXPECT_FALSE(is_event_in("", "hit", "hit", 2));
}

}  // namespace
}  // namespace saltus
