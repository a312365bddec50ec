#pragma once

#include "Serialization/Archive.h"

// [D Runtime/Core/TMemoryWriterBase, 5.6] 5.3+
class FMemoryWriter final : public FArchive {
public:
    explicit FMemoryWriter(TArray<uint8>& InBytes, bool bIsPersistent = false) : Bytes(InBytes) {
        bSaving = true;
        bPersistent = bIsPersistent;
    }
    void Serialize(void* Data, int64 Length) override;
    int64 Tell() override { return Offset; }
    int64 TotalSize() override { return Bytes.Num(); }
    void Seek(int64 To) override { Offset = To; }

private:
    TArray<uint8>& Bytes;
    int64 Offset = 0;
};
