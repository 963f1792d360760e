// Puts the app's texts into the language of a locale; English where there is none. GUI thread, before the first window
// or later (widgets then get LanguageChange).
#pragma once

class QLocale;

namespace linkdesk::app {

// False if not even English could be loaded: texts then stay as in the source, plurals as "3 link(s)".
bool installTranslations(const QLocale &locale);

} // namespace linkdesk::app
