#pragma once

#include "CoreMinimal.h"

class UObject;

// [D Runtime/Engine/FVisualLogger] 5.3+
class FVisualLogger {
public:
    static FVisualLogger& Get();
    static bool IsRecording() { return Get().bRecording; }
    void SetIsRecording(bool bIn) { bRecording = bIn; }
    bool bRecording = false;
    int32 StandInEntries = 0;
};

// [K] 5.3+; set by the build for everything but Shipping.
#define ENABLE_VISUAL_LOG 1

void StandInVisualLog(const UObject* Owner, const FString& Text);

// [SUSS SussBrainComponent.cpp: UE_VLOG_LOCATION; D Runtime/Engine/FVisualLogger/SegmentLogf] 5.3+
#define UE_VLOG_LOCATION(Owner, Category, Level, Location, Radius, Color, Format, ...)   \
    do {                                                                                 \
        if (FVisualLogger::IsRecording()) {                                              \
            (void)(FVector(Location) * double(Radius)), (void)FColor(Color),             \
                (void)Category.IsSuppressed(ELogVerbosity::Level);                       \
            StandInVisualLog(Owner, FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__)); \
        }                                                                                \
    } while (0)
#define UE_VLOG_SEGMENT(Owner, Category, Level, Start, End, Color, Format, ...)          \
    do {                                                                                 \
        if (FVisualLogger::IsRecording()) {                                              \
            (void)(FVector(Start) - FVector(End)), (void)FColor(Color),                  \
                (void)Category.IsSuppressed(ELogVerbosity::Level);                       \
            StandInVisualLog(Owner, FString::Printf(Format __VA_OPT__(, ) __VA_ARGS__)); \
        }                                                                                \
    } while (0)
