// Metrics: what the server counts, in the text form of Prometheus.
#pragma once

#include "server/http/tables.h"
#include "server/world/meter.h"

#include <memory>
#include <string>

namespace mlf::server {

class Metrics final : public Meter {
 public:
  Metrics();
  ~Metrics() override;

  void Action(std::string_view variant, std::string_view result) override;
  void JournalSeconds(double seconds) override;
  void Timeout() override;
  void Replayed() override;
  void Resumed() override;
  void Cut(std::string_view why) override;
  void SlowCut() override;

  std::string Text(const Tables::Counts& now);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace mlf::server
