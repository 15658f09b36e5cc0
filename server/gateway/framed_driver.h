// The framed form on one TCP connection; docs/en/framed.md describes it.
#pragma once

#include "server/gateway/driver.h"

#include <functional>
#include <memory>
#include <string>

namespace mlf::server {

// Whether all pieces of a variant are tiles. Other pieces have no code in this form.
using HasTiles = std::function<bool(const std::string& variant)>;
// Without `has_tiles` all variants have tiles.
std::unique_ptr<Driver> MakeFramedDriver(HasTiles has_tiles = {});

}  // namespace mlf::server
