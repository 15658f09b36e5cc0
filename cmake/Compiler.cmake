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
  # What ccache asks for to take precompiled headers into account.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${MLF_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
endif()

add_compile_options(-Wall -Wextra -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # When optimizing, g++ 12 gives these for std::string temporaries of sound code; clang and the sanitizers find the real cases.
  add_compile_options(-Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  if(MLF_UNITY)
    # A compiler of many files at a time collects garbage again and again; with a gigabyte before it begins, a twentieth of its time is saved.
    add_compile_options(--param=ggc-min-heapsize=1000000)
  endif()
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The stable algorithms of libstdc++ 12 call what its own headers call deprecated.
  add_compile_options(-Wno-deprecated-declarations)
endif()
if(MLF_WERROR)
  add_compile_options(-Werror)
endif()
# A program then loads only the shared libraries it calls.
add_link_options(-Wl,--as-needed)

if(MLF_CPU)
  # What is built here is run here, so a processor this machine does not have is not built for.
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
  # g++ clears a structure of 128 bytes and more by "rep stos", which takes longer to begin than the clearing takes.
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
