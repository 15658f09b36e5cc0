/// \file
/// Result<T>: a value, or the faults that prevented it. Bad input from a file or a line gives a
/// Result, never an exception.
#pragma once

#include <compare>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mlf {

/// A file name, shared by all positions in the file.
class FileName {
 public:
  FileName() = default;
  FileName(const char* name) : FileName(std::string(name)) {}
  FileName(std::string name)
      : name_(name.empty() ? nullptr : std::make_shared<const std::string>(std::move(name))) {}

  std::string_view str() const {
    return name_ == nullptr ? std::string_view() : std::string_view(*name_);
  }

  friend bool operator==(const FileName& a, const FileName& b) { return a.str() == b.str(); }
  friend auto operator<=>(const FileName& a, const FileName& b) { return a.str() <=> b.str(); }

 private:
  std::shared_ptr<const std::string> name_;
};

/// A position in a text. Line and column count from 1; 0 = unknown.
struct SourcePos {
  FileName file;
  int line = 0;
  int column = 0;

  /// "variant.yaml:12:5", with the known parts only.
  std::string Text() const;
};

/// One fault: a stable code ("L07", "Y03"), the position, the error and, if known, the remedy.
struct Fault {
  std::string code;
  SourcePos where{};
  std::string message;  ///< in English
  /// The subject, for code that filters faults: the option, the missing node. May be empty.
  std::string about{};
  /// The message in Chinese, of faults that players make (O01 to O04). Otherwise empty.
  std::string zh{};

  /// "variant.yaml:12:5: Y03: ..."
  std::string Text() const;
};
using Faults = std::vector<Fault>;

/// All faults, one per line.
std::string FaultText(const Faults& faults);

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Faults faults) : state_(std::move(faults)) {}
  Result(Fault fault) : state_(Faults{std::move(fault)}) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  const T& value() const& { return std::get<0>(state_); }
  T& value() & { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }
  const Faults& faults() const { return std::get<1>(state_); }

 private:
  std::variant<T, Faults> state_;
};

}  // namespace mlf
