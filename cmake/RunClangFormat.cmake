# Called by the targets format and format-check with -DMODE=<target> -DCLANG_FORMAT=<program> -DROOT=<source tree>.
cmake_policy(VERSION 3.25)

set(files)
foreach(folder core server app tests)
    file(GLOB_RECURSE found "${ROOT}/${folder}/*.cpp" "${ROOT}/${folder}/*.h")
    list(APPEND files ${found})
endforeach()

if(MODE STREQUAL "format")
    set(arguments -i)
else()
    set(arguments --dry-run --Werror)
endif()
execute_process(COMMAND "${CLANG_FORMAT}" ${arguments} ${files} WORKING_DIRECTORY "${ROOT}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "Some sources are not formatted; the target format does it.")
endif()
