#pragma once

#include "Internationalization/Text.h"

// [D Runtime/Core/Misc/FScopedSlowTask, FSlowTask] 5.3+. Game thread only: UNREAL-2.md A4 found nobody who does
// otherwise, so here it is an error, as is entering more frames than were announced.
struct FScopedSlowTask {
    FScopedSlowTask(float InAmountOfWork, const FText& Message = FText(), bool bEnabled = true);
    ~FScopedSlowTask();
    void MakeDialog(bool bShowCancelButton = false, bool bAllowInPIE = false);
    void EnterProgressFrame(float Expected = 1.0f, const FText& Text = FText());
    bool ShouldCancel() const;

    static int32 StandInDialogs, StandInFrames;
    static float StandInCancelAt;  // of the whole work; more than 1 for never

private:
    float Amount, Entered = 0;
    bool bCanCancel = false;
};
