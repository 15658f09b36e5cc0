#include "server/journal/run_mark.h"

#include "server/journal/open_file.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdio>

namespace mlf::server {
namespace {

constexpr std::size_t kLongest = 80;  // of the file
constexpr std::size_t kHeader = 32;   // of a log, and the header of a frame
constexpr std::size_t kFrame = 24;
constexpr std::uint32_t kMagic = 0x377f0682;  // the last bit tells the byte order of checksums

std::uint32_t BigEndian(const unsigned char* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | bytes[3];
}

}  // namespace

std::string RunMark::Line() const {
  std::string text(kLongest, '\0');
  const ssize_t got = ::pread(lock_, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return {};
  text.erase(0, end + 1);
  return text.substr(0, text.find('\n'));
}

bool RunMark::Write(const std::string& line) const {
  const std::string text =
      line.empty() ? std::to_string(::getpid()) : fmt::format("{}\n{}\n", ::getpid(), line);
  // In place, so that a full disk does not matter: the old bytes become blanks at the end.
  std::string padded = text;
  padded.resize(kLongest, ' ');
  return ::pwrite(lock_, padded.data(), padded.size(), 0) == static_cast<ssize_t>(padded.size()) &&
         ::fsync(lock_) == 0;
}

bool RunMark::begun() const { return !Line().empty(); }

std::optional<RunMark::Run> RunMark::run() const {
  std::array<char, 17> id{};
  Run run;
  if (std::sscanf(Line().c_str(), "%16[0-9a-f] %x", id.data(), &run.log) != 2) return std::nullopt;
  run.id = id.data();
  return run;
}

bool RunMark::Open() const { return Write(Line()); }

bool RunMark::Runs(const Run& run) const { return Write(fmt::format("{} {:x}", run.id, run.log)); }

std::optional<std::uint32_t> LogIdentity(const std::string& path) {
  const OpenFile file(path, O_RDONLY);
  std::array<unsigned char, kHeader> header{};
  struct stat status{};
  if (!file.ok() || ::fstat(file.get(), &status) != 0 ||
      status.st_size <= static_cast<off_t>(kHeader + kFrame) ||
      ::pread(file.get(), header.data(), header.size(), 0) != static_cast<ssize_t>(header.size()))
    return std::nullopt;
  if ((BigEndian(header.data()) & ~1U) != kMagic) return std::nullopt;
  return BigEndian(&header[16]) - BigEndian(&header[12]);
}

}  // namespace mlf::server
