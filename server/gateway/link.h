// Link: one accepted TCP connection, with TLS or without. It moves bytes and does not interpret
// them. Its user does, and may change: an HTTP connection becomes a WebSocket.
//
// Bytes written within one turn of the event loop leave in one system call. Bytes that nobody waits
// for leave with the next ones, or after a short pause. An idle link has no buffers: Readiness
// reports when the socket is readable, and the link reads into memory that all links share.
//
// A peer that does not read what it is sent is cut off, and so is one whose TLS messages do not
// become complete (Tick).
#pragma once

#include "server/gateway/backlog.h"
#include "server/gateway/readiness.h"
#include "server/gateway/tls.h"
#include "server/world/world.h"

#include <utility>

#include <boost/asio/ip/tcp.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlf::server {

class LinkUser {
 public:
  virtual ~LinkUser() = default;
  // Bytes have arrived. The user may close the link inside the call, or attach another user.
  virtual void OnBytes(std::string_view bytes) = 0;
  // The kernel has taken all bytes written so far.
  virtual void OnDrained() = 0;
  // The peer is gone, or the link was aborted. This is the last call.
  virtual void OnGone() = 0;
  virtual void OnTick(Ms now) = 0;
  // The server stops.
  virtual void OnStop() = 0;
};

// When written bytes leave: at the end of this turn of the event loop, or with later bytes, but
// after Link::Shared::pause and a third at the latest, and twice that pause in a busy gateway.
enum class Haste : std::uint8_t { kNow, kSoon };

class Link final : public Readiness::User, public std::enable_shared_from_this<Link> {
 public:
  using Socket = boost::asio::ip::tcp::socket;

  // What all links of a gateway share.
  struct Shared {
    const Clock& clock;
    Timers& timers;
    Meter& meter;
    std::shared_ptr<Readiness> sockets;
    Ms linger;                                     // how long Close waits for the peer
    Ms pause;                                      // how long bytes of Haste::kSoon wait
    Ms request;                                    // for a TLS message that has begun
    Ms unread;                                     // for a peer to read some of what waits
    std::uint64_t most_unsent;                     // of all links
    std::string scratch;                           // where sockets are read into
    Backlog unsent{};                              // of all links
    std::uint64_t writes = 0;                      // system calls
    std::vector<std::shared_ptr<Link>> waiting{};  // with bytes of Haste::kSoon
    bool timed = false;                            // a timer flushes `waiting`
  };
  // What the links of one address share.
  struct Address {
    std::size_t links = 0;
    std::uint64_t most_unsent = UINT64_MAX;
    Backlog unsent{};
  };

  Link(Socket socket, std::shared_ptr<const TlsContext> tls, std::shared_ptr<Shared> shared);
  // The address counts it from here on.
  void CountAt(std::shared_ptr<Address> address) { address_ = std::move(address); }
  ~Link() override;
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  // Begins to read.
  void Attach(std::shared_ptr<LinkUser> user);
  // Without a user nothing is read; written bytes are still sent.
  void Detach() { user_.reset(); }
  void Pause(bool paused);
  bool paused() const { return paused_; }

  void Write(std::string_view bytes);
  // The same without a copy: `append` adds the bytes to its argument.
  template <typename Append>
  void WriteBy(Append&& append, Haste haste = Haste::kNow) {
    const std::size_t before = out_.size();
    append(out_);
    Queued(out_.size() - before, haste);
  }
  // The same of bytes that other links may send too.
  void WriteShared(SharedBytes bytes);
  // Bytes written, and how many of them the kernel has taken.
  std::uint64_t written() const { return written_; }
  std::uint64_t taken() const { return taken_; }
  std::uint64_t unsent() const { return written_ - taken_; }
  // The peer does not read: the socket takes no more bytes.
  bool blocked() const { return blocked_; }
  // More bytes wait than its address, or all together, may have: nothing long is written now.
  bool crowded() const;

  // Closes after the written bytes, and waits for the peer to read all of them.
  void Close();
  // Closes now; OnGone follows.
  void Abort();
  // The same, and the kernel forgets the bytes that the peer has not read.
  void Cut(std::string_view why);
  // When the kernel last took bytes while others waited.
  Ms moved_at() const { return moved_at_; }
  void Tick(Ms now);
  void Stop();
  bool open() const { return state_ != State::kClosed; }

  boost::asio::io_context& io() { return shared_->sockets->io(); }
  const std::string& peer() const { return peer_; }
  std::uint16_t local_port() const { return local_port_; }

 private:
  enum class State : std::uint8_t { kOpen, kClosing, kFinished, kClosed };

  // Shared bytes among the written ones, and where they begin.
  struct SharedPart {
    std::uint64_t at;
    SharedBytes bytes;
  };
  enum class Sent : std::uint8_t { kAll, kSome, kFailed };

  void Queued(std::size_t bytes, Haste haste);
  std::string_view Next(std::uint64_t at) const;
  void Drop(std::size_t bytes, std::uint64_t& at);
  Sent SendPlain();
  Sent SendSealed();
  void Moved();
  bool Unread(Ms now);
  void Count();
  void Forget();
  void Unshare(const SharedBytes& bytes);
  void FlushNow();
  void FlushSoon();
  static void FlushLater(const std::shared_ptr<Shared>& shared, Ms at);
  void OnReady(bool readable, bool writable, bool ended) override;
  void Watch();
  void Read();
  void ReadSoon();
  void Take(std::string_view bytes);
  void Flush();
  bool SendWire(std::string_view bytes, std::size_t& sent);
  void Finish();
  void Gone();

  int socket_ = -1;
  std::unique_ptr<TlsSession> tls_;
  std::shared_ptr<Shared> shared_;
  std::shared_ptr<LinkUser> user_;
  std::shared_ptr<Address> address_;
  std::string out_;                  // plain bytes to write
  std::vector<SharedPart> between_;  // shared bytes between those of `out_`
  std::string wire_;                 // of TLS: bytes to write, before those of `out_`
  std::uint64_t counted_ = 0;        // of `out_` and `wire_`, in the backlogs
  std::uint64_t written_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t sealed_ = 0;  // of TLS: written bytes that have gone into `wire_`
  Ms close_by_ = 0;           // State::kClosing, kFinished
  Ms moved_at_ = 0;           // while `blocked_`
  Ms unread_since_ = 0;       // the same; when `unread_taken_` was read
  std::uint64_t unread_taken_ = 0;
  Ms partial_since_ = 0;  // of TLS: a message has begun; 0 = none
  Ms soon_since_ = 0;     // when bytes of Haste::kSoon were written; 0 = none
  State state_ = State::kOpen;
  bool paused_ = false;
  bool watched_ = false;   // by Shared::sockets
  bool readable_ = false;  // the socket may have more bytes
  bool ended_ = false;     // the peer sends no more, or the connection is broken
  bool reading_ = false;   // a read is under way
  bool flushing_ = false;  // a flush is under way
  bool blocked_ = false;   // that flush waits until the socket is writable
  bool waiting_ = false;   // in Shared::waiting
  std::string peer_;
  std::uint16_t local_port_ = 0;
};

}  // namespace mlf::server
