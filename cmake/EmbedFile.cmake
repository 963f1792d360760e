# Called by linkdesk_embed: writes OUTPUT, a source that defines SYMBOL() of HEADER as the bytes of INPUT.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "((0x[0-9a-f][0-9a-f],){24})" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

namespace linkdesk::files {

static constexpr unsigned char kBytes[] = {
${bytes}
};

std::string_view ${SYMBOL}()
{
    return {reinterpret_cast<const char *>(kBytes), sizeof kBytes};
}

} // namespace linkdesk::files
")
