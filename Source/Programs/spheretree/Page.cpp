#include "PageData.h"

#include <string_view>

// The page as the build bundled it from Resources/Viewer, byte for byte within the tool: one file to hand on.
#ifdef SPHERETREE_PAGE
asm(R"(
    .section .rodata
    .global spheretreePageBegin
    .global spheretreePageEnd
spheretreePageBegin:
    .incbin ")" SPHERETREE_PAGE R"("
spheretreePageEnd:
    .byte 0
    .text
)");
extern "C" const char spheretreePageBegin[], spheretreePageEnd[];
#endif

namespace spheretree::tool {

namespace {

std::string_view PageTemplate() {
#ifdef SPHERETREE_PAGE
    return {spheretreePageBegin, static_cast<size_t>(spheretreePageEnd - spheretreePageBegin)};
#else
    return {};
#endif
}

/// Within a script of a page, "<" could end it or open a comment; in JSON it can be written otherwise.
std::string WithoutAngles(const std::string& json) {
    std::string text;
    text.reserve(json.size());
    for (const char c : json) {
        if (c == '<')
            text += "\\u003c";
        else
            text += c;
    }
    return text;
}

}  // namespace

bool HasPage() { return !PageTemplate().empty(); }

std::string PageText(const nlohmann::ordered_json& data) {
    constexpr std::string_view kMark = "/*DATA*/";
    const std::string_view page = PageTemplate();
    const size_t at = page.find(kMark);
    if (at == std::string_view::npos) return "";
    std::string text(page.substr(0, at));
    text += WithoutAngles(data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    text += page.substr(at + kMark.size());
    return text;
}

}  // namespace spheretree::tool
