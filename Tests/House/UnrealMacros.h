// Names that Unreal's own headers define as macros, each made to break whatever uses it. The core's headers are
// compiled after this file, and its sources are searched for these words: a name that clashes is found here and not
// in somebody's project. Names and whether they take arguments, from public plugins that had to work around them
// (CARLA's list of macros, the fixes for Boost, rpclib, Eigen and Rive) and from public API pages.
#pragma once

// Assertions.
#define check(expression) @check
#define checkf(...) @checkf
#define checkSlow(expression) @checkSlow
#define checkfSlow(...) @checkfSlow
#define checkCode(code) @checkCode
#define checkNoEntry() @checkNoEntry
#define checkNoReentry() @checkNoReentry
#define checkNoRecursion() @checkNoRecursion
#define verify(expression) @verify
#define verifyf(...) @verifyf
#define verifySlow(expression) @verifySlow
#define ensure(expression) @ensure
#define ensureMsgf(...) @ensureMsgf
#define ensureAlways(expression) @ensureAlways
#define ensureAlwaysMsgf(...) @ensureAlwaysMsgf
#define unimplemented() @unimplemented

// Text and logging.
#define TEXT(text) @TEXT
#define INVTEXT(text) @INVTEXT
#define LOCTEXT(...) @LOCTEXT
#define NSLOCTEXT(...) @NSLOCTEXT
#define UE_LOG(...) @UE_LOG
#define LINE_TERMINATOR @LINE_TERMINATOR

// Numbers.
#define PI @PI
#define HALF_PI @HALF_PI
#define TWO_PI @TWO_PI
#define INV_PI @INV_PI
#define SMALL_NUMBER @SMALL_NUMBER
#define KINDA_SMALL_NUMBER @KINDA_SMALL_NUMBER
#define BIG_NUMBER @BIG_NUMBER
#define EULERS_NUMBER @EULERS_NUMBER
#define GOLDEN_RATIO @GOLDEN_RATIO
#define MAX_FLT @MAX_FLT
#define MIN_flt @MIN_flt
#define MAX_flt @MAX_flt
#define MIN_dbl @MIN_dbl
#define MAX_dbl @MAX_dbl
#define MIN_uint8 @MIN_uint8
#define MIN_uint16 @MIN_uint16
#define MIN_uint32 @MIN_uint32
#define MIN_uint64 @MIN_uint64
#define MIN_int8 @MIN_int8
#define MIN_int16 @MIN_int16
#define MIN_int32 @MIN_int32
#define MIN_int64 @MIN_int64
#define MAX_uint8 @MAX_uint8
#define MAX_uint16 @MAX_uint16
#define MAX_uint32 @MAX_uint32
#define MAX_uint64 @MAX_uint64
#define MAX_int8 @MAX_int8
#define MAX_int16 @MAX_int16
#define MAX_int32 @MAX_int32
#define MAX_int64 @MAX_int64
#define INDEX_NONE @INDEX_NONE
#define THRESH_POINT_ON_PLANE @THRESH_POINT_ON_PLANE
#define DELTA @DELTA

// Keywords of Unreal's dialect.
#define FORCEINLINE @FORCEINLINE
#define FORCENOINLINE @FORCENOINLINE
#define RESTRICT @RESTRICT
#define CONSTEXPR @CONSTEXPR
#define LIKELY(expression) @LIKELY
#define UNLIKELY(expression) @UNLIKELY
#define ALIGNOF(type) @ALIGNOF
#define ARRAY_COUNT(array) @ARRAY_COUNT
#define UE_ARRAY_COUNT(array) @UE_ARRAY_COUNT
#define STRUCT_OFFSET(...) @STRUCT_OFFSET
#define CA_ASSUME(expression) @CA_ASSUME
#define ASSUME(expression) @ASSUME
#define DEPRECATED(...) @DEPRECATED
#define ABSTRACT @ABSTRACT
#define STUB_WARNING @STUB_WARNING
#define GET_FUNCTION_NAME_CHECKED(...) @GET_FUNCTION_NAME_CHECKED
#define GET_MEMBER_NAME_CHECKED(...) @GET_MEMBER_NAME_CHECKED
#define DLLIMPORT @DLLIMPORT
#define DLLEXPORT @DLLEXPORT
#define VARARGS @VARARGS
#define CDECL @CDECL
#define STDCALL @STDCALL
#define UPROPERTY(...) @UPROPERTY
#define UFUNCTION(...) @UFUNCTION
#define UCLASS(...) @UCLASS
#define USTRUCT(...) @USTRUCT
#define UENUM(...) @UENUM
#define UMETA(...) @UMETA
#define GENERATED_BODY(...) @GENERATED_BODY

// Vector registers.
#define VectorAdd(...) @VectorAdd
#define VectorMin(...) @VectorMin
#define VectorMax(...) @VectorMax
#define VectorSet(...) @VectorSet
#define VectorAbs(...) @VectorAbs
#define VectorPow(...) @VectorPow
#define VectorOne(...) @VectorOne
#define VectorZero(...) @VectorZero

// Windows, where somebody includes its header bare.
#define GetObject @GetObject
#define GetMessage @GetMessage
#define DeleteFile @DeleteFile
#define CreateFile @CreateFile
#define DrawText @DrawText
