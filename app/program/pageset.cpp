#include "program/pageset.h"

#include "pages/banspage.h"
#include "pages/domainspage.h"
#include "pages/linkspage.h"
#include "pages/livepage.h"
#include "pages/renewalpage.h"
#include "pages/servicepage.h"
#include "shell/mainwindow.h"

namespace linkdesk::app {

void addPages(MainWindow &window, const PageParts &parts)
{
    window.addPage(new LivePage(parts.client, parts.events), Sidebar::Group::Watch, "activity");
    window.addPage(new LinksPage(parts.client, parts.events, parts.undo, parts.dialogs), Sidebar::Group::Links, "link");
    window.addPage(new RenewalPage(parts.client, parts.events, parts.undo), Sidebar::Group::Links, "renew");
    window.addPage(new BansPage(parts.client, parts.events, parts.undo), Sidebar::Group::Links, "shield-check");
    window.addPage(new DomainsPage(parts.client, parts.events), Sidebar::Group::Links, "globe");
    window.addPage(new ServicePage(parts.client, parts.events), Sidebar::Group::Bottom, "server");
}

} // namespace linkdesk::app
