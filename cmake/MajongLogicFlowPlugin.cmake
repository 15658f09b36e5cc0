# Plug-ins and variants of own games; a part of the CMake package.
#
#   mlf_add_plugin(<name> <source>... [VARIANTS <folder>...])    builds the plug-in <name>.so
#   mlf_add_variants(<target> <folder>...)                     defines mlf::RegisterOwnVariants for a program
#
# A <folder> holds variant.yaml, and README.md and README.zh-CN.md if there are any.

set(MLF_PLUGIN_FOLDER "${CMAKE_CURRENT_LIST_DIR}")

# Sets `output` to the version of the engine and a digest of the headers below include/mlf, which decide the layout of what a plug-in shares with a program.
function(mlf_engine_word version include_folder output)
  file(GLOB_RECURSE headers RELATIVE "${include_folder}" "${include_folder}/mlf/*.h")
  if(NOT headers)
    message(FATAL_ERROR "${include_folder} has no public headers of MajongLogicFlow.")
  endif()
  list(SORT headers)
  set(digests "")
  foreach(header IN LISTS headers)
    file(SHA256 "${include_folder}/${header}" digest)
    string(APPEND digests "${header} ${digest}\n")
  endforeach()
  string(SHA256 digest "${digests}")
  string(SUBSTRING "${digest}" 0 16 digest)
  set(${output} "${version} ${digest}" PARENT_SCOPE)
endfunction()

# Run as a script: writes the header that defines MLF_ENGINE.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  mlf_engine_word("${VERSION}" "${INCLUDE_FOLDER}" word)
  file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#define MLF_ENGINE \"${word}\"\n")
  return()
endif()

# Makes a command that writes the header `output` whenever a public header has changed.
function(mlf_write_engine_header version include_folder output)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${include_folder}/mlf/*.h")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DVERSION=${version}" "-DINCLUDE_FOLDER=${include_folder}" "-DOUTPUT=${output}"
            -P "${MLF_PLUGIN_FOLDER}/MajongLogicFlowPlugin.cmake"
    DEPENDS ${headers} "${MLF_PLUGIN_FOLDER}/MajongLogicFlowPlugin.cmake"
    COMMENT "Noting the version of the engine" VERBATIM)
endfunction()

function(mlf_add_variants target)
  set(rows "")
  foreach(folder IN LISTS ARGN)
    get_filename_component(folder "${folder}" ABSOLUTE)
    get_filename_component(id "${folder}" NAME)
    if(NOT EXISTS "${folder}/variant.yaml")
      message(FATAL_ERROR "mlf_add_variants: ${folder} has no variant.yaml.")
    endif()
    set(texts "")
    foreach(name variant.yaml README.md README.zh-CN.md)
      set(text "")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${name}")
      if(EXISTS "${folder}/${name}")
        # As escapes, because a compiler may change line ends even in a raw string.
        file(READ "${folder}/${name}" text HEX)
        string(REGEX REPLACE "(..)" "\\\\x\\1" text "${text}")
      endif()
      string(APPEND texts ", \"${text}\"")
    endforeach()
    string(APPEND rows "  registry.AddVariant({\"${id}\"${texts}});\n")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${target}_variants.cc")
  file(CONFIGURE OUTPUT "${source}.new" @ONLY CONTENT "// Written by mlf_add_variants; do not edit.
#include <mlf/flow/plugin.h>

namespace mlf {

void RegisterOwnVariants(GameRegistry& registry) {
  static_cast<void>(registry);
@rows@}

}  // namespace mlf
")
  file(COPY_FILE "${source}.new" "${source}" ONLY_IF_DIFFERENT)
  target_sources(${target} PRIVATE "${source}")
endfunction()

function(mlf_add_plugin name)
  cmake_parse_arguments(PARSE_ARGV 1 plugin "" "" "VARIANTS")
  if(NOT plugin_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mlf_add_plugin(${name} ...) names no source.")
  endif()
  add_library(${name} MODULE ${plugin_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE mlf::mlf)
  mlf_add_variants(${name} ${plugin_VARIANTS})
  if(MLF_ENGINE_HEADER)  # of the installed engine
    set(header "${MLF_ENGINE_HEADER}")
  else()
    set(header "${CMAKE_CURRENT_BINARY_DIR}/${name}_engine.h")
    mlf_write_engine_header("${MLF_ENGINE_VERSION}" "${MLF_ENGINE_INCLUDE}" "${header}")
  endif()
  target_sources(${name} PRIVATE "${header}")
  target_compile_options(${name} PRIVATE -include "${header}")
  # All but the entry points stays inside, so the engine code of the plug-in never meets that of the program.
  set(map "${MLF_PLUGIN_FOLDER}/mlf_plugin.map")
  target_link_options(${name} PRIVATE "-Wl,--version-script=${map}" -Wl,--no-undefined -Wl,-Bsymbolic)
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS "${map}")
endfunction()
