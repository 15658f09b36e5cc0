# The library: one static target `mlf` (alias mlf::mlf) of all sources in flow, table, components, nodes, variants and play.

set(MLF_FAULT FATAL_ERROR)
if(NOT MLF_STRICT)
  set(MLF_FAULT WARNING)
endif()

include(GenerateRegistry)
include(EmbedVariants)
include(MajongLogicFlowPlugin)

file(GLOB_RECURSE MLF_SOURCES CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
     "flow/*.cc" "table/*.cc" "components/*.cc" "nodes/*.cc" "variants/*.cc" "play/*.cc")
list(SORT MLF_SOURCES)

# Allowed places of sources. A source elsewhere would be built but never registered, so it is refused.
set(wrong "")
foreach(source IN LISTS MLF_SOURCES)
  if(source MATCHES "^components/" AND NOT source MATCHES "^components/(logic|score|skills)/[^/]+$")
    string(APPEND wrong "\n  ${source}: components are the files components/logic/<name>.cc, components/score/<name>.cc and components/skills/<name>.cc.")
  elseif(source MATCHES "^nodes/" AND NOT source MATCHES "^nodes/[^/]+$")
    string(APPEND wrong "\n  ${source}: nodes are the files nodes/<name>.cc, without folders below.")
  elseif(source MATCHES "^flow/" AND NOT source MATCHES "^flow/(base|graph|load|build|run|record|plugin)/[^/]+$")
    string(APPEND wrong "\n  ${source}: the engine is the files flow/<room>/<name>.cc; the rooms are base, graph, build, load, run, record and plugin.")
  elseif(source MATCHES "^variants/" AND NOT source MATCHES "^variants/([^/]+/)?[^/]+$")
    string(APPEND wrong "\n  ${source}: C++ of a variant is the files variants/<id>/<name>.cc, without folders below.")
  endif()
endforeach()
if(wrong)
  message(${MLF_FAULT} "Sources in a wrong place:${wrong}")
endif()

# Both files are generated now, so that a fault is a configure error, and again in a build after a change of their inputs.
set(MLF_GENERATED "${PROJECT_BINARY_DIR}/generated")
set(registry "${MLF_GENERATED}/registry.cc")
set(embedded "${MLF_GENERATED}/embedded_variants.cc")
mlf_write_registry("${PROJECT_SOURCE_DIR}" "${registry}")
mlf_embed_variants("${PROJECT_SOURCE_DIR}" "${embedded}")

set(parts ${MLF_SOURCES})
list(FILTER parts INCLUDE REGEX "^(components|nodes|variants)/")
list(TRANSFORM parts PREPEND "${PROJECT_SOURCE_DIR}/")
add_custom_command(
  OUTPUT "${registry}"
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${registry}"
          "-DMLF_FAULT=${MLF_FAULT}" -P "${PROJECT_SOURCE_DIR}/cmake/GenerateRegistry.cmake"
  DEPENDS ${parts} "${PROJECT_SOURCE_DIR}/cmake/GenerateRegistry.cmake"
  COMMENT "Finding the nodes and components" VERBATIM)

