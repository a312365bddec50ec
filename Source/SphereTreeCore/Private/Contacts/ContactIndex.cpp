#include "SphereTree/Contact.h"

#include <algorithm>

namespace spheretree {

namespace {
uint64_t NameOf(BodyHandle body) { return uint64_t{body.index} << 32 | body.generation; }
}  // namespace

void ContactIndex::Build(const Contacts& contacts) {
    sorted_.clear();
    for (size_t i = 0; i < contacts.contacts.size(); ++i)
        for (const BodyHandle body : {contacts.contacts[i].a, contacts.contacts[i].b})
            sorted_.emplace_back(NameOf(body), static_cast<int32_t>(i));
    std::sort(sorted_.begin(), sorted_.end());
    bodies_.clear();
    places_.clear();
    for (const auto& [body, place] : sorted_) {
        bodies_.push_back(body);
        places_.push_back(place);
    }
}

ContactIndex::Range ContactIndex::Of(BodyHandle body) const {
    const auto [first, last] = std::equal_range(bodies_.begin(), bodies_.end(), NameOf(body));
    return {places_.data() + (first - bodies_.begin()), places_.data() + (last - bodies_.begin())};
}

}  // namespace spheretree
