#include "server/sim/disk_vfs.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace mlf::server {

// Of one database file: the holders of locks, and the memory that its connections share.
struct Disk::Locks {
  std::set<const DiskVfs::Handle*> handles;
  std::vector<std::unique_ptr<char[]>> regions;
};

// An open file. SQLite allocates room for a pointer to it.
struct DiskVfs::Handle {
  Disk& disk;
  Disk::FilePtr file;
  std::uint64_t life;
  std::string deletes;  // its name, for a file that is deleted when it is closed
  std::shared_ptr<Disk::Locks> locks{};
  int level = SQLITE_LOCK_NONE;
  unsigned shared = 0;  // locks of the shared memory, a bit each
  unsigned exclusive = 0;

  bool dead() const { return disk.dead_ || life != disk.life_; }
};

namespace {

struct OpenFile {
  sqlite3_file base;
  DiskVfs::Handle* handle;
};

DiskVfs::Handle& HandleOf(sqlite3_file* file) { return *reinterpret_cast<OpenFile*>(file)->handle; }

const sqlite3_io_methods kMethods = {
    .iVersion = 2,
    .xClose = DiskVfs::Close,
    .xRead = DiskVfs::Read,
    .xWrite = DiskVfs::Write,
    .xTruncate = DiskVfs::Truncate,
    .xSync = DiskVfs::Sync,
    .xFileSize = DiskVfs::FileSize,
    .xLock = DiskVfs::Lock,
    .xUnlock = DiskVfs::Unlock,
    .xCheckReservedLock = DiskVfs::CheckReservedLock,
    .xFileControl = [](sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; },
    .xSectorSize = [](sqlite3_file*) { return static_cast<int>(Disk::kSector); },
    // A write touches no byte beside it; that holds for Disk too.
    .xDeviceCharacteristics = [](sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; },
    .xShmMap = DiskVfs::ShmMap,
    .xShmLock = DiskVfs::ShmLock,
    .xShmBarrier = [](sqlite3_file*) {},
    .xShmUnmap = DiskVfs::ShmUnmap,
    .xFetch = nullptr,
    .xUnfetch = nullptr,
};

}  // namespace

std::unique_ptr<sqlite3_vfs> DiskVfs::Register(Disk& disk) {
  auto vfs = std::make_unique<sqlite3_vfs>();
  vfs->iVersion = 2;
  vfs->szOsFile = sizeof(OpenFile);
  vfs->mxPathname = 512;
  vfs->zName = disk.name_.c_str();
  vfs->pAppData = &disk;
  vfs->xOpen = Open;
  vfs->xDelete = Delete;
  vfs->xAccess = Access;
  vfs->xFullPathname = FullPathname;
  vfs->xRandomness = Randomness;
  vfs->xSleep = Sleep;
  vfs->xCurrentTimeInt64 = CurrentTime;
  vfs->xGetLastError = [](sqlite3_vfs*, int, char*) { return 0; };
  sqlite3_vfs_register(vfs.get(), 0);
  return vfs;
}

int DiskVfs::Open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out) {
  Disk& disk = Of(vfs);
  file->pMethods = nullptr;
  if (disk.dead_) return SQLITE_CANTOPEN;
  Disk::FilePtr found;
  if (name == nullptr) {
    found = std::make_shared<Disk::File>();
  } else if (const auto at = disk.files_.find(name); at != disk.files_.end()) {
    found = at->second;
  } else if ((flags & SQLITE_OPEN_CREATE) == 0) {
    return SQLITE_CANTOPEN;
  } else {
    found = disk.files_[name] = std::make_shared<Disk::File>();
  }
  auto* handle =
      new Handle{disk, found, disk.life_,
                 name != nullptr && (flags & SQLITE_OPEN_DELETEONCLOSE) != 0 ? name : ""};
  if ((flags & SQLITE_OPEN_MAIN_DB) != 0) {
    if (!found->locks) found->locks = std::make_shared<Disk::Locks>();
    handle->locks = found->locks;
    handle->locks->handles.insert(handle);
  }
  reinterpret_cast<OpenFile*>(file)->handle = handle;
  file->pMethods = &kMethods;
  if (out != nullptr) *out = flags;
  return SQLITE_OK;
}

