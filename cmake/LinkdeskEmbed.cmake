# linkdesk_embed(NAME HEADER header FILES files...): a library that carries the files inside it, so that a binary alone
# is enough. Each becomes a function of its name with "_" for all but a-z, declared in the header by hand:
# `namespace linkdesk::files { std::string_view robots_txt(); }`.
function(linkdesk_embed name)
    cmake_parse_arguments(arg "" "HEADER" "FILES" ${ARGN})
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EmbedFile.cmake")
    set(sources)
    foreach(file IN LISTS arg_FILES)
        string(REGEX REPLACE "[^a-z]" "_" symbol "${file}")
        set(source "${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp")
        add_custom_command(OUTPUT "${source}"
            COMMAND ${CMAKE_COMMAND} "-DINPUT=${CMAKE_CURRENT_SOURCE_DIR}/${file}" "-DOUTPUT=${source}"
                    "-DSYMBOL=${symbol}" "-DHEADER=${arg_HEADER}" -P "${script}"
            DEPENDS "${file}" "${script}" VERBATIM)
        list(APPEND sources "${source}")
    endforeach()
    add_library(${name} STATIC ${sources} ${arg_HEADER})
    target_include_directories(${name} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
    target_link_libraries(${name} PUBLIC linkdesk_flags)
endfunction()
