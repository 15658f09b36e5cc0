/// \file
/// GameRegistry: a registry with the variants and pieces that come with its parts. Plug-ins
/// (plugin.h) add to the one of the program, and an own game fills its own.
#pragma once

#include <mlf/flow/registry.h>
#include <mlf/flow/response.h>

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mlf {

/// A variant as text. READMEs may be empty.
struct VariantFiles {
  std::string id;
  std::string yaml;
  std::string readme{};     ///< README.md
  std::string readme_zh{};  ///< README.zh-CN.md
};

/// A copy is independent.
class GameRegistry : public Registry {
 public:
  /// Adds a variant. Throws std::invalid_argument if the id exists.
  void AddVariant(VariantFiles variant);
  const std::vector<VariantFiles>& variants() const { return variants_; }
  /// Null if there is none.
  const VariantFiles* FindVariant(std::string_view id) const;
  /// Adds the text form of a game's pieces, which variants name by `pieces:`. `text` has static
  /// storage. Throws std::invalid_argument if the id exists.
  void AddPieces(std::string_view id, const PieceText& text);
  /// Null if there is none.
  const PieceText* FindPieces(std::string_view id) const;
  std::vector<std::string> PieceIds() const;
  /// Adds the kinds of events of a plug-in; EventTypes() has those of the program.
  void AddEventTypes(std::span<const EventType* const> types);
  const std::vector<const EventType*>& event_types() const { return event_types_; }
  /// Throws std::invalid_argument if two kinds of events, of the program or added, have one id.
  void CheckEventIds() const;

 private:
  std::vector<const EventType*> event_types_;
  std::vector<VariantFiles> variants_;
  std::map<std::string, const PieceText*, std::less<>> pieces_;
};

/// Adds the parts of RegisterAll and the variants of this project.
void RegisterAllGames(GameRegistry& registry);
/// The registry in use; AllParts() returns the same. At first it is filled by RegisterAllGames,
/// then plug-ins add to it, or UseGames replaces it. Thread-safe.
const GameRegistry& AllGames();
/// Makes a copy of `games` the registry in use. References that AllGames and AllParts returned
/// before stay valid and unchanged, so flows and variants built from them do too. Throws
/// std::invalid_argument if two kinds of events of the program have one id. Thread-safe.
void UseGames(const GameRegistry& games);

}  // namespace mlf
