#pragma once
// Names of events.
//
// A `when` or a transition has the name that is written behind it, in a loop with its indices, and in a component with the path of that: `hit`, `hit[2]`,
// `left.hit`, `ball[3].hit[2]`. One without a name is called by its condition as written, in a component behind a colon: `left: h <= 0`.
//
// Who asks for events may leave out indices and components: "hit" asks for all of these, "left.hit" for those of `left` and of the components in it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace saltus {

/// In the component `path`, which is empty in the model itself.
[[nodiscard]] std::string event_name(std::string_view path, std::string_view name);
[[nodiscard]] std::string unnamed_event(std::string_view path, std::string_view text);

/// Does the event answer to `asked`?
[[nodiscard]] bool is_event_of(std::string_view event, std::string_view asked);
/// The same for zeno(asked, index) in the component `path`: its own events count, and those of its components.
[[nodiscard]] bool is_event_in(std::string_view path, std::string_view event, std::string_view asked,
                               std::optional<std::int64_t> index);

}  // namespace saltus
