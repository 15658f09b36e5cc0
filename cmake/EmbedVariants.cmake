# Checks the folders of variants/ and writes the C++ file that holds their YAML and READMEs, byte for byte.
#
# variants/<id>/ holds variant.yaml, README.md, README.zh-CN.md and scenarios/*.yaml, and C++ only for a node or component no other variant could use.
# All *.yaml beside variant.yaml and the READMEs are embedded; scenarios are not. A folder without files (git keeps none) is not a variant.
# MLF_FAULT is the severity of faults: FATAL_ERROR or WARNING.

cmake_policy(VERSION 3.25)  # As a script it runs without the top CMakeLists.txt.

function(mlf_embed_variants root output)
  file(GLOB folders LIST_DIRECTORIES true RELATIVE "${root}/variants" "${root}/variants/*")
  list(SORT folders)
  set(faults "")
  set(rows "")
  set(count 0)
  set(readme_rows "")
  set(readme_count 0)
  foreach(id IN LISTS folders)
    set(folder "${root}/variants/${id}")
    if(NOT IS_DIRECTORY "${folder}")
      continue()
    endif()
    file(GLOB_RECURSE files "${folder}/*")
    if(NOT files)
      continue()
    endif()
    if(NOT id MATCHES "^[a-z][a-z0-9_]*$")
      string(APPEND faults "\n  variants/${id}: the folder's name is the variant's id, so it begins with a letter a-z and has only a-z, 0-9 and _.")
    endif()
    # variants/rules holds named rules, one file each, and is no variant.
    if(NOT id STREQUAL "rules")
      if(NOT EXISTS "${folder}/variant.yaml")
        string(APPEND faults "\n  variants/${id}: variant.yaml is missing; it holds the flow, options, fans and settlement.")
      endif()
      if(NOT EXISTS "${folder}/README.md")
        string(APPEND faults "\n  variants/${id}: README.md is missing; it says the rules in English.")
      endif()
      if(NOT EXISTS "${folder}/README.zh-CN.md")
        string(APPEND faults "\n  variants/${id}: README.zh-CN.md is missing; it says the rules in Chinese.")
      endif()
      file(GLOB scenarios "${folder}/scenarios/*.yaml")
      if(NOT scenarios)
        string(APPEND faults "\n  variants/${id}: scenarios/ is missing or has no *.yaml; each scenario shows one rule at work.")
      endif()
    endif()

    file(GLOB texts RELATIVE "${root}/variants" "${folder}/*.yaml")
    list(SORT texts)
    foreach(name IN LISTS texts)
      # As escapes, because a compiler may change line ends even in a raw string.
      file(READ "${root}/variants/${name}" text HEX)
      string(REGEX REPLACE "(..)" "\\\\x\\1" text "${text}")
      string(APPEND rows "    {\"${id}\"sv, \"${name}\"sv, \"${text}\"sv},\n")
      math(EXPR count "${count} + 1")
    endforeach()
    file(GLOB texts RELATIVE "${root}/variants" "${folder}/README.md" "${folder}/README.zh-CN.md")
    list(SORT texts)
    foreach(name IN LISTS texts)
      file(READ "${root}/variants/${name}" text HEX)
      string(REGEX REPLACE "(..)" "\\\\x\\1" text "${text}")
      string(APPEND readme_rows "    {\"${id}\"sv, \"${name}\"sv, \"${text}\"sv},\n")
      math(EXPR readme_count "${readme_count} + 1")
    endforeach()
  endforeach()
  if(faults)
    message(${MLF_FAULT} "Variants that are not complete:${faults}")
  endif()

  string(CONCAT text "// Written by cmake/EmbedVariants.cmake; do not edit.\n#include \"variants/embedded.h\"\n\n#include <array>\n\n"
         "namespace mlf {\n\nusing namespace std::string_view_literals;\n\nstd::span<const EmbeddedFile> EmbeddedVariants() {\n"
         "  static constexpr std::array<EmbeddedFile, ${count}> kFiles{{\n${rows}  }};\n  return kFiles;\n}\n\n"
         "std::span<const EmbeddedFile> EmbeddedReadmes() {\n"
         "  static constexpr std::array<EmbeddedFile, ${readme_count}> kFiles{{\n${readme_rows}  }};\n  return kFiles;\n}\n\n}  // namespace mlf\n")
  if(count EQUAL 0 OR readme_count EQUAL 0)
    string(REPLACE "{{\n  }}" "{}" text "${text}")
  endif()
  set(old "")
  if(EXISTS "${output}")
    file(READ "${output}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${output}" "${text}")
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  mlf_embed_variants("${ROOT}" "${OUTPUT}")
endif()
