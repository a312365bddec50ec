#pragma once

#include "Input/Reply.h"
#include "Misc/Attribute.h"
#include "Widgets/SWidget.h"

#include <tuple>

// [D Runtime/SlateCore/Widgets/TSlateBaseNamedArgs] 5.3+
template <typename WidgetType>
struct TSlateBaseNamedArgs {};

template <typename WidgetType, typename... Args>
struct StandInDeclaration {
    std::tuple<Args...> Required;
    TSharedRef<WidgetType> operator<<=(const typename WidgetType::FArguments& Named) const {
        const TSharedRef<WidgetType> Made = MakeShared<WidgetType>();
        std::apply([&](const auto&... Values) { Made->Construct(Named, Values...); }, Required);
        return Made;
    }
};
template <typename WidgetType, typename... Args>
StandInDeclaration<WidgetType, Args...> StandInDeclare(const Args&... Values) {
    return {{Values...}};
}

// [D Runtime/SlateCore/SNew; slate-overview guide: SLATE_BEGIN_ARGS, SLATE_END_ARGS] 5.3+
#define SNew(WidgetType, ...) StandInDeclare<WidgetType>(__VA_ARGS__) <<= WidgetType::FArguments()
#define SLATE_BEGIN_ARGS(WidgetType)                             \
public:                                                          \
    struct FArguments : public TSlateBaseNamedArgs<WidgetType> { \
        typedef FArguments WidgetArgsType;                       \
        FArguments()
#define SLATE_END_ARGS() \
    }                    \
    ;
