#pragma once

#include "Containers/UnrealString.h"

// [D logging-in-unreal-engine, Runtime/Core/Logging/ELogVerbosity__Type] 5.3+
namespace ELogVerbosity {
enum Type : uint8 { NoLogging, Fatal, Error, Warning, Display, Log, Verbose, VeryVerbose, All };
}

// [N Runtime/Core/Logging/FLogCategoryBase] 5.3+
struct FLogCategoryBase {
    FLogCategoryBase(const TCHAR* InName, ELogVerbosity::Type InVerbosity) : Name(InName), Verbosity(InVerbosity) {}
    bool IsSuppressed(ELogVerbosity::Type Level) const { return Level > Verbosity; }
    const TCHAR* Name;
    ELogVerbosity::Type Verbosity;
};

void StandInLog(const FLogCategoryBase& Category, ELogVerbosity::Type Level, const FString& Message);

// [N Runtime/Core/Logging/DECLARE_LOG_CATEGORY_EXTERN, UE_LOG] 5.3+
#define DECLARE_LOG_CATEGORY_EXTERN(Category, Default, CompileTime)                           \
    struct FLogCategory##Category : FLogCategoryBase {                                        \
        FLogCategory##Category() : FLogCategoryBase(u## #Category, ELogVerbosity::Default) {} \
    };                                                                                        \
    extern FLogCategory##Category Category
#define DEFINE_LOG_CATEGORY(Category) FLogCategory##Category Category
#define UE_LOG(Category, Level, Format, ...)                                                                \
    do {                                                                                                    \
        if (!Category.IsSuppressed(ELogVerbosity::Level))                                                   \
            StandInLog(Category, ELogVerbosity::Level, FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__)); \
    } while (0)
