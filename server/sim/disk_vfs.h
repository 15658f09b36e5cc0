// SQLite's calls to a simulated disk.
#pragma once

#include "server/sim/disk.h"

#include <sqlite3.h>

#include <memory>

namespace mlf::server {

struct DiskVfs {
  static std::unique_ptr<sqlite3_vfs> Register(Disk& disk);

  // The file and memory calls, which need the disk's internals.
  struct Handle;
  static Disk& Of(sqlite3_vfs* vfs) { return *static_cast<Disk*>(vfs->pAppData); }
  static int Open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out);
  static int Delete(sqlite3_vfs* vfs, const char* name, int sync_folder);
  static int Access(sqlite3_vfs* vfs, const char* name, int flags, int* out);
  static int FullPathname(sqlite3_vfs* vfs, const char* name, int size, char* out);
  static int Randomness(sqlite3_vfs* vfs, int size, char* out);
  static int Sleep(sqlite3_vfs* vfs, int microseconds);
  static int CurrentTime(sqlite3_vfs* vfs, sqlite3_int64* out);

  static int Close(sqlite3_file* file);
  static int Read(sqlite3_file* file, void* out, int size, sqlite3_int64 at);
  static int Write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at);
  static int Truncate(sqlite3_file* file, sqlite3_int64 size);
  static int Sync(sqlite3_file* file, int flags);
  static int FileSize(sqlite3_file* file, sqlite3_int64* out);
  static int Lock(sqlite3_file* file, int level);
  static int Unlock(sqlite3_file* file, int level);
  static int CheckReservedLock(sqlite3_file* file, int* out);
  static int ShmMap(sqlite3_file* file, int region, int size, int extend, void volatile** out);
  static int ShmLock(sqlite3_file* file, int first, int count, int flags);
  static int ShmUnmap(sqlite3_file* file, int remove);
};

}  // namespace mlf::server
