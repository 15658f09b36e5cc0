#include "flow/base/text_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace mlf {

Result<std::string> ReadTextFile(const std::string& path, std::size_t most) {
  const auto fault = [&](const std::string& what) { return Fault{"Y01", {path, 0, 0}, what}; };
  const auto unreadable = [&](int error) {
    return fault("the file cannot be read: " + std::generic_category().message(error));
  };
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) return fault("a file is needed, and this is a folder");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return fault("a file is needed, and this is a pipe or a device");

  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  errno = 0;
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return unreadable(errno);
  std::string text;
  std::array<char, 16384> buffer;
  while (text.size() < most) {
    const std::size_t count =
        std::fread(buffer.data(), 1, std::min(buffer.size(), most - text.size()), file.get());
    if (count == 0) break;
    text.append(buffer.data(), count);
  }
  if (std::ferror(file.get()) != 0) return unreadable(errno);
  return text;
}

}  // namespace mlf
