# `cpack --preset package` writes one Debian package for each component. Library dependencies are read from the binaries
# by dpkg-shlibdeps (Debian package dpkg-dev); what is loaded at run time has to be named here.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME linkdesk)
set(CPACK_PACKAGE_VENDOR "The Linkdesk developers")
set(CPACK_PACKAGE_CONTACT "The Linkdesk developers <maintainers@linkdesk.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")
set(CPACK_STRIP_FILES ON)

set(CPACK_COMPONENTS_ALL)
if(TARGET linkdeskd)
    list(APPEND CPACK_COMPONENTS_ALL daemon)
endif()
if(TARGET linkdesk)
    list(APPEND CPACK_COMPONENTS_ALL app)
endif()
if(data_files)
    list(APPEND CPACK_COMPONENTS_ALL data)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)

set(CPACK_DEBIAN_DAEMON_PACKAGE_NAME linkdeskd)
set(CPACK_DEBIAN_DAEMON_PACKAGE_SECTION web)
set(CPACK_DEBIAN_DAEMON_PACKAGE_DEPENDS "libqt6sql6-sqlite")
set(CPACK_DEBIAN_DAEMON_PACKAGE_RECOMMENDS linkdesk-data)
set(CPACK_COMPONENT_DAEMON_DESCRIPTION "\
Makes short links, answers them with redirects and counts the clicks. Runs without a display; the Linkdesk desktop app\n\
and an HTTP API manage it.")

set(CPACK_DEBIAN_APP_PACKAGE_NAME linkdesk)
set(CPACK_DEBIAN_APP_PACKAGE_SECTION net)
set(CPACK_DEBIAN_APP_PACKAGE_DEPENDS "libqt6sql6-sqlite, libqt6svg6, qt6-qpa-plugins")
set(CPACK_DEBIAN_APP_PACKAGE_RECOMMENDS linkdesk-data)
set(CPACK_COMPONENT_APP_DESCRIPTION "\
Makes short links, serves their redirects itself and shows the clicks as they happen. Also manages a Linkdesk service\n\
on another computer.")

set(CPACK_DEBIAN_DATA_PACKAGE_NAME linkdesk-data)
set(CPACK_DEBIAN_DATA_PACKAGE_SECTION net)
set(CPACK_DEBIAN_DATA_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DATA_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DATA_DESCRIPTION "\
Tells which country a click comes from (IP Geolocation by DB-IP, https://db-ip.com) and which visitors are bots.")

include(CPack)
