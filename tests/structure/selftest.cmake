# Proves that checksources.cmake passes a clean tree and catches each violation. Called with -DCHECKER=<script>
# -DQT_HEADERS=<folder> -DTREE=<folder to make>.
cmake_policy(VERSION 3.25)

function(make_clean_tree)
    file(REMOVE_RECURSE "${TREE}")
    file(WRITE "${TREE}/core/base/text.h" "#pragma once\n#include <string>\n#include <QString>\n#include <QtSql/QSqlQuery>\n")
    file(WRITE "${TREE}/core/CMakeLists.txt" "# \${PROJECT_SOURCE_DIR} alone would be wrong\n\
linkdesk_library(base INCLUDE \${PROJECT_SOURCE_DIR}/core SOURCES base/text.h PUBLIC Qt6::Core)\n")
    file(WRITE "${TREE}/server/http/listener.h" "#pragma once\n#include \"base/text.h\"\n#include <qglobal.h>\n#include <boost/asio.hpp>\n")
    file(WRITE "${TREE}/app/style/tokens.cpp" "#include \"base/text.h\"\n#include <QColor>\nQColor accent(\"#3366ff\");\n")
    file(WRITE "${TREE}/app/shell/window.cpp" "#include \"http/listener.h\"\n#include \"style/tokens.h\"\n#include <QWidget>\n\
// Ticket #1234567, anchor \"#add-link\".\nconst auto a = x[1]; const auto b = \"[;\";\n")
    file(WRITE "${TREE}/tests/app/tst_window.cpp" "#include \"shell/window.h\"\nQColor red(\"#ff0000\");\n")
endfunction()

set(failures)

function(run_checker)
    execute_process(COMMAND ${CMAKE_COMMAND} "-DROOT=${TREE}" "-DQT_HEADERS=${QT_HEADERS}" -P "${CHECKER}"
        RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE err)
    set(status "${status}" PARENT_SCOPE)
    set(output "${out}${err}" PARENT_SCOPE)
endfunction()

# expect_caught(WHAT FILE CONTENT MESSAGE): FILE with CONTENT in a clean tree must fail with MESSAGE.
function(expect_caught what file content message)
    make_clean_tree()
    file(WRITE "${TREE}/${file}" "${content}")
    run_checker()
    if(status EQUAL 0)
        set(failures "${failures}  not caught: ${what}\n")
    else()
        # CMake breaks the lines of its messages.
        string(REGEX REPLACE "[ \n]+" " " flat "${output}")
        string(FIND "${flat}" "${message}" at)
        if(at LESS 0)
            set(failures "${failures}  ${what}: \"${message}\" is not in the output:\n${output}\n")
        endif()
    endif()
    set(failures "${failures}" PARENT_SCOPE)
endfunction()

make_clean_tree()
run_checker()
if(NOT status EQUAL 0)
    string(APPEND failures "  a clean tree fails:\n${output}\n")
endif()
file(REMOVE_RECURSE "${TREE}")
file(MAKE_DIRECTORY "${TREE}")
run_checker()
if(status EQUAL 0)
    string(APPEND failures "  a folder without sources passes\n")
endif()

expect_caught("core includes server" core/base/a.cpp "\n#include \"http/listener.h\"\n"
    "core/base/a.cpp:2: \"http/listener.h\" is in server, which core must not know")
expect_caught("core includes app" core/base/a.h "#include \"shell/window.h\"\n" "is in app, which core must not know")
expect_caught("server includes app" server/http/a.cpp "  #  include <style/tokens.h>\n" "is in app, which server must not know")
expect_caught("a parent folder" server/http/a.cpp "#include \"../../app/shell/window.h\"\n" "climbs out of its folder")
expect_caught("a parent folder inside a path" app/shell/a.cpp "#include \"style/../shell/window.h\"\n" "climbs out")
expect_caught("a parent folder in a test" tests/core/a.cpp "#include \"../support/fake.h\"\n" "climbs out of its folder")
expect_caught("an include from the root" app/shell/a.cpp "#include \"core/base/text.h\"\n" "starts at the root of the tree")
foreach(header QColor QWidget QChart QNetworkAccessManager QtWidgets/QLabel QtGui/QColor QtCharts QtSvg/QSvgRenderer qwidget.h)
    expect_caught("<${header}> in core" core/base/a.cpp "#include <${header}>\n" "<${header}>, but core may use only")
    expect_caught("<${header}> in server" server/http/a.h "#include <${header}>\n" "<${header}>, but server may use only")
endforeach()
expect_caught("linking Qt Widgets in core" core/base/CMakeLists.txt "target_link_libraries(base PUBLIC Qt6::Widgets)\n"
    "core/base/CMakeLists.txt: links Qt6::Widgets")
expect_caught("the root as include path" server/CMakeLists.txt "target_include_directories(x PUBLIC\n    \${PROJECT_SOURCE_DIR})\n"
    "the root of the tree is an include path")
expect_caught("the root as a library's include path" app/CMakeLists.txt "linkdesk_library(x INCLUDE \"\${CMAKE_SOURCE_DIR}\" MOC)\n"
    "the root of the tree is an include path")
expect_caught("a subfolder name used twice" app/base/a.h "#pragma once\n" "core has a subfolder of this name too")
foreach(colour "\"#fff\"" "\"#1a2b3c\"" "\"#801a2b3c\"" "\"color: #1a2b3c;\"" "QColor(12, 34, 56)" "QColor(0x112233)" "qRgb(1, 2, 3)" "0xff112233u")
    expect_caught("the colour ${colour}" app/shell/a.cpp "\nauto c = ${colour}\;\n" "app/shell/a.cpp:2: a colour, ")
endforeach()
expect_caught("a style sheet" app/style/a.cpp "void f() { w->setStyleSheet(s)\; }\n" "a style sheet; looks come from app/style")
expect_caught("a style sheet in a form" app/shell/a.ui "<property name=\"styleSheet\">\n" "a style sheet; looks come from app/style")
string(REPEAT "int i\;\n" 701 long_source)
expect_caught("a long source" core/base/a.cpp "${long_source}" "core/base/a.cpp: 701 lines")
expect_caught("a long test" tests/core/a.cpp "${long_source}" "tests/core/a.cpp: 701 lines")

file(REMOVE_RECURSE "${TREE}")
if(failures)
    message(FATAL_ERROR "The check of the source tree does not do its work:\n${failures}")
endif()
