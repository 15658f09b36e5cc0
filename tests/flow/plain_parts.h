// Minimal parts for tests of the builder: a system node, a player node, and a guard that sometimes
// holds.
#pragma once

#include <mlf/flow/node.h>

namespace mlf::plain {

class Work final : public ActionNode {
 public:
  static constexpr PartInfo kInfo{"work", 1, "做", "work"};
  int Remaining(const Records&) const override { return 1; }
};

class Say final : public PlayerNode {
 public:
  static constexpr PartInfo kInfo{"say", 1, "说", "say"};
  void Offers(const Records&, Seat, OfferSink& sink) const override { sink.Nothing(); }
};

class Sometimes final : public Guard {
 public:
  static constexpr PartInfo kInfo{"sometimes", 1, "有时", "sometimes"};
  bool Holds(const Records& records, Seat) const override {
    return records.flow().version % 2 == 0;
  }
  const Reason& WhyNot() const override { return kReason; }

 private:
  static constexpr Reason kReason{"not_now", "现在不行", "not now"};
};

}  // namespace mlf::plain
