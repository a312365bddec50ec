#pragma once

// The stand-in: our own small re-creation of the engine's API, for compiling and running the plugin where no engine can
// be installed. Every declaration names its evidence: [D path] is a page under dev.epicgames.com/documentation/
// unreal-engine/API that was read (or the named guide), with the version of the page, [N path] one whose name only is
// known, [repository file] a public plugin with a permissive licence, [K] common
// knowledge of the engine that no page we read confirms. "5.3+" is the first of our versions that has it; what a
// version has lost is absent in it. Names that begin with StandIn are ours, and the plugin may not use them.

#include <cstddef>
#include <cstdint>

#if !defined(STANDIN_MINOR)
#error "Say which engine is meant: STANDIN_MINOR is 3, 4, 5 or 6"
#endif

// [N Runtime/Core/GenericPlatform/FGenericPlatformTypes] 5.3+. TCHAR is 16 bits on every desktop target.
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = unsigned long long;
using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = long long;
using TCHAR = char16_t;
using ANSICHAR = char;

// [D epic-cplusplus-coding-standard-for-unreal-engine] 5.3+
#define TEXT(Literal) u##Literal
#define FORCEINLINE inline
#define INDEX_NONE (-1)

// [D Runtime/Core] 5.3+; defined by UnrealBuildTool for a development build of the editor, which is what we compile.
// STANDIN_SHIPPING stands for the other end: a packaged game, without editor, tests, stats and debug drawing.
#ifdef STANDIN_SHIPPING
#define UE_BUILD_SHIPPING 1
#else
#define UE_BUILD_SHIPPING 0
#endif
#define WITH_EDITOR (!UE_BUILD_SHIPPING)
#define WITH_EDITORONLY_DATA (!UE_BUILD_SHIPPING)
#define WITH_AUTOMATION_TESTS (!UE_BUILD_SHIPPING)
#define WITH_DEV_AUTOMATION_TESTS (!UE_BUILD_SHIPPING)
#define WITH_AUTOMATION_WORKER (!UE_BUILD_SHIPPING)
#define STATS (!UE_BUILD_SHIPPING)
#define CSV_PROFILER 1

// UnrealBuildTool defines each module's export macro. [K] 5.3+
#define CORE_API
#define ENGINE_API

// [sentry-unreal SentryTests.h] 5.3+
#define PRAGMA_DISABLE_OPTIMIZATION
#define PRAGMA_ENABLE_OPTIMIZATION

// [ACL ACLImpl.h] 5.3+
#define THIRD_PARTY_INCLUDES_START
#define THIRD_PARTY_INCLUDES_END

/// Ends the program with a sentence: what the engine does on a failed check.
[[noreturn]] void StandInDie(const char* What, const char* File, int Line);
/// A failed ensure: told as an error, so that the running test fails.
bool StandInEnsure(bool bTrue, const char* What, const char* File, int Line);
