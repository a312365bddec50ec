#pragma once

// [D Runtime/Core/Misc/FApp/IsUnattended] 5.3+
struct FApp {
    static bool IsUnattended();
    static bool bStandInUnattended;
};
