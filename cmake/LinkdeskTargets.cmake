# Flags, Qt strictness and the two shapes of target the project has: a library per folder, and a program of one page.

add_library(linkdesk_flags INTERFACE)
target_compile_features(linkdesk_flags INTERFACE cxx_std_20)
target_compile_options(linkdesk_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                                -Woverloaded-virtual -Wnull-dereference)
target_compile_definitions(linkdesk_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_URL_CAST_FROM_STRING QT_NO_KEYWORDS QT_NO_FOREACH
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_DISABLE_DEPRECATED_BEFORE=0x060400
    LINKDESK_VERSION="${PROJECT_VERSION}")
if(LINKDESK_WERROR)
    target_compile_options(linkdesk_flags INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 reports these in inlined library code (Boost, Qt, libstdc++) where nothing is wrong.
    target_compile_options(linkdesk_flags INTERFACE -Wno-null-dereference -Wno-maybe-uninitialized
                                                    -Wno-dangling-pointer -Wno-stringop-overflow -Wno-array-bounds
                                                    -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(linkdesk_flags INTERFACE -Wthread-safety)
endif()
if(LINKDESK_SANITIZE MATCHES "thread" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Asio uses a fence that ThreadSanitizer does not follow; GCC says so in every file.
    target_compile_options(linkdesk_flags INTERFACE -Wno-tsan)
endif()
if(LINKDESK_SANITIZE)
    add_compile_options(-fsanitize=${LINKDESK_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${LINKDESK_SANITIZE})
    add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

# linkdesk_library(NAME INCLUDE dir SOURCES ... PUBLIC libs... PRIVATE libs... [MOC])
function(linkdesk_library name)
    cmake_parse_arguments(arg "MOC" "INCLUDE" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(${name} STATIC ${arg_SOURCES})
    target_include_directories(${name} PUBLIC ${arg_INCLUDE})
    target_link_libraries(${name} PUBLIC linkdesk_flags ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    if(arg_MOC)
        set_target_properties(${name} PROPERTIES AUTOMOC ON)
    endif()
endfunction()

# linkdesk_test(NAME LIBS libs... [SOURCES files...] [TIMEOUT s] [LABELS labels...]): one Qt Test binary, run by ctest.
# It runs without a display and with folders of its own for settings and data, never those of whoever runs it.
function(linkdesk_test name)
    cmake_parse_arguments(arg "" "TIMEOUT" "LIBS;SOURCES;LABELS" ${ARGN})
    add_executable(${name} ${name}.cpp ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    target_link_libraries(${name} PRIVATE ${arg_LIBS} Qt6::Test)
    add_test(NAME ${name} COMMAND ${name})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    set(home "${CMAKE_BINARY_DIR}/tests/home")
    file(MAKE_DIRECTORY "${home}/${name}/runtime")
    file(CHMOD "${home}/${name}/runtime" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
    set(environment
        QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 "LINKDESK_BIN=${CMAKE_BINARY_DIR}/bin"
        "XDG_CONFIG_HOME=${home}/${name}/config" "XDG_DATA_HOME=${home}/${name}/data"
        "XDG_STATE_HOME=${home}/${name}/state" "XDG_CACHE_HOME=${home}/cache" "XDG_RUNTIME_DIR=${home}/${name}/runtime")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" ENVIRONMENT "${environment}")
endfunction()
