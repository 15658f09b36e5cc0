// The command line of mlf-server.
#pragma once

#include <mlf/flow/result.h>
#include "server/config/config.h"

#include <string>
#include <vector>

namespace mlf::server {

struct Invocation {
  enum class What : std::uint8_t {
    kServe,
    kPrintConfig,
    kHelp,
    kVersion,
    kBackup,
    kCheckUpgrade,
    kRebuildResults,
    kMigrateToCluster,
    kMigrateToFolder,
    kClusterCerts,
  };

  What what = What::kServe;
  ServerConfig config;
  std::string backup_file;         // kBackup
  std::vector<std::string> words;  // kClusterCerts: the folder, then nodes
  std::string help;                // kHelp
};

// `args` excludes the program's name. The command line overrides server.yaml. Faults: S05 for an
// unknown option or command, and those of the settings. Their place is the option or the line of
// the file.
Result<Invocation> ReadCommandLine(std::vector<std::string> args);

}  // namespace mlf::server
