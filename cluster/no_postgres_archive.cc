// In place of postgres_archive.cc where libpqxx is missing.
#include "cluster/archive.h"

namespace mlf::server {

Result<std::unique_ptr<Archive>> OpenPostgresArchive(const std::string&, Pool&) {
  return Fault{"D12",
               {},
               "this mlf-server was built without libpqxx, so it cannot use an archive in "
               "PostgreSQL; install libpqxx-dev and build it again, or leave --archive out"};
}

}  // namespace mlf::server
