// A whole server: all its parts, from reading the settings to the shutdown.
#pragma once

#include <mlf/flow/result.h>
#include "server/config/config.h"
#include "server/http/painter.h"
#include "server/serve/shared.h"

#include <iosfwd>
#include <optional>
#include <string>

namespace mlf::server {

// Exit statuses.
inline constexpr int kServed = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadSettings = 2;
inline constexpr int kDataInUse = 3;

// Prints them. `status` if it is given; else that of the first one: a setting or a secret key is
// wrong, the folder is in use, or something cannot be used.
int TellFaults(std::ostream& err, const Faults& faults, std::optional<int> status = std::nullopt);

// Runs until SIGTERM or SIGINT. `out` gets the lines of the listeners and `ready`. `err` gets
// warnings for the operator. `open_shared` joins the cluster, where the settings name one. Returns
// the exit status.
int Serve(const ServerConfig& config, Painter& painter, const OpenShared& open_shared,
          std::ostream& out, std::ostream& err);
// Copies the data of a server, which may be running, into `file`.
int RunBackUp(const ServerConfig& config, const std::string& file, std::ostream& out,
              std::ostream& err);
// Counts what people have played again from the journals of a stopped server. Returns kFailed if
// some cannot be read.
int RunRebuildResults(const ServerConfig& config, std::ostream& out, std::ostream& err);
// Lists matches in play whose rules this program cannot build. Returns kFailed if there are any.
int RunCheckUpgrade(const ServerConfig& config, std::ostream& out, std::ostream& err);

}  // namespace mlf::server
