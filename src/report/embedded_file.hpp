#pragma once
// Files put into a page as addresses that hold them.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace saltus {

/// "data:image/png;base64,..." of a picture; nullopt if its name is not that of one. Throws FileError.
[[nodiscard]] std::optional<std::string> data_address(const std::filesystem::path& picture);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace saltus
