#include "server/gateway/link.h"
#include "server/config/address.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace mlf::server {
namespace {

// Capacity that the empty strings of a connection may keep.
constexpr std::size_t kKept = 512;
// A larger buffer would hold messages in the kernel that the gateway could still drop.
constexpr int kSendBuffer = 64 * 1024;

// Bytes that TLS encrypts at once. They are copies, so there are not many of them.
constexpr std::size_t kSealed = std::size_t{16} * 1024;

// A client that reads fewer bytes a second counts as one that does not read.
constexpr std::uint64_t kLeastRate = 1024;

// Links that wait with bytes of Haste::kSoon; with more than these the gateway is busy.
constexpr std::size_t kManyWait = 100;

void Shrink(std::string& text) {
  text.clear();
  if (text.capacity() > kKept) std::string().swap(text);
}

}  // namespace

Link::Link(Socket socket, std::shared_ptr<const TlsContext> tls, std::shared_ptr<Shared> shared)
    : shared_(std::move(shared)) {
  if (tls != nullptr) {
    tls_ = std::make_unique<TlsSession>(std::move(tls));
    partial_since_ = shared_->clock.Steady();
  }
  boost::system::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  socket.set_option(boost::asio::socket_base::send_buffer_size(kSendBuffer), ignored);
  const auto remote = socket.remote_endpoint(ignored);
  peer_ = NormalAddress(remote.address().to_string()).value_or("");
  local_port_ = socket.local_endpoint(ignored).port();
  socket_ = socket.release(ignored);
}

Link::~Link() {
  Forget();
  if (socket_ >= 0) ::close(socket_);
}

void Link::Attach(std::shared_ptr<LinkUser> user) {
  user_ = std::move(user);
  Watch();
  ReadSoon();
}

void Link::Pause(bool paused) {
  paused_ = paused;
  ReadSoon();
}

void Link::Write(std::string_view bytes) {
  out_ += bytes;
  Queued(bytes.size(), Haste::kNow);
}

void Link::WriteShared(SharedBytes bytes) {
  if (state_ != State::kOpen || bytes->empty()) return;
  shared_->unsent.Share(bytes);
  if (address_ != nullptr) address_->unsent.Share(bytes);
  const std::size_t size = bytes->size();
  between_.push_back({written_, std::move(bytes)});
  written_ += size;
  FlushNow();
}

void Link::Queued(std::size_t bytes, Haste haste) {
  if (state_ != State::kOpen || bytes == 0) {
    out_.resize(out_.size() - bytes);
    return;
  }
  written_ += bytes;
  Count();
  if (flushing_) return;
  if (haste == Haste::kSoon) return FlushSoon();
  FlushNow();
}

// At the end of this turn of the event loop.
void Link::FlushNow() {
  if (std::exchange(flushing_, true)) return;
  boost::asio::post(io(), [self = shared_from_this()] { self->Flush(); });
}

// ---- what waits for the peer ----

// Tells the backlogs what this link has.
void Link::Count() {
  const std::uint64_t now = out_.size() + wire_.size();
  shared_->unsent.Change(counted_, now);
  if (address_ != nullptr) address_->unsent.Change(counted_, now);
  counted_ = now;
}

void Link::Forget() {
  out_.clear();
  wire_.clear();
  Count();
  for (const SharedPart& part : std::exchange(between_, {})) Unshare(part.bytes);
}

void Link::Unshare(const SharedBytes& bytes) {
  shared_->unsent.Unshare(bytes);
  if (address_ != nullptr) address_->unsent.Unshare(bytes);
}

bool Link::crowded() const {
  return shared_->unsent.bytes() > shared_->most_unsent ||
         (address_ != nullptr && address_->unsent.bytes() > address_->most_unsent);
}

// The written bytes from `at` on, as far as they are in one piece.
std::string_view Link::Next(std::uint64_t at) const {
  if (between_.empty()) return out_;
  const SharedPart& part = between_.front();
  if (at >= part.at) return std::string_view(*part.bytes).substr(at - part.at);
  return std::string_view(out_).substr(0, part.at - at);
}

