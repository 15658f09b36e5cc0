// Result<T>: a value, or the faults that stood in its way. Bad input from a file or a line is a Result, never an exception.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mlf {

// Where a text came from. Line and column count from 1; 0 = not known.
struct SourcePos {
  std::string file;
  int line = 0;
  int column = 0;

  // "variant.yaml:12:5", as much of it as is known; empty when nothing is.
  std::string Text() const;
};

// One fault: a stable code ("L07", "Y03"), where, what is wrong and, where it can be told, what would be right.
struct Fault {
  std::string code;
  SourcePos where;
  std::string message;

  // "variant.yaml:12:5: Y03: ..." for people.
  std::string Text() const;
};
using Faults = std::vector<Fault>;

// All faults, one a line, each line ended.
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
