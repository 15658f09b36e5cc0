/// \file
/// Verbs that set up a position, or try something out on a copy of the records. Unlike those of
/// <mlf/table/board.h> they bring tiles onto the table or take them off it.
#pragma once

#include <mlf/table/board.h>

namespace mlf::table {

/// Takes `n` copies and returns how many of them are red. Where `tile` is a red five, one of them
/// is; otherwise red fives are taken last.
int TakeFromHand(Staging board, Seat seat, Tile tile, int n = 1);
void AddToHand(Staging board, Seat seat, Tile tile, int n = 1);
/// The tile `piece` of the hand is the drawn one.
void NameDrawn(Staging board, Seat seat, Tile piece);
/// Adds tiles to those set aside before the seat.
void AddAside(Staging board, Seat seat, Tile tile, int n = 1);
/// Sets the flowers face up before the seat. Bit i = flower i+1.
void ShowFlowers(Staging board, Seat seat, std::uint8_t flowers);
/// Adds a meld and counts it in melds_made.
void AddMeld(Staging board, Seat seat, Meld meld);
/// Names the tile that was turned up as the indicator.
void NameTurned(Staging board, Tile indicator);
/// Adds a tile to those out of play.
void AddRemoved(Staging board, Tile tile);
/// Takes a tile from the front of the wall, or from its tail.
Tile DrawFront(Staging board);
Tile DrawTail(Staging board);

}  // namespace mlf::table
