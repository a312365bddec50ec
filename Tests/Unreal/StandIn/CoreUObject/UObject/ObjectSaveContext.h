#pragma once

// [D Runtime/CoreUObject/UObject/FObjectPreSaveContext; ACL AnimationCompressionLibraryDatabase.h] 5.3+
class FObjectPreSaveContext {
public:
    bool IsCooking() const { return false; }
};