int DiskVfs::Delete(sqlite3_vfs* vfs, const char* name, int sync_folder) {
  Disk& disk = Of(vfs);
  if (disk.dead_) return SQLITE_IOERR_DELETE;
  const auto found = disk.files_.find(name);
  if (found == disk.files_.end()) return SQLITE_IOERR_DELETE_NOENT;
  if (sync_folder == 0 && found->second->on_disk) {
    disk.deleted_[name] = *found->second->on_disk;
  } else {
    disk.deleted_.erase(name);
  }
  disk.files_.erase(found);
  return SQLITE_OK;
}

int DiskVfs::Access(sqlite3_vfs* vfs, const char* name, int, int* out) {
  Disk& disk = Of(vfs);
  const auto found = disk.files_.find(name);
  *out =
      found != disk.files_.end() && !(found->second->now.empty() && found->second->since.empty());
  return disk.dead_ ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

int DiskVfs::FullPathname(sqlite3_vfs*, const char* name, int size, char* out) {
  sqlite3_snprintf(size, out, "%s", name);
  return SQLITE_OK;
}

int DiskVfs::Randomness(sqlite3_vfs* vfs, int size, char* out) {
  for (int i = 0; i < size; ++i) out[i] = static_cast<char>(Of(vfs).Random(256));
  return size;
}

int DiskVfs::Sleep(sqlite3_vfs* vfs, int microseconds) {
  Of(vfs).delay_ += microseconds / 1000;
  return microseconds;
}

int DiskVfs::CurrentTime(sqlite3_vfs*, sqlite3_int64* out) {
  *out = sqlite3_int64{2460000} * 86400000;  // a Julian day; no stored value uses it
  return SQLITE_OK;
}

int DiskVfs::Close(sqlite3_file* file) {
  Handle* const handle = &HandleOf(file);
  if (handle->locks) {
    handle->locks->handles.erase(handle);
    // The next connection rebuilds the shared memory.
    if (handle->locks->handles.empty()) handle->locks->regions.clear();
  }
  if (!handle->deletes.empty() && !handle->dead()) handle->disk.files_.erase(handle->deletes);
  delete handle;
  return SQLITE_OK;
}

int DiskVfs::Read(sqlite3_file* file, void* out, int size, sqlite3_int64 at) {
  Handle& handle = HandleOf(file);
  if (handle.dead() || !handle.disk.Take(Disk::Call::kRead)) return SQLITE_IOERR_READ;
  const std::string& now = handle.file->now;
  const auto wanted = static_cast<std::size_t>(size);
  const auto from = std::min(static_cast<std::size_t>(at), now.size());
  const std::size_t got = std::min(wanted, now.size() - from);
  std::memcpy(out, now.data() + from, got);
  std::memset(static_cast<char*>(out) + got, 0, wanted - got);
  return got == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int DiskVfs::Write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
  Handle& handle = HandleOf(file);
  Disk& disk = handle.disk;
  if (handle.dead()) return SQLITE_IOERR_WRITE;
  const bool works = disk.Take(Disk::Call::kWrite);
  if (handle.dead()) return SQLITE_IOERR_WRITE;
  std::string_view rest(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  if (!works) rest = rest.substr(0, disk.Random(rest.size() / Disk::kSector + 1) * Disk::kSector);
  const auto begin = static_cast<std::uint64_t>(at);
  std::string& now = handle.file->now;
  const std::uint64_t end = begin + rest.size();
  if (disk.capacity_ && end > now.size() && disk.used() + (end - now.size()) > *disk.capacity_)
    return SQLITE_FULL;
  if (now.size() < end) now.resize(end);
  std::copy(rest.begin(), rest.end(), now.begin() + at);
  handle.file->since.push_back({begin, std::string(rest), false});
  return works ? SQLITE_OK : SQLITE_IOERR_WRITE;
}

int DiskVfs::Truncate(sqlite3_file* file, sqlite3_int64 size) {
  Handle& handle = HandleOf(file);
  if (handle.dead() || !handle.disk.Take(Disk::Call::kWrite)) return SQLITE_IOERR_TRUNCATE;
  handle.file->now.resize(static_cast<std::size_t>(size));
  handle.file->since.push_back({static_cast<std::uint64_t>(size), {}, true});
  return SQLITE_OK;
}

int DiskVfs::Sync(sqlite3_file* file, int) {
  Handle& handle = HandleOf(file);
  if (handle.dead()) return SQLITE_IOERR_FSYNC;
  if (!handle.disk.Take(Disk::Call::kSync)) {
    if (!handle.dead()) handle.disk.Persist(*handle.file);
    return SQLITE_IOERR_FSYNC;
  }
  // Data lost by an earlier failed sync stays lost: the system takes it for clean.
  std::optional<std::string>& on_disk = handle.file->on_disk;
  if (!on_disk) on_disk.emplace();
  for (const Disk::Write& write : handle.file->since) {
    if (write.truncates) {
      on_disk->resize(write.at);
      continue;
    }
    if (on_disk->size() < write.at + write.bytes.size())
      on_disk->resize(write.at + write.bytes.size());
    std::copy(write.bytes.begin(), write.bytes.end(),
              on_disk->begin() + static_cast<std::ptrdiff_t>(write.at));
  }
  handle.file->since.clear();
  return SQLITE_OK;
}

int DiskVfs::FileSize(sqlite3_file* file, sqlite3_int64* out) {
  const Handle& handle = HandleOf(file);
  if (handle.dead()) return SQLITE_IOERR_FSTAT;
  *out = static_cast<sqlite3_int64>(handle.file->now.size());
  return SQLITE_OK;
}

// The levels are SQLite's. SHARED may be held by many, and RESERVED by one beside them. PENDING
// blocks new holders. EXCLUSIVE has no others.
int DiskVfs::Lock(sqlite3_file* file, int level) {
  Handle& handle = HandleOf(file);
  if (handle.dead()) return SQLITE_IOERR_LOCK;
  if (level <= handle.level || !handle.locks) return SQLITE_OK;
  for (const Handle* other : handle.locks->handles) {
    if (other == &handle) continue;
    if (other->level >= SQLITE_LOCK_PENDING) return SQLITE_BUSY;
    if (level >= SQLITE_LOCK_RESERVED && other->level >= SQLITE_LOCK_RESERVED) return SQLITE_BUSY;
    if (level == SQLITE_LOCK_EXCLUSIVE && other->level >= SQLITE_LOCK_SHARED) {
      handle.level = SQLITE_LOCK_PENDING;
      return SQLITE_BUSY;
    }
  }
  handle.level = level;
  return SQLITE_OK;
}

int DiskVfs::Unlock(sqlite3_file* file, int level) {
  Handle& handle = HandleOf(file);
  handle.level = std::min(handle.level, level);
  return SQLITE_OK;
}

int DiskVfs::CheckReservedLock(sqlite3_file* file, int* out) {
  const Handle& handle = HandleOf(file);
  *out = 0;
  if (handle.locks) {
    for (const Handle* other : handle.locks->handles)
      if (other->level >= SQLITE_LOCK_RESERVED) *out = 1;
  }
  return handle.dead() ? SQLITE_IOERR_CHECKRESERVEDLOCK : SQLITE_OK;
}

int DiskVfs::ShmMap(sqlite3_file* file, int region, int size, int extend, void volatile** out) {
  Handle& handle = HandleOf(file);
  *out = nullptr;
  if (handle.dead() || !handle.locks) return SQLITE_IOERR_SHMMAP;
  auto& regions = handle.locks->regions;
  const auto wanted = static_cast<std::size_t>(region);
  if (wanted >= regions.size() && extend == 0) return SQLITE_OK;
  while (regions.size() <= wanted)
    regions.push_back(std::make_unique<char[]>(static_cast<std::size_t>(size)));
  *out = regions[wanted].get();
  return SQLITE_OK;
}

int DiskVfs::ShmLock(sqlite3_file* file, int first, int count, int flags) {
  Handle& handle = HandleOf(file);
  if (!handle.locks) return SQLITE_IOERR_SHMLOCK;
  const unsigned mask = ((1U << count) - 1U) << first;
  if ((flags & SQLITE_SHM_UNLOCK) != 0) {
    handle.shared &= ~mask;
    handle.exclusive &= ~mask;
    return SQLITE_OK;
  }
  if (handle.dead()) return SQLITE_IOERR_SHMLOCK;
  for (const Handle* other : handle.locks->handles) {
    if (other == &handle) continue;
    if ((other->exclusive & mask) != 0) return SQLITE_BUSY;
    if ((flags & SQLITE_SHM_EXCLUSIVE) != 0 && (other->shared & mask) != 0) return SQLITE_BUSY;
  }
  ((flags & SQLITE_SHM_EXCLUSIVE) != 0 ? handle.exclusive : handle.shared) |= mask;
  return SQLITE_OK;
}

int DiskVfs::ShmUnmap(sqlite3_file* file, int remove) {
  Handle& handle = HandleOf(file);
  handle.shared = handle.exclusive = 0;
  // SQLite calls it when the last connection closes.
  if (remove != 0 && handle.locks) handle.locks->regions.clear();
  return SQLITE_OK;
}

}  // namespace mlf::server
