#include "api/errortext.h"

#include <QCoreApplication>

namespace linkdesk::app {

namespace {

struct Sentence {
    QLatin1String code;
    const char *what;
    const char *todo;
};

constexpr const char *kContext = "ApiError";

constexpr Sentence kSentences[] = {
    {apicode::kUnreachable, QT_TRANSLATE_NOOP("ApiError", "The service does not answer."),
     QT_TRANSLATE_NOOP("ApiError", "Check that it is running and that this computer can reach it.")},
    {apicode::kTimeout, QT_TRANSLATE_NOOP("ApiError", "The service did not answer in time."),
     QT_TRANSLATE_NOOP("ApiError", "It may be busy. Try again in a moment.")},
    {apicode::kBadAnswer, QT_TRANSLATE_NOOP("ApiError", "The service gave an answer this app does not understand."),
     QT_TRANSLATE_NOOP("ApiError", "App and service may be of different versions. Update the older one.")},
    {apicode::kUnauthorized, QT_TRANSLATE_NOOP("ApiError", "The service does not accept the key of this app."),
     QT_TRANSLATE_NOOP("ApiError", "Connect again with a key that is valid.")},
    {apicode::kForbidden, QT_TRANSLATE_NOOP("ApiError", "The key of this app may not do that."),
     QT_TRANSLATE_NOOP("ApiError", "Ask the administrator for a key with more rights.")},
    {apicode::kNotFound, QT_TRANSLATE_NOOP("ApiError", "This link is no longer there."),
     QT_TRANSLATE_NOOP("ApiError", "Somebody may have removed it for good.")},
    {apicode::kSlugTaken, QT_TRANSLATE_NOOP("ApiError", "This short name is taken."),
     QT_TRANSLATE_NOOP("ApiError", "Choose another one, or leave it empty to get one.")},
    {apicode::kSlugReserved, QT_TRANSLATE_NOOP("ApiError", "This short name is reserved."),
     QT_TRANSLATE_NOOP("ApiError", "The service needs it itself. Choose another one.")},
    {apicode::kVersionConflict, QT_TRANSLATE_NOOP("ApiError", "Somebody else changed this link meanwhile."),
     QT_TRANSLATE_NOOP("ApiError", "Load it again and repeat your change.")},
    {apicode::kBusy, QT_TRANSLATE_NOOP("ApiError", "The service is busy."),
     QT_TRANSLATE_NOOP("ApiError", "Nothing was changed. Try again in a moment.")},
    {apicode::kDiskFull, QT_TRANSLATE_NOOP("ApiError", "The service's disk is full."),
     QT_TRANSLATE_NOOP("ApiError", "Nothing was changed. Free some space and try again.")},
    {apicode::kCaseClash, QT_TRANSLATE_NOOP("ApiError", "Two links of this domain differ only in capital letters."),
     QT_TRANSLATE_NOOP("ApiError", "Rename or delete one of each such pair, then try again.")},
    {apicode::kTooLarge, QT_TRANSLATE_NOOP("ApiError", "That is more than the service takes at once."),
     QT_TRANSLATE_NOOP("ApiError", "Shorten it and try again.")},
    {apicode::kMisdirected, QT_TRANSLATE_NOOP("ApiError", "The service does not know itself by this address."),
     QT_TRANSLATE_NOOP("ApiError", "Connect by an address it is set up for.")},
    {apicode::kUnavailable, QT_TRANSLATE_NOOP("ApiError", "The service is not ready."),
     QT_TRANSLATE_NOOP("ApiError", "It may be starting or stopping. Try again in a moment.")},
    {apicode::kInvalidFilter, QT_TRANSLATE_NOOP("ApiError", "The filter has a mistake."), nullptr},
    {apicode::kChangedMeanwhile, QT_TRANSLATE_NOOP("ApiError", "This was changed again since, so it was not undone."),
     nullptr},
    {apicode::kAlreadyUndone, QT_TRANSLATE_NOOP("ApiError", "This has been undone already."),
     QT_TRANSLATE_NOOP("ApiError", "Somebody else was faster.")},
    {apicode::kGone, QT_TRANSLATE_NOOP("ApiError", "The link was removed for good."),
     QT_TRANSLATE_NOOP("ApiError", "It cannot be brought back.")},
};

const Sentence *find(const ApiError &error)
{
    for (const Sentence &sentence : kSentences) {
        if (error.is(sentence.code))
            return &sentence;
    }
    return nullptr;
}

} // namespace

QString whatHappened(const ApiError &error)
{
    if (const Sentence *sentence = find(error))
        return QCoreApplication::translate(kContext, sentence->what);
    if (error.is(apicode::kInvalidInput))
        return QCoreApplication::translate(kContext, "The service does not accept this value.");
    return QCoreApplication::translate(kContext, "That did not work (%1).").arg(error.code);
}

QString whatToDo(const ApiError &error)
{
    if (const Sentence *sentence = find(error); sentence && sentence->todo)
        return QCoreApplication::translate(kContext, sentence->todo);
    // The service's own sentence is English, but it says what is wrong with the value.
    return error.detail;
}

} // namespace linkdesk::app
