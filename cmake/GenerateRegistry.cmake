# Writes the C++ file that registers every node and component, found by folder.
#
# A part's file and its function have the same name: components/logic/gang_points.cc defines
#   namespace mlf::logic { void RegisterGangPoints(Registry& registry); }
# likewise components/score -> mlf::score, components/skills -> mlf::skills, nodes -> mlf::nodes, variants/<id> -> mlf::variants. A file of helpers has the line
#   // No parts here.
# MLF_FAULT is the severity of faults: FATAL_ERROR or WARNING.
# Calls by name, unlike static objects, cannot be dropped by the linker and have a fixed order.

cmake_policy(VERSION 3.25)  # As a script it runs without the top CMakeLists.txt.

function(mlf_write_registry root output)
  file(GLOB sources RELATIVE "${root}"
       "${root}/components/logic/*.cc" "${root}/components/score/*.cc" "${root}/components/skills/*.cc" "${root}/nodes/*.cc" "${root}/variants/*/*.cc")
  list(SORT sources)

  set(faults "")
  set(declarations "")
  set(calls "")
  set(seen "")
  foreach(source IN LISTS sources)
    get_filename_component(name "${source}" NAME_WE)
    get_filename_component(folder "${source}" DIRECTORY)
    if(folder MATCHES "^components/(logic|score|skills)$")
      set(space "${CMAKE_MATCH_1}")
    elseif(folder STREQUAL "nodes")
      set(space "nodes")
    else()
      set(space "variants")
    endif()
    if(NOT name MATCHES "^[a-z][a-z0-9]*(_[a-z0-9]+)*$")
      string(APPEND faults "\n  ${source}: name the file in lower case words joined by underscores; its function is named after it.")
      continue()
    endif()

    # gang_points -> GangPoints
    set(function "Register")
    string(REPLACE "_" ";" words "${name}")
    foreach(word IN LISTS words)
      string(SUBSTRING "${word}" 0 1 first)
      string(SUBSTRING "${word}" 1 -1 rest)
      string(TOUPPER "${first}" first)
      string(APPEND function "${first}${rest}")
    endforeach()

    file(READ "${root}/${source}" text)
    string(REGEX MATCH "(^|\n)// No parts here" helper "${text}")
    string(REGEX MATCH "void[ \t\n]+${function}[ \t\n]*\\([ \t\n]*(mlf::)?Registry[ \t\n]*&" found "${text}")
    if(found AND helper)
      string(APPEND faults "\n  ${source}: says \"// No parts here\" but defines ${function}; remove one of the two.")
    elseif(found)
      if("${space}::${function}" IN_LIST seen)
        string(APPEND faults "\n  ${source}: another variant has a file ${name}.cc too; both would define mlf::${space}::${function}. Rename one.")
      endif()
      list(APPEND seen "${space}::${function}")
      string(APPEND declarations "namespace mlf::${space} {\nvoid ${function}(Registry& registry);  // ${source}\n}\n")
      string(APPEND calls "  ${space}::${function}(registry);\n")
    elseif(NOT helper)
      string(APPEND faults "\n  ${source}: expected \"void ${function}(Registry& registry)\" in namespace mlf::${space}, which registers "
             "what the file defines; a file of helpers has the line \"// No parts here.\" instead.")
    endif()
  endforeach()
  if(faults)
    message(${MLF_FAULT} "Parts that cannot be registered:${faults}")
  endif()

  string(CONCAT text "// Written by cmake/GenerateRegistry.cmake; do not edit.\n#include <mlf/flow/registry.h>\n\n${declarations}\n"
      "namespace mlf {\n\nvoid RegisterAll(Registry& registry) {\n  RegisterFlowParts(registry);\n${calls}}\n\n}  // namespace mlf\n")
  # Rewritten only on a change, so that touching a source does not recompile this file.
  set(old "")
  if(EXISTS "${output}")
    file(READ "${output}" old)
  endif()
  if(NOT old STREQUAL text)
    file(WRITE "${output}" "${text}")
  endif()
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  mlf_write_registry("${ROOT}" "${OUTPUT}")
endif()
