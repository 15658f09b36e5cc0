/// \file
/// The typed form of what a variant names by id: nodes, shared parts, and parts with their
/// parameters. A misspelt name is then a compile error.
///
///   const NodeHandle take = builder.Push<Take>();
///   const auto room = builder.PushPart<HasRoom>("room");
///   const NodeHandle unload = builder.Push<Unload>({.window = WindowSpec{.pass = decline}});
///   builder.PushEdge({.from = unload, .to = take, .player = true, .guards = {room}});
///   builder.PushEdge({.from = take, .to = unload, .guards = {PartSpec<StockLeft>({.least = 2})}});
///
/// Each handle becomes the text of its name, so both forms build the same flow.
///
/// A class with parameters may have a struct of them:
///
///   struct Settings {
///     int least = 1;
///     Value AsValue() const { return Value::Map({{"least", least}}); }
///   };
#pragma once

#include <mlf/flow/value.h>

#include <string>
#include <type_traits>
#include <utility>

namespace mlf {

class FlowBuilder;

namespace detail {

template <typename T>
struct SettingsIn {
  using type = Value;
};
template <typename T>
  requires requires { typename T::Settings; }
struct SettingsIn<T> {
  using type = typename T::Settings;
};

}  // namespace detail

/// The parameters of the class T: T::Settings if it has that struct, otherwise a Value.
template <typename T>
using SettingsOf = typename detail::SettingsIn<T>::type;

/// A node that was pushed into a FlowBuilder. Fields of specs that name a node take it.
class NodeHandle {
 public:
  NodeHandle() = default;  ///< no node

  const std::string& id() const { return id_; }
  operator std::string() const { return id_; }
  /// The parameter of a part that names a node; null for no node.
  Value AsValue() const { return id_.empty() ? Value() : Value(id_); }

 private:
  friend class FlowBuilder;
  explicit NodeHandle(std::string id) : id_(std::move(id)) {}

  std::string id_;
};

/// A shared part of class T that was pushed into a FlowBuilder.
template <typename T>
class PartHandle {
 public:
  PartHandle() = default;  ///< no part

  const std::string& name() const { return name_; }
  Value AsValue() const { return name_.empty() ? Value() : Value(name_); }

 private:
  friend class FlowBuilder;
  explicit PartHandle(std::string name) : name_(std::move(name)) {}

  std::string name_;
};

/// A part of class T, with its parameters, where it is used.
template <typename T>
class PartSpec {
 public:
  explicit PartSpec(SettingsOf<T> settings = {}) : settings_(std::move(settings)) {}

  Value AsValue() const {
    const Value settings(settings_);
    return settings.IsNull() ? Value(T::kInfo.id) : Value::Map({{T::kInfo.id, settings}});
  }

 private:
  SettingsOf<T> settings_;
};

}  // namespace mlf
