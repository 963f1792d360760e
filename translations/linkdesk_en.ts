<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>CodeTexts</name>
    <message numerus="yes">
        <source>%n character(s)</source>
        <comment>length of a code</comment>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s)</source>
        <comment>how long</comment>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looks like %1, which leads to %2, and like %n more</source>
        <translation>
            <numerusform>Looks like %1, which leads to %2, and like %n more</numerusform>
            <numerusform>Looks like %1, which leads to %2, and like %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message numerus="yes">
        <source>%n day(s)</source>
        <translation>
            <numerusform>%n day</numerusform>
            <numerusform>%n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n hour</numerusform>
            <numerusform>%n hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n day(s)</source>
        <translation>
            <numerusform>in %n day</numerusform>
            <numerusform>in %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::DomainsModel</name>
    <message numerus="yes">
        <source>%Ln link(s)</source>
        <translation>
            <numerusform>%Ln link</numerusform>
            <numerusform>%Ln links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::DomainsPage</name>
    <message numerus="yes">
        <source>%n domain(s)</source>
        <translation>
            <numerusform>%n domain</numerusform>
            <numerusform>%n domains</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The settings of %n domain(s) are changed and not saved.</source>
        <translation>
            <numerusform>The settings of %n domain are changed and not saved.</numerusform>
            <numerusform>The settings of %n domains are changed and not saved.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::LinkCommands</name>
    <message numerus="yes">
        <source>delete %n link(s)</source>
        <translation>
            <numerusform>delete %n link</numerusform>
            <numerusform>delete %n links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::LinksPage</name>
    <message numerus="yes">
        <source>Copied %n short link(s)</source>
        <translation>
            <numerusform>Copied %n short link</numerusform>
            <numerusform>Copied %n short links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n link(s)</source>
        <translation>
            <numerusform>Deleted %n link</numerusform>
            <numerusform>Deleted %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored %n link(s)</source>
        <translation>
            <numerusform>Restored %n link</numerusform>
            <numerusform>Restored %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s): %1</source>
        <translation>
            <numerusform>%n link: %1</numerusform>
            <numerusform>%n links: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::ServicePage</name>
    <message numerus="yes">
        <source>%1, %n connection(s)</source>
        <translation>
            <numerusform>%1, %n connection</numerusform>
            <numerusform>%1, %n connections</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) to be told</source>
        <translation>
            <numerusform>%n change to be told</numerusform>
            <numerusform>%n changes to be told</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::TopLinksModel</name>
    <message numerus="yes">
        <source>%1, %n click(s) in the last minute</source>
        <translation>
            <numerusform>%1, %n click in the last minute</numerusform>
            <numerusform>%1, %n clicks in the last minute</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LifeTexts</name>
    <message numerus="yes">
        <source>in %n day(s)</source>
        <translation>
            <numerusform>in %n day</numerusform>
            <numerusform>in %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LifeCommands</name>
    <message numerus="yes">
        <source>%n link(s) are as before</source>
        <translation>
            <numerusform>%n link is as before</numerusform>
            <numerusform>%n links are as before</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed %n link(s)</source>
        <translation>
            <numerusform>Renewed %n link</numerusform>
            <numerusform>Renewed %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Banned %n link(s)</source>
        <translation>
            <numerusform>Banned %n link</numerusform>
            <numerusform>Banned %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) lead on again</source>
        <translation>
            <numerusform>%n link leads on again</numerusform>
            <numerusform>%n links lead on again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n link(s)</source>
        <translation>
            <numerusform>Deleted %n link</numerusform>
            <numerusform>Deleted %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored %n link(s)</source>
        <translation>
            <numerusform>Restored %n link</numerusform>
            <numerusform>Restored %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) will be let go</source>
        <translation>
            <numerusform>%n link will be let go</numerusform>
            <numerusform>%n links will be let go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changed %n link(s)</source>
        <translation>
            <numerusform>Changed %n link</numerusform>
            <numerusform>Changed %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) could not be changed.</source>
        <translation>
            <numerusform>%n link could not be changed.</numerusform>
            <numerusform>%n links could not be changed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::RenewalPage</name>
    <message numerus="yes">
        <source>%n link(s) need a decision</source>
        <translation>
            <numerusform>%n link needs a decision</numerusform>
            <numerusform>%n links need a decision</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s)</source>
        <translation>
            <numerusform>%n link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renew %n link(s)</source>
        <translation>
            <numerusform>Renew %n link</numerusform>
            <numerusform>Renew %n links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::ExpiryBars</name>
    <message numerus="yes">
        <source>%n link(s)</source>
        <translation>
            <numerusform>%n link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::BansPage</name>
    <message numerus="yes">
        <source>%n banned link(s)</source>
        <translation>
            <numerusform>%n banned link</numerusform>
            <numerusform>%n banned links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unban %n link(s)</source>
        <translation>
            <numerusform>Unban %n link</numerusform>
            <numerusform>Unban %n links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::BanDialog</name>
    <message numerus="yes">
        <source>Ban %n link(s)</source>
        <translation>
            <numerusform>Ban %n link</numerusform>
            <numerusform>Ban %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ban %n link(s)?</source>
        <translation>
            <numerusform>Ban %n link?</numerusform>
            <numerusform>Ban %n links?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::HostBanDialog</name>
    <message numerus="yes">
        <source>%n link(s) lead to %1 and will be banned</source>
        <translation>
            <numerusform>%n link leads to %1 and will be banned</numerusform>
            <numerusform>%n links lead to %1 and will be banned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ban %n link(s)</source>
        <translation>
            <numerusform>Ban %n link</numerusform>
            <numerusform>Ban %n links</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::RenewDateDialog</name>
    <message numerus="yes">
        <source>Renew %n link(s) until a day</source>
        <translation>
            <numerusform>Renew %n link until a day</numerusform>
            <numerusform>Renew %n links until a day</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>linkdesk::app::RenewalReminder</name>
    <message numerus="yes">
        <source>within %n day(s)</source>
        <translation>
            <numerusform>within %n day</numerusform>
            <numerusform>within %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) end %1.</source>
        <translation>
            <numerusform>%n link ends %1.</numerusform>
            <numerusform>%n links end %1.</numerusform>
        </translation>
    </message>
</context>
</TS>
