# cmake --install: headers, library, programs, the variants as files, and the package configuration for find_package(MajongLogicFlow).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS mlf EXPORT MajongLogicFlowTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(MLF_PROGRAMS)
  install(TARGETS ${MLF_PROGRAMS} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/mlf" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")

foreach(file IN LISTS variant_files)
  file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${file}")
  get_filename_component(folder "${name}" DIRECTORY)
  install(FILES "${file}" DESTINATION "share/mlf/${folder}")
endforeach()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/MajongLogicFlow")
configure_package_config_file(cmake/MajongLogicFlowConfig.cmake.in "${PROJECT_BINARY_DIR}/MajongLogicFlowConfig.cmake"
                              INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MajongLogicFlowConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/MajongLogicFlowConfig.cmake" "${PROJECT_BINARY_DIR}/MajongLogicFlowConfigVersion.cmake"
        DESTINATION "${package_folder}")
install(EXPORT MajongLogicFlowTargets NAMESPACE mlf:: DESTINATION "${package_folder}")
