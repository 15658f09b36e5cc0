/// \file
/// The event that states the place of a seat at the end of a match.
#pragma once

#include <mlf/flow/response.h>

namespace mlf::score {

/// The value is the place, from 1.
inline const EventType kPlace{"place", "{seat} 第 {value} 名", "{seat} is number {value}"};

}  // namespace mlf::score
