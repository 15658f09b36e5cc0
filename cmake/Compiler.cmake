# Language, warnings, sanitizers and output folders, the same for everything built here.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

find_program(MLF_CCACHE ccache)
if(MLF_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Settings that ccache needs for precompiled headers. With CCACHE_DEPEND it knows a text by the files that were read. Otherwise it runs the
  # preprocessor, which reads the precompiled form of an older header where there is one, and takes the new header for the old one.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros "${MLF_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()

add_compile_options(-Wall -Wextra -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Optimizing, g++ 12 gives false positives for std::string temporaries; clang and the sanitizers find real cases.
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  if(MLF_UNITY)
    # Unity builds trigger garbage collection in the compiler repeatedly. A threshold of one gigabyte saves 5 % of the time.
    add_compile_options(--param=ggc-min-heapsize=1000000)
    # A source is included by the batch, and g++ takes its anonymous namespace for that of a header.
    add_compile_options(-Wno-subobject-linkage)
  endif()
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The stable algorithms of libstdc++ 12 call functions that its own headers mark as deprecated.
  add_compile_options(-Wno-deprecated-declarations)
  # Under this compiler -Wconversion includes signs; g++ leaves them out, for a seat or a count that is an int and indexes an array.
  add_compile_options(-Wno-sign-conversion)
endif()
if(MLF_WERROR)
  add_compile_options(-Werror)
endif()
# Load only the shared libraries in use.
add_link_options(-Wl,--as-needed)
# Every test is a program of its own, and gold links them in less than half the time.
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold MLF_HAS_GOLD)
if(MLF_HAS_GOLD AND NOT MLF_SANITIZE)
  string(APPEND CMAKE_EXE_LINKER_FLAGS " -fuse-ld=gold")
endif()

if(MLF_CPU)
  # Programs of this build run on this machine, so do not build for features that its processor lacks.
  include(CheckCXXSourceRuns)
  string(MAKE_C_IDENTIFIER "MLF_RUNS_${MLF_CPU}" runs)
  set(CMAKE_REQUIRED_FLAGS "-march=${MLF_CPU}")
  check_cxx_source_runs([[
    int main() {
      __builtin_cpu_init();
    #ifdef __AVX2__
      if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("fma")) return 1;
    #endif
    #ifdef __AVX512F__
      if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl")) return 1;
    #endif
      return 0;
    }]] ${runs})
  unset(CMAKE_REQUIRED_FLAGS)
  if(${runs})
    set(MLF_CPU_FLAG "-march=${MLF_CPU}")
    add_compile_options("${MLF_CPU_FLAG}")
  else()
    message(STATUS "MLF_CPU: this machine or compiler knows no ${MLF_CPU}; building for any processor of the architecture.")
  endif()
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # g++ clears structures of 128 bytes and more with "rep stos", whose startup takes longer than the clearing itself.
  add_compile_options(-mmemset-strategy=vector_loop:1024:noalign,libcall:-1:noalign)
endif()

if(MLF_SANITIZE)
  add_compile_options(-fsanitize=${MLF_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${MLF_SANITIZE})
endif()

if(MLF_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "MLF_FUZZ needs clang, whose libFuzzer it uses; this is ${CMAKE_CXX_COMPILER_ID}. Use the preset: cmake --preset fuzz")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
