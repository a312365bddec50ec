#pragma once

#include "Serialization/Archive.h"

// [D Runtime/Core/Serialization/FMemoryReader/Serialize, 5.1] 5.3+
class FMemoryReader final : public FArchive {
public:
    explicit FMemoryReader(const TArray<uint8>& InBytes, bool bIsPersistent = false) : Bytes(InBytes) {
        bLoading = true;
        bPersistent = bIsPersistent;
    }
    void Serialize(void* Data, int64 Length) override;
    int64 Tell() override { return Offset; }
    int64 TotalSize() override { return Bytes.Num(); }
    void Seek(int64 To) override { Offset = To; }

private:
    const TArray<uint8>& Bytes;
    int64 Offset = 0;
};
