// The JSON form on one WebSocket.
#pragma once

#include "server/gateway/driver.h"

#include <memory>

namespace mlf::server {

std::unique_ptr<Driver> MakeJsonDriver();

}  // namespace mlf::server
