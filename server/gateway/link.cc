#include "server/gateway/link.h"
#include "server/config/address.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>

#include <utility>

namespace mlf::server {
namespace {

// Capacity that the empty strings of a connection may keep.
constexpr std::size_t kKept = 512;
// A larger buffer would hold messages in the kernel that the gateway could still drop.
constexpr int kSendBuffer = 64 * 1024;

void Shrink(std::string& text) {
  text.clear();
  if (text.capacity() > kKept) std::string().swap(text);
}

}  // namespace

Link::Link(Socket socket, std::shared_ptr<const TlsContext> tls, std::shared_ptr<Shared> shared)
    : socket_(std::move(socket)), shared_(std::move(shared)) {
  if (tls != nullptr) tls_ = std::make_unique<TlsSession>(std::move(tls));
  boost::system::error_code ignored;
  socket_.non_blocking(true, ignored);
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(boost::asio::socket_base::send_buffer_size(kSendBuffer), ignored);
  const auto remote = socket_.remote_endpoint(ignored);
  peer_ = NormalAddress(remote.address().to_string()).value_or("");
  local_port_ = socket_.local_endpoint(ignored).port();
}

Link::~Link() { shared_->unsent_bytes -= unsent(); }

void Link::Attach(std::shared_ptr<LinkUser> user) {
  user_ = std::move(user);
  WaitToRead();
}

void Link::Pause(bool paused) {
  paused_ = paused;
  WaitToRead();
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
  boost::asio::post(socket_.get_executor(), [self = shared_from_this()] { self->Flush(); });
}

// One timer serves all links: it starts with the first that waits.
void Link::FlushSoon() {
  if (waiting_) return;
  waiting_ = true;
  shared_->waiting.push_back(shared_from_this());
  if (shared_->waiting.size() > 1) return;
  shared_->timers.At(shared_->clock.Steady() + shared_->pause, [shared = shared_] {
    for (const auto& link : std::exchange(shared->waiting, {})) {
      link->waiting_ = false;
      if (!link->flushing_) link->Flush();
    }
  });
}

void Link::WaitToRead() {
  if (reading_ || state_ == State::kClosed) return;
  // A closing link still reads. Unread bytes of the peer would cause a reset, which discards ours.
  if (state_ == State::kOpen && (paused_ || user_ == nullptr)) return;
  reading_ = true;
  socket_.async_wait(Socket::wait_read,
                     [self = shared_from_this()](boost::system::error_code error) {
                       self->reading_ = false;
                       if (error) return self->Gone();
                       self->OnReadable();
                     });
}

void Link::OnReadable() {
  if (state_ == State::kClosed || (state_ == State::kOpen && paused_)) return;
  boost::system::error_code error;
  const std::size_t size = socket_.read_some(boost::asio::buffer(shared_->scratch), error);
  if (error == boost::asio::error::would_block) return WaitToRead();
  if (error) return Gone();
  const std::string_view bytes = std::string_view(shared_->scratch).substr(0, size);
  const auto user = user_;  // keeps the user alive during the call
  if (state_ != State::kOpen || user == nullptr) {
    // Discarded: the link is closing.
  } else if (tls_ == nullptr) {
    user->OnBytes(bytes);
  } else {
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
  WaitToRead();
}

bool Link::SendWire(std::string_view bytes, std::size_t& sent) {
  sent = 0;
  while (sent < bytes.size()) {
    boost::system::error_code error;
    ++shared_->writes;
    sent +=
        socket_.write_some(boost::asio::buffer(bytes.data() + sent, bytes.size() - sent), error);
    if (error == boost::asio::error::would_block) return true;
    if (error) return false;
  }
  return true;
}

void Link::Flush() {
  flushing_ = false;
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
    flushing_ = true;
    socket_.async_wait(Socket::wait_write,
                       [self = shared_from_this()](boost::system::error_code error) {
                         if (error) return self->Gone();
                         self->Flush();
                       });
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
    boost::asio::post(socket_.get_executor(), [self = shared_from_this()] { self->Flush(); });
  }
  WaitToRead();
}

// All bytes are sent: shuts down its side and waits for the peer to close.
void Link::Finish() {
  boost::system::error_code ignored;
  if (tls_ != nullptr) {
    tls_->Finish(wire_);
    std::size_t sent = 0;
    static_cast<void>(SendWire(wire_, sent));
  }
  state_ = State::kFinished;
  socket_.shutdown(Socket::shutdown_send, ignored);
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
  boost::system::error_code ignored;
  socket_.close(ignored);
  // OnGone runs from the event loop, never inside a call of the user.
  if (user_ != nullptr)
    boost::asio::post(socket_.get_executor(), [user = std::move(user_)] { user->OnGone(); });
  user_.reset();
}

}  // namespace mlf::server
