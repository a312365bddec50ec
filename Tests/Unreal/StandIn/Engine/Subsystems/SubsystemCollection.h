#pragma once

#include "Subsystems/Subsystem.h"

// [D Runtime/Engine/Subsystems/FSubsystemCollectionBase, application_version=5.1, and InitializeDependency, 5.3 to 5.5:
// this header, a protected constructor] 5.3+
class FSubsystemCollectionBase {
    friend class UWorld;

protected:
    FSubsystemCollectionBase() = default;
};
