// LinkOffice: a LinkService on a fresh store with a clock and random numbers of one's own, called as if it answered at once.
#pragma once

#include "await.h"
#include "fakes.h"
#include "links/linkchanges.h"
#include "links/linkservice.h"
#include "tempstore.h"

#include <memory>
#include <string>

namespace linkdesk::test {

struct LinkOffice {
    FakeClock clock;
    SeededRandom random{7};
    TempStore data{clock};
    std::unique_ptr<core::LinkService> links = std::make_unique<core::LinkService>(data.store(), clock, random);

    core::Result<core::Created> create(core::NewLink request)
    {
        return await<core::Result<core::Created>>(
            [&](auto done) { links->create(std::move(request), "tester", done); });
    }
    core::Link make(const std::string &slug, const std::function<void(core::NewLink &)> &more = {})
    {
        core::NewLink request;
        request.target = "https://example.com/" + slug;
        request.slug = slug;
        if (more)
            more(request);
        const auto created = create(std::move(request));
        if (!created)
            qFatal("%s", created.error().detail.c_str());
        return created->link;
    }
    core::Result<core::Link> get(core::LinkId id)
    {
        return await<core::Result<core::Link>>([&](auto done) { links->get(id, done); });
    }
    core::Result<core::Changed> change(core::LinkId id, core::LinkAction action, const std::string &actor = "tester",
                                       std::optional<std::int64_t> version = {})
    {
        return await<core::Result<core::Changed>>(
            [&](auto done) { links->change(id, std::move(action), {actor, version, 0, 0}, done); });
    }
    core::Result<core::Changed> edit(core::LinkId id, core::LinkPatch patch, const std::string &actor = "tester")
    {
        core::LinkAction action = actionOf(core::LinkAction::Kind::Edit, "edit");
        action.patch = std::move(patch);
        return change(id, std::move(action), actor);
    }
    core::Result<core::Changed> ban(core::LinkId id, const std::string &reason, const std::string &actor = "tester")
    {
        core::LinkAction action = actionOf(core::LinkAction::Kind::Ban, "ban");
        action.reason = reason;
        return change(id, std::move(action), actor);
    }
    core::Result<core::Changed> undo(std::int64_t audit, const std::string &actor = "tester")
    {
        return await<core::Result<core::Changed>>([&](auto done) { links->undo(audit, actor, done); });
    }

    [[nodiscard]] static core::LinkAction actionOf(core::LinkAction::Kind kind, std::string name)
    {
        core::LinkAction action;
        action.kind = kind;
        action.name = std::move(name);
        action.timeZone = "UTC";
        return action;
    }
    [[nodiscard]] static core::LinkAction renewBy(core::Period period, std::string zone = "UTC")
    {
        core::LinkAction action = actionOf(core::LinkAction::Kind::Renew, "renew");
        action.renewal.end = period;
        action.timeZone = std::move(zone);
        return action;
    }
};

} // namespace linkdesk::test