file(GLOB variant_folders LIST_DIRECTORIES true CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/variants/*")  # checks new folders too
file(GLOB variant_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/variants/*/*.yaml" "${PROJECT_SOURCE_DIR}/variants/*/README.md"
     "${PROJECT_SOURCE_DIR}/variants/*/README.zh-CN.md" "${PROJECT_SOURCE_DIR}/variants/*/scenarios/*.yaml")
set(variant_texts ${variant_files})
list(FILTER variant_texts INCLUDE REGEX "/variants/[^/]+/[^/]+\\.(yaml|md)$")
add_custom_command(
  OUTPUT "${embedded}"
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${embedded}"
          "-DMLF_FAULT=${MLF_FAULT}" -P "${PROJECT_SOURCE_DIR}/cmake/EmbedVariants.cmake"
  DEPENDS ${variant_texts} "${PROJECT_SOURCE_DIR}/cmake/EmbedVariants.cmake"
  COMMENT "Embedding the variants" VERBATIM)

# What runs when a variant is read, built or proved. It is compiled apart, because optimizing it takes build time and no act gets quicker.
set(rare ${MLF_SOURCES})
list(FILTER rare INCLUDE REGEX "^(flow/(base|build|graph|load|plugin)|variants)/")
set(hot ${MLF_SOURCES})
list(REMOVE_ITEM hot ${rare})
add_library(mlf_rare OBJECT ${rare} "${registry}" "${embedded}")
add_library(mlf STATIC ${hot} $<TARGET_OBJECTS:mlf_rare>)
add_library(mlf::mlf ALIAS mlf)
# Public headers are <mlf/flow/flow.h> and so on, here and where they are installed. All other headers are named from the top of the
# tree and are visible only inside it.
add_library(tree INTERFACE)
target_include_directories(tree INTERFACE "${PROJECT_SOURCE_DIR}")
target_include_directories(mlf PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>" "$<INSTALL_INTERFACE:include>")
target_compile_features(mlf PUBLIC cxx_std_20)
# The word that plug-ins must have too.
set(MLF_ENGINE_VERSION "${PROJECT_VERSION}")
set(MLF_ENGINE_INCLUDE "${PROJECT_SOURCE_DIR}/include")
set(engine_header "${MLF_GENERATED}/engine.h")
mlf_write_engine_header("${MLF_ENGINE_VERSION}" "${MLF_ENGINE_INCLUDE}" "${engine_header}")
target_sources(mlf_rare PRIVATE "${engine_header}")
set_source_files_properties(flow/plugin/plugin.cc PROPERTIES COMPILE_OPTIONS "-include;${engine_header}" OBJECT_DEPENDS "${engine_header}"
    SKIP_PRECOMPILE_HEADERS ON)
# Of the public headers only <mlf/flow/boost_graph.h> includes Boost, so the installed package needs it for that header alone.
target_link_libraries(mlf PUBLIC nlohmann_json::nlohmann_json PRIVATE yaml-cpp fmt::fmt "$<BUILD_INTERFACE:Boost::headers>" ${CMAKE_DL_LIBS})
target_link_libraries(mlf_rare PRIVATE nlohmann_json::nlohmann_json yaml-cpp fmt::fmt Boost::headers)
target_include_directories(mlf_rare PRIVATE "${PROJECT_SOURCE_DIR}/include")
foreach(target mlf mlf_rare)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  # See <mlf/table/per_seat.h>.
  target_compile_definitions(${target} PRIVATE MLF_TRUSTED_SEATS)
  # Precompiled, because parsing these headers takes most of the build time of a small node.
  # (Each source still includes what it needs: ./dev clang and ./dev tidy build without.)
  target_precompile_headers(${target} PRIVATE <mlf/flow/flow.h> <mlf/table/board.h>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${MLF_UNITY})
endforeach()
set_target_properties(mlf PROPERTIES UNITY_BUILD_BATCH_SIZE 16)
set_target_properties(mlf_rare PROPERTIES UNITY_BUILD_BATCH_SIZE 24)
if(MLF_UNITY)
  target_compile_options(mlf_rare PRIVATE -O1)
endif()
# As its own unit it is inlined better: 3 % fewer instructions per action.
set_source_files_properties("${PROJECT_SOURCE_DIR}/flow/run/engine.cc" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
# They run at a start, so they need no batch of others.
set_source_files_properties(flow/plugin/elf_section.cc flow/plugin/game_registry.cc bots/public_bots.cc PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# bots/ becomes the library bots_lib, which tools and the server share.
file(GLOB bot_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bots/*.cc")
add_library(bots_lib STATIC ${bot_sources})
target_link_libraries(bots_lib PUBLIC mlf "$<BUILD_INTERFACE:tree>")
set_target_properties(bots_lib PROPERTIES UNITY_BUILD ${MLF_UNITY})

# The walls that everybody can check become fair_lib: the server commits to them, and mlf checks them without the server.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
file(GLOB fair_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/server/fair/*.cc")
add_library(fair_lib STATIC ${fair_sources})
target_link_libraries(fair_lib PUBLIC mlf "$<BUILD_INTERFACE:tree>" PRIVATE PkgConfig::SODIUM)

# Plug-ins, libmlf_c.so and the Python module are made of them, so they are position-independent. Hidden symbols keep calls within them direct.
set_target_properties(mlf mlf_rare bots_lib PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
