# Writes the C++ file that holds the files of a folder and its subfolders (HTML, CSS, JavaScript, SVG), byte for byte, so that an installed
# program has them. SPACE is the namespace and FUNCTION the name of the function of HEADER that finds them by name. ONLY and WITHOUT, where they
# are given, are regular expressions for the names that are taken and left out.

cmake_policy(VERSION 3.25)  # As a script it runs without the top CMakeLists.txt.

function(mlf_embed_page folder header space function output)
  file(GLOB_RECURSE names RELATIVE "${folder}" "${folder}/*")
  list(SORT names)
  if(DEFINED ONLY)
    list(FILTER names INCLUDE REGEX "${ONLY}")
  endif()
  if(DEFINED WITHOUT)
    list(FILTER names EXCLUDE REGEX "${WITHOUT}")
  endif()
  set(rows "")
  set(count 0)
  foreach(name IN LISTS names)
    # As escapes, because a compiler may change line ends even in a raw string.
    file(READ "${folder}/${name}" text HEX)
    string(REGEX REPLACE "(..)" "\\\\x\\1" text "${text}")
    string(APPEND rows "    {\"${name}\"sv, \"${text}\"sv},\n")
    math(EXPR count "${count} + 1")
  endforeach()
  string(CONCAT text "// Written by cmake/EmbedPage.cmake; do not edit.\n#include \"${header}\"\n\n#include <array>\n#include <utility>\n\n"
         "namespace ${space} {\n\nusing namespace std::string_view_literals;\n\nstd::string_view ${function}(std::string_view name) {\n"
         "  static constexpr std::array<std::pair<std::string_view, std::string_view>, ${count}> kFiles{{\n${rows}  }};\n"
         "  for (const auto& [file, text] : kFiles) {\n    if (file == name) return text;\n  }\n  return {};\n}\n\n}  // namespace ${space}\n")
  file(WRITE "${output}" "${text}")
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  mlf_embed_page("${FOLDER}" "${HEADER}" "${SPACE}" "${FUNCTION}" "${OUTPUT}")
endif()
