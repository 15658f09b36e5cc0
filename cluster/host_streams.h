// HostStreams: a gateway's streams to the hosts of a cluster, its own node's among them. Frames of
// one stream arrive in order; where it breaks, all that was on its way may be lost.
#pragma once

#include "cluster/stream_frame.h"

#include <string>

namespace mlf::server {

class HostStreams {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void StreamUp(const std::string& node) = 0;
    virtual void StreamDown(const std::string& node) = 0;
    virtual void Received(const std::string& node, ToGateway frame) = 0;
  };

  virtual ~HostStreams() = default;
  // Before the first frame. Calls never come inside Send.
  virtual void Use(Listener& listener) = 0;
  virtual bool up(const std::string& node) const = 0;
  // Does nothing where the stream is not up.
  virtual void Send(const std::string& node, const ToHost& frame) = 0;
};

}  // namespace mlf::server