// The first bytes of Next(at) are gone.
void Link::Drop(std::size_t bytes, std::uint64_t& at) {
  const bool is_shared = !between_.empty() && at >= between_.front().at;
  at += bytes;
  if (!is_shared) {
    if (bytes == out_.size()) return Shrink(out_);
    out_.erase(0, bytes);
    return;
  }
  const SharedPart& part = between_.front();
  if (at < part.at + part.bytes->size()) return;
  Unshare(part.bytes);
  between_.erase(between_.begin());
}

// One timer serves all links. It starts with the first that waits.
void Link::FlushSoon() {
  if (soon_since_ == 0) soon_since_ = shared_->clock.Steady();
  if (std::exchange(waiting_, true)) return;
  shared_->waiting.push_back(shared_from_this());
  if (!shared_->timed) FlushLater(shared_, soon_since_ + shared_->pause);
}

void Link::FlushLater(const std::shared_ptr<Shared>& shared, Ms at) {
  shared->timed = true;
  shared->timers.At(at, [shared] {
    const Ms now = shared->clock.Steady();
    // Where many wait, most of them soon have something urgent to send.
    const Ms pause = shared->pause * (shared->waiting.size() > kManyWait ? 2 : 1);
    for (auto& link : std::exchange(shared->waiting, {})) {
      // Bytes that have left with later ones wait no longer, and those after them wait anew.
      if (link->soon_since_ != 0 && now < link->soon_since_ + pause) {
        shared->waiting.push_back(std::move(link));
        continue;
      }
      link->waiting_ = false;
      if (link->soon_since_ != 0 && !link->flushing_) link->Flush();
    }
    shared->timed = false;
    if (!shared->waiting.empty()) FlushLater(shared, now + shared->pause / 3);
  });
}

void Link::Watch() {
  if (watched_ || state_ == State::kClosed) return;
  watched_ = true;
  if (!shared_->sockets->Add(socket_, shared_from_this())) Gone();
}

void Link::OnReady(bool readable, bool writable, bool ended) {
  readable_ = readable_ || readable;
  ended_ = ended_ || ended;
  if (writable && std::exchange(blocked_, false)) Flush();
  if (!reading_) Read();
}

// The next read, in a later turn of the event loop.
void Link::ReadSoon() {
  if (!readable_ || reading_ || state_ == State::kClosed) return;
  reading_ = true;
  boost::asio::post(io(), [self = shared_from_this()] {
    self->reading_ = false;
    self->Read();
  });
}

// Reads once, so that no link keeps the others waiting.
void Link::Read() {
  if (!readable_ || state_ == State::kClosed) return;
  // A closing link still reads. Unread bytes of the peer would cause a reset, which discards ours.
  if (state_ == State::kOpen && (paused_ || user_ == nullptr)) return;
  std::string& scratch = shared_->scratch;
  const Transfer got = Receive(socket_, scratch.data(), scratch.size());
  if (got.failed) return Gone();
  readable_ = ended_ || got.size == scratch.size();
  if (got.none) return;
  reading_ = true;
  Take(std::string_view(scratch).substr(0, got.size));
  reading_ = false;
  ReadSoon();
}

void Link::Take(std::string_view bytes) {
  const auto user = user_;                                // keeps the user alive during the call
  if (state_ != State::kOpen || user == nullptr) return;  // discarded: the link is closing
  if (tls_ == nullptr) return user->OnBytes(bytes);
  std::string plain;
  const bool well = tls_->Open(bytes, plain, wire_);
  Count();
  if (!plain.empty() || !tls_->partial()) partial_since_ = 0;
  if (partial_since_ == 0 && tls_->partial()) partial_since_ = shared_->clock.Steady();
  if (!wire_.empty() && !flushing_) {
    flushing_ = true;
    Flush();
  }
  if (!plain.empty()) user->OnBytes(plain);
  if (!well || tls_->ended()) return Gone();
  // Bytes written before the handshake was done.
  if (tls_->ready() && sealed_ < written_ && !flushing_) Flush();
}

bool Link::SendWire(std::string_view bytes, std::size_t& sent) {
  sent = 0;
  while (sent < bytes.size()) {
    ++shared_->writes;
    const Transfer done = Transmit(socket_, bytes.data() + sent, bytes.size() - sent);
    if (done.none) return true;
    if (done.failed) return false;
    sent += done.size;
  }
  return true;
}

