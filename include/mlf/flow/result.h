/// \file
/// Result<T>: a value, or the faults that stood in its way. Bad input from a file or a line is a
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

/// The name of a file, kept once for all the places in it: each value of a variant has its place.
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

/// Where a text came from. Line and column count from 1; 0 = not known.
struct SourcePos {
  FileName file;
  int line = 0;
  int column = 0;

  /// "variant.yaml:12:5", as much of it as is known; empty when nothing is.
  std::string Text() const;
};

/// One fault: a stable code ("L07", "Y03"), where, what is wrong and, where it can be told, what
/// would be right.
struct Fault {
  std::string code;
  SourcePos where;
  std::string message;
  /// What it is about, for code that filters faults: the option, the missing node. Empty where no
  /// code does.
  std::string about{};

  /// "variant.yaml:12:5: Y03: ..." for people.
  std::string Text() const;
};
using Faults = std::vector<Fault>;

/// All faults, one a line, each line ended.
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
