// ServerConfig: every setting of mlf-server. A setting is one command-line name and one key of
// server.yaml (`_` for `-`).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlf::server {

struct Limits {
  std::int64_t max_message_bytes = 4096;
  std::int64_t messages_per_second = 20;  // a session
  std::int64_t messages_burst = 40;
  std::int64_t failed_logins_per_minute = 5;      // an address
  std::int64_t password_logins_per_minute = 240;  // an address
  std::int64_t user_logins_per_minute = 30;       // by password
  std::int64_t logins_waiting = 1000;             // for their password hash
  std::int64_t new_guests_per_minute = 60;        // an address
  std::int64_t wrong_codes_per_minute = 10;       // an address
  std::int64_t outbound_messages = 256;           // a connection
  std::int64_t outbound_bytes = 262144;
  std::int64_t outbound_bytes_per_address = 16 << 20;
  std::int64_t outbound_bytes_in_all = 256 << 20;
  std::int64_t unread_seconds = 20;   // for a client to read some of what waits for it
  std::int64_t request_seconds = 10;  // for a request, a message or a handshake that has begun
  std::int64_t ping_seconds = 20;
  std::int64_t idle_seconds = 60;
  std::int64_t max_connections = 20000;
  std::int64_t max_desks = 20000;
  std::int64_t desks_per_user = 8;  // where one user has a seat
  bool limit_loopback = false;      // those an address and a user hold for loopback too

  // Whether limits an address and a user hold for connections from there.
  bool HoldFor(const std::string& address) const;
};

struct Table {
  std::int64_t waiting_minutes = 30;  // a desk that never began a match ends after this time
  // A match ends when all its persons have been offline for this time; 0 = never.
  std::int64_t abandoned_minutes = 360;
  std::int64_t unready_seconds = 60;  // for a seat of a quick desk to get ready
  std::int64_t quick_robots_seconds =
      30;                            // then robots take the free seats of a quick desk; 0 = never
  std::int64_t spectator_delay = 4;  // steps
  std::int64_t claim_pause_ms = 500;
  std::int64_t wait_ms = 3000;      // what clients may ask to be waited for, a window
  std::int64_t extra_seconds = 15;  // a seat and match
  std::int64_t vote_seconds = 60;
  bool vote_silence_agrees = false;
  std::int64_t vote_again_seconds = 300;  // after a vote that failed, for its asker
  std::int64_t ready_seconds = 30;        // the window between hands
  bool test_clock = false;                // divides all times that people wait for by 50

  // A time that people wait for, in milliseconds.
  std::int64_t Scaled(std::int64_t ms) const { return test_clock ? ms / 50 : ms; }
};

struct ServerConfig {
  std::string data = "./data";
  std::string http = "127.0.0.1:7080";
  std::string framed = "127.0.0.1:7001";   // or "off"
  std::string echecs = "127.0.0.1:10000";  // or "off"
  std::string metrics = "off";             // or where it listens
  std::string variant_dir;
  std::vector<std::string> plugins;  // files, loaded before anything else
  std::string log_dir;               // empty: the folder `log` of the data folder
  std::string log_level = "info";
  std::string tls_cert, tls_key;
  std::vector<std::string> trusted_proxy;  // CIDR
  std::vector<std::string> origins;        // of pages that may open a WebSocket, beside our own
  std::string admin_token_file, key_file, echecs_key_file;
  bool echecs_chained = false;  // the cipher: one AES object for each connection
  bool echecs_register = false;
  std::string echecs_variant = MLF_ECHECS_VARIANT;    // in the build: the server names no variant
  std::string cluster;                                // "etcd://A,B,C"; empty: this server is alone
  std::string cluster_ca, cluster_cert, cluster_key;  // PEM files: TLS to etcd
  std::string name;                                   // of this node
  std::string
      certs;  // folder with ca.crt, tls.crt, tls.key of this node; empty: plain, on loopback
  std::string advertise = "127.0.0.1:0";  // where other nodes reach it
  std::string roles = "gateway,host";
  std::string archive;                   // "postgres://..." or a folder; empty: in etcd
  std::int64_t cluster_quota_mb = 2048;  // of etcd
  Limits limits;
  Table table;
};

}  // namespace mlf::server
