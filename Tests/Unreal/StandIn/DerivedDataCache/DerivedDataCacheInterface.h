#pragma once

#include "Containers/ArrayView.h"
#include "Containers/UnrealString.h"

// [D Runtime/Core/Containers/TArrayView64] 5.3+; here as long as the other.
template <typename T>
using TArrayView64 = TArrayView<T>;

// [D Runtime/Core/Containers/FStringView] 5.3+; taken for arguments only.
class FStringView {
public:
    FStringView(const FString& In) : Text(&In) {}
    int32 Len() const { return Text->Len(); }

private:
    const FString* Text;
};

// [D Developer/DerivedDataCache/FDerivedDataCacheInterface: GetSynchronous/2 and Put, application_version=5.3
// and 5.4] 5.3+. Pages omit defaults, so none is here.
class FDerivedDataCacheInterface {
public:
    bool GetSynchronous(const TCHAR* CacheKey, TArray<uint8>& OutData, FStringView DebugContext);
    void Put(const TCHAR* CacheKey, TArrayView64<const uint8> Data, FStringView DataContext, bool bPutEvenIfExists);
    int32 StandInHits = 0, StandInPuts = 0;
    bool bStandInDamages = false;
};

// [D Developer/DerivedDataCache/GetDerivedDataCacheRef] 5.3+
FDerivedDataCacheInterface& GetDerivedDataCacheRef();
