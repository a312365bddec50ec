#pragma once

#include "Internationalization/Text.h"

// [D Editor/UnrealEd/FScopedTransaction] 5.3+. What calls Modify while it lives is put back by one undo.
class FScopedTransaction {
public:
    explicit FScopedTransaction(const FText& SessionName, const bool bShouldActuallyTransact = true);
    ~FScopedTransaction();
    FScopedTransaction(const FScopedTransaction&) = delete;
    FScopedTransaction& operator=(const FScopedTransaction&) = delete;
};
