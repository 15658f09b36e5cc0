// All fuzz programs in one, for the tests: some thousand inputs each, always the same ones, made
// from the seeds without looking at what they reach. ./dev fuzz searches.
//
// short_run SEEDS-FOLDER MILLISECONDS [NAME...]: so long for each program, or for those named.
#include <mlf/flow/random.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#define MLF_FUZZ_PROGRAM(name) extern "C" int name##_input(const std::uint8_t*, std::size_t);
#include "fuzz_programs.inc"
#undef MLF_FUZZ_PROGRAM

namespace {

struct Program {
  const char* name;
  int (*run)(const std::uint8_t*, std::size_t);
};
constexpr Program kPrograms[] = {
#define MLF_FUZZ_PROGRAM(name) {#name, name##_input},
#include "fuzz_programs.inc"
#undef MLF_FUZZ_PROGRAM
};

std::vector<std::string> Seeds(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) files.insert(file.path());
  }
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return seeds;
}

// Another seed, changed in some places, or bytes of chance.
std::string NewInput(const std::vector<std::string>& seeds, std::uint64_t number) {
  std::uint64_t random = mlf::Mix64(number + 1);
  const auto next = [&](std::size_t below) { return mlf::Mix64(random += mlf::kGolden) % below; };
  std::string input;
  if (!seeds.empty() && next(4) != 0) {
    input = seeds[next(seeds.size())];
    for (std::size_t n = 1 + next(8); n > 0 && !input.empty(); --n) {
      const std::size_t at = next(input.size());
      switch (next(3)) {
        case 0: input[at] = static_cast<char>(next(256)); break;
        case 1: input.erase(at, 1 + next(8)); break;
        default: input.insert(at, input.substr(next(input.size()), next(16))); break;
      }
    }
    return input;
  }
  input.resize(next(200));
  for (char& c : input) c = static_cast<char>(next(2) == 0 ? next(128) : next(256));
  return input;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const std::filesystem::path folder = argv[1];
  const auto time = std::chrono::milliseconds(std::atol(argv[2]));
  const std::set<std::string> wanted(argv + 3, argv + argc);
  for (const Program& program : kPrograms) {
    if (!wanted.empty() && !wanted.contains(program.name)) continue;
    const auto seeds = Seeds(folder / program.name);
    std::printf("%s", program.name);
    std::fflush(stdout);
    for (const std::string& seed : seeds)
      program.run(reinterpret_cast<const std::uint8_t*>(seed.data()), seed.size());
    const auto end = std::chrono::steady_clock::now() + time;
    std::uint64_t runs = 0;
    for (; std::chrono::steady_clock::now() < end; ++runs) {
      const std::string input = NewInput(seeds, runs);
      program.run(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    }
    std::printf(": %llu inputs\n", static_cast<unsigned long long>(runs));
    if (runs == 0) return 1;
  }
  return 0;
}
