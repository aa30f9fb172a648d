#include "report/embedded_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>

#include "base/read_file.hpp"

namespace saltus {

namespace {

struct PictureType {
  std::string_view extension, type;
};
constexpr std::array<PictureType, 6> picture_types = {{{".svg", "image/svg+xml"},
                                                       {".png", "image/png"},
                                                       {".jpg", "image/jpeg"},
                                                       {".jpeg", "image/jpeg"},
                                                       {".gif", "image/gif"},
                                                       {".webp", "image/webp"}}};

}  // namespace

std::string base64(std::string_view bytes) {
  static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t here = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < here ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += k <= here ? digits[group >> (18 - 6 * k) & 63U] : '=';
  }
  return out;
}

std::optional<std::string> data_address(const std::filesystem::path& picture) {
  std::string extension = picture.extension().string();
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto known = std::ranges::find(picture_types, extension, &PictureType::extension);
  if (known == picture_types.end()) return std::nullopt;
  return "data:" + std::string(known->type) + ";base64," + base64(read_file(picture));
}

}  // namespace saltus
