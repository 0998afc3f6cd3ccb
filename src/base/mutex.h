// Locks that clang's thread-safety analysis understands, unlike those of the standard library.
// Annotations state the data that a lock guards and the functions that need it held.
// tools/dev/check_alone.sh checks them.
#pragma once

#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define KOORD_LOCKS(x) __attribute__((x))
#else
#define KOORD_LOCKS(x)
#endif

#define KOORD_GUARDED_BY(lock) KOORD_LOCKS(guarded_by(lock))
// On a function: the caller holds the lock exclusively, or shares it.
#define KOORD_REQUIRES(lock) KOORD_LOCKS(requires_capability(lock))
#define KOORD_REQUIRES_SHARED(lock) KOORD_LOCKS(requires_shared_capability(lock))
// On a function that takes the lock itself: the caller must not hold it.
#define KOORD_EXCLUDES(lock) KOORD_LOCKS(locks_excluded(lock))

namespace koord {

class KOORD_LOCKS(capability("mutex")) Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex &) = delete;
  Mutex &operator=(const Mutex &) = delete;
  void lock() KOORD_LOCKS(acquire_capability()) { mutex_.lock(); }
  void unlock() KOORD_LOCKS(release_capability()) { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

// A lock for many readers or one writer.
class KOORD_LOCKS(capability("mutex")) SharedMutex {
 public:
  SharedMutex() = default;
  SharedMutex(const SharedMutex &) = delete;
  SharedMutex &operator=(const SharedMutex &) = delete;
  void lock() KOORD_LOCKS(acquire_capability()) { mutex_.lock(); }
  void unlock() KOORD_LOCKS(release_capability()) { mutex_.unlock(); }
  void lock_shared() KOORD_LOCKS(acquire_shared_capability()) { mutex_.lock_shared(); }
  void unlock_shared() KOORD_LOCKS(release_shared_capability()) { mutex_.unlock_shared(); }

 private:
  std::shared_mutex mutex_;
};

class KOORD_LOCKS(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex &mutex) KOORD_LOCKS(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~Lock() KOORD_LOCKS(release_capability()) { mutex_.unlock(); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;

 private:
  Mutex &mutex_;
};

class KOORD_LOCKS(scoped_lockable) WriteLock {
 public:
  explicit WriteLock(SharedMutex &mutex) KOORD_LOCKS(acquire_capability(mutex)) : mutex_(mutex) {
    mutex_.lock();
  }
  ~WriteLock() KOORD_LOCKS(release_capability()) { mutex_.unlock(); }
  WriteLock(const WriteLock &) = delete;
  WriteLock &operator=(const WriteLock &) = delete;

 private:
  SharedMutex &mutex_;
};

class KOORD_LOCKS(scoped_lockable) ReadLock {
 public:
  explicit ReadLock(SharedMutex &mutex) KOORD_LOCKS(acquire_shared_capability(mutex))
      : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReadLock() KOORD_LOCKS(release_capability()) { mutex_.unlock_shared(); }
  ReadLock(const ReadLock &) = delete;
  ReadLock &operator=(const ReadLock &) = delete;

 private:
  SharedMutex &mutex_;
};

}  // namespace koord