Link::Sent Link::SendPlain() {
  while (taken_ != written_) {
    const std::string_view next = Next(taken_);
    const std::size_t all = next.size();
    std::size_t sent = 0;
    if (!SendWire(next, sent)) return Sent::kFailed;
    Drop(sent, taken_);
    if (sent < all) return Sent::kSome;
  }
  return Sent::kAll;
}

Link::Sent Link::SendSealed() {
  for (;;) {
    if (wire_.empty() && tls_->ready() && sealed_ != written_) {
      const std::string_view next = Next(sealed_).substr(0, kSealed);
      const std::size_t size = next.size();
      if (!tls_->Seal(next, wire_)) return Sent::kFailed;
      Drop(size, sealed_);
    }
    if (wire_.empty()) return Sent::kAll;
    std::size_t sent = 0;
    if (!SendWire(wire_, sent)) return Sent::kFailed;
    if (sent < wire_.size()) {
      wire_.erase(0, sent);
      return Sent::kSome;
    }
    Shrink(wire_);
    taken_ = sealed_;
  }
}

// The peer has read something of what waits.
void Link::Moved() {
  moved_at_ = shared_->clock.Steady();
  if (unread_since_ != 0) return;
  unread_since_ = moved_at_;
  unread_taken_ = taken_;
}

void Link::Flush() {
  flushing_ = false;
  soon_since_ = 0;
  if (state_ == State::kClosed || state_ == State::kFinished) return;
  const std::uint64_t before = taken_;
  const Sent sent = tls_ == nullptr ? SendPlain() : SendSealed();
  if (sent == Sent::kFailed) return Gone();
  Count();
  if (taken_ != before) Moved();
  if (sent == Sent::kSome) {
    flushing_ = blocked_ = true;
    if (unread_since_ == 0) Moved();
    Watch();
    return;
  }
  unread_since_ = 0;
  if (unsent() != 0) return;  // TLS is not ready
  if (state_ == State::kClosing) return Finish();
  if (before != taken_ && user_ != nullptr) {
    const auto user = user_;
    user->OnDrained();
  }
}

void Link::Close() {
  if (state_ != State::kOpen) return;
  state_ = State::kClosing;
  close_by_ = shared_->clock.Steady() + shared_->linger;
  FlushNow();
  Watch();
  ReadSoon();
}

// All bytes are sent: shuts down its side and waits for the peer to close.
void Link::Finish() {
  if (tls_ != nullptr) {
    tls_->Finish(wire_);
    std::size_t sent = 0;
    static_cast<void>(SendWire(wire_, sent));
  }
  state_ = State::kFinished;
  close_by_ = shared_->clock.Steady() + shared_->linger;
  ::shutdown(socket_, SHUT_WR);
}

void Link::Abort() { Gone(); }

void Link::Cut(std::string_view why) {
  if (state_ == State::kClosed) return;
  shared_->meter.Cut(why);
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  Gone();
}

// Whether the peer has read too little of what waits for it.
bool Link::Unread(Ms now) {
  if (unread_since_ == 0 || now - unread_since_ < shared_->unread) return false;
  const auto least = kLeastRate * static_cast<std::uint64_t>(now - unread_since_) / 1000;
  if (taken_ - unread_taken_ < least) return true;
  unread_since_ = now;
  unread_taken_ = taken_;
  return false;
}

void Link::Tick(Ms now) {
  if (state_ == State::kClosed) return;
  if (Unread(now)) return Cut("unread");
  if (state_ != State::kOpen) {
    // What is left may still be read, as long as it is.
    if (now >= close_by_ && unread_since_ == 0) Gone();
    return;
  }
  if (partial_since_ != 0 && now - partial_since_ >= shared_->request) return Cut("slow_sender");
  const auto user = user_;
  if (user != nullptr) user->OnTick(now);
}

void Link::Stop() {
  const auto user = user_;
  if (user != nullptr) user->OnStop();
}

void Link::Gone() {
  if (state_ == State::kClosed) return;
  state_ = State::kClosed;
  Forget();
  const auto self = shared_from_this();  // Readiness may hold the last reference
  shared_->sockets->Remove(socket_);
  ::close(std::exchange(socket_, -1));
  // OnGone runs from the event loop, never inside a call of the user.
  if (user_ != nullptr) boost::asio::post(io(), [user = std::move(user_)] { user->OnGone(); });
  user_.reset();
}

}  // namespace mlf::server
