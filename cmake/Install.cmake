# cmake --install: headers, library, programs, the variants as files, and the package configuration for find_package(MajongLogicFlow). A
# component is what one Debian package has (Packages.cmake).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS mlf EXPORT MajongLogicFlowTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
# The tools as libraries: mlf::bots, mlf::kit, mlf::chart, mlf::mjai and mlf::tool, and the libraries inside them.
set(tool_libraries bots:bots kit:kit chart:chart tool:tool mjai:mjai console:tool_console play:tool_play flowviz:tool_flowviz mlf:tool_mlf
    fair:tool_fair)
foreach(library IN LISTS tool_libraries)
  string(REPLACE ":" ";" library "${library}")
  list(GET library 0 target)
  list(GET library 1 name)
  set_target_properties(${target}_lib PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME mlf_${name})
  install(TARGETS ${target}_lib EXPORT MajongLogicFlowTools ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endforeach()
list(REMOVE_ITEM MLF_PROGRAMS play_program)  # mlf has its commands
foreach(program IN LISTS MLF_PROGRAMS)
  set(component tools)
  if(program STREQUAL "server_program")
    set(component server)
  endif()
  install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT ${component})
endforeach()

# Each public header has its reason in the list (docs/en/headers.md). The others are contracts between our own parts.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/public_headers.txt)
file(STRINGS cmake/public_headers.txt public_headers REGEX "^(call|derive|include) ")
foreach(line IN LISTS public_headers)
  string(REGEX REPLACE "^[a-z]+ +" "" header "${line}")
  if(NOT EXISTS "${PROJECT_SOURCE_DIR}/include/${header}")
    message(FATAL_ERROR "cmake/public_headers.txt lists ${header}, which is not in include/.")
  endif()
  get_filename_component(folder "${header}" DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/include/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}" COMPONENT dev)
endforeach()

foreach(file IN LISTS variant_files)
  file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${file}")
  get_filename_component(folder "${name}" DIRECTORY)
  install(FILES "${file}" DESTINATION "share/mlf/${folder}" COMPONENT tools)
endforeach()

# The two games of the guides, as own projects that the package alone builds.
install(DIRECTORY examples/own_game examples/own_mahjong DESTINATION share/mlf/examples COMPONENT dev)

# For builds without CMake.
foreach(module mlf mlf_c)
  if(module STREQUAL "mlf" OR MLF_BINDINGS)
    configure_file(cmake/${module}.pc.in "${PROJECT_BINARY_DIR}/generated/${module}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/generated/${module}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)
  endif()
endforeach()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/MajongLogicFlow")
configure_package_config_file(cmake/MajongLogicFlowConfig.cmake.in "${PROJECT_BINARY_DIR}/MajongLogicFlowConfig.cmake"
                              INSTALL_DESTINATION "${package_folder}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MajongLogicFlowConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/MajongLogicFlowConfig.cmake" "${PROJECT_BINARY_DIR}/MajongLogicFlowConfigVersion.cmake"
        DESTINATION "${package_folder}" COMPONENT dev)
install(FILES cmake/MajongLogicFlowPlugin.cmake cmake/mlf_plugin.map DESTINATION "${package_folder}" COMPONENT dev)
# Plug-ins get the word of the engine that is installed with it: its digest covers headers that are not installed, too.
install(FILES "${engine_header}" DESTINATION "${package_folder}" RENAME mlf_engine.h COMPONENT dev)
install(EXPORT MajongLogicFlowTools NAMESPACE mlf:: DESTINATION "${package_folder}" COMPONENT dev)
install(EXPORT MajongLogicFlowTargets NAMESPACE mlf:: DESTINATION "${package_folder}" COMPONENT dev)
