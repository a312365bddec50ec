#pragma once

#include "Serialization/Archive.h"

/// Objects by their address, names as they are: good within one run of the program.
class FDuplicator : public FArchive {
public:
    FDuplicator(FArchive& InInner, bool bSave) : Inner(InInner) {
        bSaving = bSave;
        bLoading = !bSave;
        bPersistent = true;
    }
    using FArchive::operator<<;
    void Serialize(void* Data, int64 Length) override { Inner.Serialize(Data, Length); }
    FArchive& operator<<(FName& Name) override {
        Inner.Serialize(&Name, sizeof Name);
        return *this;
    }
    FArchive& operator<<(UObject*& Object) override {
        Inner.Serialize(&Object, sizeof Object);
        return *this;
    }
    int64 Tell() override { return Inner.Tell(); }
    int64 TotalSize() override { return Inner.TotalSize(); }
    void Seek(int64 To) override { Inner.Seek(To); }

private:
    FArchive& Inner;
};
