# Targets that look after the sources; none is part of a build.
#   format-check   fails where clang-format would change something      format   changes it
#   tidy           runs clang-tidy over the sources of core, server and app; build first, for the generated files
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(LINKDESK_CLANG_FORMAT NAMES clang-format clang-format-14)
find_program(LINKDESK_RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
mark_as_advanced(LINKDESK_CLANG_FORMAT LINKDESK_RUN_CLANG_TIDY)

if(LINKDESK_CLANG_FORMAT)
    foreach(target format format-check)
        add_custom_target(${target}
            COMMAND ${CMAKE_COMMAND} "-DMODE=${target}" "-DCLANG_FORMAT=${LINKDESK_CLANG_FORMAT}"
                "-DROOT=${PROJECT_SOURCE_DIR}" -P "${CMAKE_CURRENT_LIST_DIR}/RunClangFormat.cmake"
            VERBATIM)
    endforeach()
endif()

if(LINKDESK_RUN_CLANG_TIDY)
    # GCC's names of warnings stand in the compile commands, and clang does not know them all.
    add_custom_target(tidy
        COMMAND "${LINKDESK_RUN_CLANG_TIDY}" -quiet -p "${CMAKE_BINARY_DIR}" -extra-arg=-Wno-unknown-warning-option
            "^${PROJECT_SOURCE_DIR}/(core|server|app)/.*\\.cpp$"
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" VERBATIM USES_TERMINAL)
endif()
