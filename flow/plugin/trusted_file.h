// Whether the code of a file may run in this program: only what root or its user could write.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <optional>
#include <string>

namespace mlf {

// Why the file `name` may not be loaded by a program that runs as `user`; nothing: it may.
inline std::optional<std::string> WhyNotTrusted(const std::string& name, const struct stat& file,
                                                uid_t user) {
  if (file.st_uid != 0 && file.st_uid != user)
    return "belongs to another user (" + std::to_string(file.st_uid) +
           "); a plug-in must belong to root or to the user who runs this program";
  if ((file.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return "can be changed by others; run: chmod go-w " + name;
  return std::nullopt;
}

}  // namespace mlf
