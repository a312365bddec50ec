#pragma once

#include "SphereTree/Result.h"

#include <functional>
#include <string>

namespace spheretree::tool {

/// Runs `work` in a process of its own and returns the bytes that it returned. Importers read files from anywhere, and
/// the libraries that hold them crash on some: a crash, a hang or hunger for memory there becomes a sentence here.
/// Cancelling (Ctrl-C) ends the process and is an error, too.
Result<std::string> RunIsolated(const std::function<std::string()>& work, double limitSeconds);

}  // namespace spheretree::tool
