// The framed form on one TCP connection; docs/en/framed.md describes it.
#pragma once

#include "server/gateway/driver.h"

#include <memory>

namespace mlf::server {

std::unique_ptr<Driver> MakeFramedDriver();

}  // namespace mlf::server
