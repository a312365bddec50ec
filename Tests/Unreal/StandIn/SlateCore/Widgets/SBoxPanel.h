#pragma once

#include "Widgets/SCompoundWidget.h"

// [D Runtime/SlateCore/Widgets/SVerticalBox, SHorizontalBox: Slot, AddSlot, FillHeight, AutoHeight, FillWidth] 5.3+
class SBoxPanel : public SCompoundWidget {
public:
    struct FSlot {
        TSharedPtr<SWidget> Inside;
    };
    template <typename Derived>
    struct TSlot : FSlot {
        Derived& Padding(float) { return static_cast<Derived&>(*this); }
        Derived& operator[](const TSharedRef<SWidget>& In) {
            Inside = In;
            return static_cast<Derived&>(*this);
        }
    };
    void StandInAdd(const FSlot& Slot) { Content.Add(Slot.Inside.ToSharedRef()); }
};
class SVerticalBox : public SBoxPanel {
public:
    struct FSlot : TSlot<FSlot> {
        FSlot& FillHeight(float) { return *this; }
        FSlot& AutoHeight() { return *this; }
    };
    static FSlot Slot() { return FSlot(); }
    struct FArguments : TSlateBaseNamedArgs<SVerticalBox> {
        FArguments& operator+(const FSlot& In) {
            Slots.Add(In);
            return *this;
        }
        TArray<FSlot> Slots;
    };
    void Construct(const FArguments& In) {
        for (const FSlot& Slot : In.Slots) StandInAdd(Slot);
    }
};
class SHorizontalBox : public SBoxPanel {
public:
    struct FSlot : TSlot<FSlot> {
        FSlot& FillWidth(float) { return *this; }
        FSlot& AutoWidth() { return *this; }
    };
    static FSlot Slot() { return FSlot(); }
    struct FArguments : TSlateBaseNamedArgs<SHorizontalBox> {
        FArguments& operator+(const FSlot& In) {
            Slots.Add(In);
            return *this;
        }
        TArray<FSlot> Slots;
    };
    void Construct(const FArguments& In) {
        for (const FSlot& Slot : In.Slots) StandInAdd(Slot);
    }
    /// The slot is added when it is left, as in the engine.
    struct FScopedSlot : FSlot {
        explicit FScopedSlot(SHorizontalBox& In) : Box(In) {}
        ~FScopedSlot() { Box.StandInAdd(*this); }
        FScopedSlot& FillWidth(float) { return *this; }
        FScopedSlot& operator[](const TSharedRef<SWidget>& In) {
            Inside = In;
            return *this;
        }

    private:
        SHorizontalBox& Box;
    };
    FScopedSlot AddSlot() { return FScopedSlot(*this); }
};
