// mlf-server migrate: everything of a server goes from its data folder to a cluster, or back.
#pragma once

#include "server/config/config.h"

#include <iosfwd>

namespace mlf::server {

// To the etcd of `config`, which is empty. Neither the server of the folder nor a node
// runs. It may be interrupted, and run again. Exit status 1: some damaged desks were left out, or
// it failed.
int RunMigrateToCluster(const ServerConfig& config, std::ostream& out, std::ostream& err);
// To the folder of `config`, which has no database yet.
int RunMigrateToFolder(const ServerConfig& config, std::ostream& out, std::ostream& err);

}  // namespace mlf::server
