#pragma once

#include "Delegates/Delegate.h"

// [D Runtime/Slate/Framework/Commands/FUIAction, FExecuteAction] 5.3+
using FExecuteAction = TDelegate<void()>;
struct FUIAction {
    FUIAction() = default;
    FUIAction(FExecuteAction In) : ExecuteAction(In) {}
    FExecuteAction ExecuteAction;
};
