// Whether a file may decide what code this program runs: only if nobody but root and its user can
// write the file.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <optional>
#include <string>

namespace mlf {

// Why a program that runs as `user` may not trust the file `name`; nothing: it may.
inline std::optional<std::string> WhyNotTrusted(const std::string& name, const struct stat& file,
                                                uid_t user) {
  if (file.st_uid != 0 && file.st_uid != user)
    return "belongs to another user (" + std::to_string(file.st_uid) +
           "); it must belong to root or to the user who runs this program";
  if ((file.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return "can be changed by others; run: chmod go-w " + name;
  return std::nullopt;
}

}  // namespace mlf
