#pragma once

// [D Runtime/SlateCore/Input/FReply] 5.3+
class FReply {
public:
    static FReply Handled() { return FReply(true); }
    static FReply Unhandled() { return FReply(false); }
    bool IsEventHandled() const { return bHandled; }

private:
    explicit FReply(bool bIn) : bHandled(bIn) {}
    bool bHandled;
};
