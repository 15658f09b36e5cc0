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

// Links that wait with bytes of Haste::kSoon; with more than these the gateway is busy.
constexpr std::size_t kManyWait = 100;

void Shrink(std::string& text) {
  text.clear();
  if (text.capacity() > kKept) std::string().swap(text);
}

}  // namespace

Link::Link(Socket socket, std::shared_ptr<const TlsContext> tls, std::shared_ptr<Shared> shared)
    : shared_(std::move(shared)) {
  if (tls != nullptr) tls_ = std::make_unique<TlsSession>(std::move(tls));
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
  shared_->unsent_bytes -= unsent();
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

void Link::Queued(std::size_t bytes, Haste haste) {
  if (state_ != State::kOpen || bytes == 0) {
    out_.resize(out_.size() - bytes);
    return;
  }
  written_ += bytes;
  shared_->unsent_bytes += bytes;
  if (flushing_) return;
  if (haste == Haste::kSoon) return FlushSoon();
  flushing_ = true;
  boost::asio::post(io(), [self = shared_from_this()] { self->Flush(); });
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

void Link::Flush() {
  flushing_ = false;
  soon_since_ = 0;
  if (state_ == State::kClosed || state_ == State::kFinished) return;
  const std::uint64_t before = taken_;
  if (tls_ != nullptr && tls_->ready() && !out_.empty() && wire_.empty()) {
    if (!tls_->Seal(out_, wire_)) return Gone();
    sealed_ += out_.size();
    Shrink(out_);
  }
  std::string& from = tls_ == nullptr ? out_ : wire_;
  std::size_t sent = 0;
  if (!SendWire(from, sent)) return Gone();
  const bool all = sent == from.size();
  if (all) {
    Shrink(from);
  } else {
    from.erase(0, sent);
  }
  taken_ = tls_ == nullptr ? taken_ + sent : (all ? sealed_ : taken_);
  shared_->unsent_bytes -= taken_ - before;
  if (!all) {
    flushing_ = blocked_ = true;
    Watch();
    return;
  }
  // Bytes that arrived while TLS still had others to send.
  if (tls_ != nullptr && tls_->ready() && !out_.empty()) return Flush();
  if (unsent() != 0) return;
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
  if (!flushing_) {
    flushing_ = true;
    boost::asio::post(io(), [self = shared_from_this()] { self->Flush(); });
  }
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
  ::shutdown(socket_, SHUT_WR);
}

void Link::Abort() { Gone(); }

void Link::Tick(Ms now) {
  if (state_ == State::kClosing || state_ == State::kFinished) {
    if (now >= close_by_) Gone();
    return;
  }
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
  const auto self = shared_from_this();  // Readiness may hold the last reference
  shared_->sockets->Remove(socket_);
  ::close(std::exchange(socket_, -1));
  // OnGone runs from the event loop, never inside a call of the user.
  if (user_ != nullptr) boost::asio::post(io(), [user = std::move(user_)] { user->OnGone(); });
  user_.reset();
}

}  // namespace mlf::server
