#pragma once

#include "Serialization/Archive.h"
#include "UObject/Object.h"

// [D Runtime/Core/Serialization/FNameAsStringProxyArchive; Runtime/CoreUObject/Serialization/
// FObjectAndNameAsStringProxyArchive] 5.3+
class FObjectAndNameAsStringProxyArchive final : public FArchive {
public:
    FObjectAndNameAsStringProxyArchive(FArchive& InInner, bool bLoadIfFindFails);
    using FArchive::operator<<;
    void Serialize(void* Data, int64 Length) override { Inner.Serialize(Data, Length); }
    FArchive& operator<<(FName& Name) override;
    FArchive& operator<<(UObject*& Object) override;
    bool IsError() const override { return Inner.IsError(); }
    void SetError() override { Inner.SetError(); }
    int64 Tell() override { return Inner.Tell(); }
    int64 TotalSize() override { return Inner.TotalSize(); }
    void Seek(int64 To) override { Inner.Seek(To); }
    void UsingCustomVersion(const FGuid& Key) override { Inner.UsingCustomVersion(Key); }
    int32 CustomVer(const FGuid& Key) const override { return Inner.CustomVer(Key); }
    void SetCustomVersion(const FGuid& Key, int32 Version, FName FriendlyName) override {
        Inner.SetCustomVersion(Key, Version, FriendlyName);
    }

private:
    FArchive& Inner;
};
