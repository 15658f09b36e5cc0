#include "cluster/reception.h"

#include <utility>

namespace mlf::server {

class Reception::Guest final : public Session {
 public:
  Guest(const Sender& send, const Placement& placement, std::uint64_t theirs, std::uint64_t own,
        std::string address)
      : send_(send),
        placement_(placement),
        theirs_(theirs),
        own_(own),
        address_(std::move(address)) {}

  void Send(MessagePtr message) override {
    if (ended_) return;
    const std::string* desk = DeskOf(message->push());
    send_({.kind = ToGateway::Kind::kPush,
           .session = theirs_,
           .push = std::move(message),
           .epoch = desk != nullptr ? placement_.EpochOf(*desk) : 0});
  }
  void Bye(std::string_view code) override {
    if (std::exchange(ended_, true)) return;
    send_({.kind = ToGateway::Kind::kBye, .session = theirs_, .code = std::string(code)});
  }
  void Close() override {
    if (!std::exchange(ended_, true)) send_({.kind = ToGateway::Kind::kClose, .session = theirs_});
  }
  void Answered(std::uint64_t request, Answer answer) {
    if (!ended_)
      send_({.kind = ToGateway::Kind::kAnswer,
             .session = theirs_,
             .request = request,
             .answer = std::move(answer)});
  }
  // The stream is gone: nothing is sent from here on.
  void End() { ended_ = true; }
  const std::string& address() const override { return address_; }
  std::uint64_t number() const override { return own_; }

 private:
  const Sender send_;
  const Placement& placement_;
  const std::uint64_t theirs_, own_;
  const std::string address_;
  bool ended_ = false;
};

Reception::~Reception() {
  while (!streams_.empty()) Down(std::string(streams_.begin()->first));
}

void Reception::Up(const std::string& gateway, Sender send) {
  Down(gateway);
  streams_[gateway].send = std::move(send);
}

void Reception::Down(const std::string& gateway) {
  const auto found = streams_.find(gateway);
  if (found == streams_.end()) return;
  const Stream stream = std::move(found->second);
  streams_.erase(found);
  for (const auto& [number, guest] : stream.guests) {
    guest->End();
    lobby_.Closed(*guest);
  }
}

void Reception::Open(Stream& stream, const ToHost& frame) {
  // A login elsewhere that is newer has been here before.
  Revision& newest = epochs_[frame.user.id];
  if (newest > frame.epoch)
    return stream.send(
        {.kind = ToGateway::Kind::kBye, .session = frame.session, .code = "other_login"});
  newest = frame.epoch;
  auto& guest = stream.guests[frame.session];
  if (guest != nullptr) return;
  guest = std::make_shared<Guest>(stream.send, placement_, frame.session, ++last_, frame.address);
  const std::shared_ptr<Guest> entering = guest;
  lobby_.Opened(*entering);
  lobby_.Enter(*entering, frame.user, {}, frame.overs, [](const Answer&) {});
}

void Reception::Received(const std::string& gateway, ToHost frame) {
  const auto found = streams_.find(gateway);
  if (found == streams_.end()) return;
  Stream& stream = found->second;
  if (frame.kind == ToHost::Kind::kOpen) return Open(stream, frame);
  const auto known = stream.guests.find(frame.session);
  if (known == stream.guests.end()) return;
  const std::shared_ptr<Guest> guest = known->second;
  switch (frame.kind) {
    case ToHost::Kind::kOpen: return;
    case ToHost::Kind::kRequest:
      return lobby_.Handle(*guest, *std::move(frame.body), world_.clock.Steady(),
                           [guest, request = frame.request](Answer answer) {
                             guest->Answered(request, std::move(answer));
                           });
    case ToHost::Kind::kResume: return lobby_.Resume(*guest);
    case ToHost::Kind::kClose:
      stream.guests.erase(known);
      guest->End();
      return lobby_.Closed(*guest);
  }
}

}  // namespace mlf::server
