// Games as lists of mjai messages with all tiles known: the form between our journals and the
// formats of others.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/journal.h>
#include <mlf/flow/json.h>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace mlf::tools {

struct GameLog {
  std::vector<Json> messages;
  // Options that the file names, as --set takes them.
  std::vector<std::string> settings;
};

// Plays the game through the flow and keeps its journal. Faults: G01 an event that is impossible or
// pays otherwise, with its number, the hand and the event.
Result<Journal> JournalOfGame(const Flow& flow, const GameLog& log);
// Faults: those of Replay.
Result<GameLog> GameOfJournal(const Flow& flow, const Journal& journal);

// One message a line. Faults: G02 a line that is not a message.
Result<GameLog> ReadMjai(std::string_view text, const std::string& file);
std::string WriteMjai(const GameLog& log);

// Tenhou's XML. Faults: G03 not such a file, or a tag that does not fit.
Result<GameLog> ReadMjlog(std::string_view text, const std::string& file);
// Fault G04: a tile that the format cannot name (two red fives of a suit).
Result<std::string> WriteMjlog(const GameLog& log);

// The JSON of tenhou.net/6. Faults: G05 not such a file, or an entry that does not fit.
Result<GameLog> ReadTenhou6(std::string_view text, const std::string& file);
std::string WriteTenhou6(const GameLog& log);

}  // namespace mlf::tools
