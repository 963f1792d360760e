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
</TS>
