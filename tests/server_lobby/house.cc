#include "tests/server_lobby/house.h"

#include <mlf/flow/random.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

namespace mlf::server::test {

Client::Client(House& house, std::string address)
    : house_(&house), address_(std::move(address)), number_(++house.sessions) {
  house.clients.push_back(this);
  house.lobby->Opened(*this);
}

Client::~Client() {
  Disconnect();
  std::erase(house_->clients, this);
}

void Client::Disconnect() {
  if (std::exchange(open_, false)) house_->lobby->Closed(*this);
}

void Client::Bye(std::string_view code) {
  bye = code;
  closed = true;
}

void Client::Post(Json request) {
  if (!open_) return;
  const Incoming incoming = ReadRequest(request);
  if (const Error* error = std::get_if<Error>(&incoming.content)) {
    answers.push_back(AnswerObject(incoming.re, *error));
    return;
  }
  house_->lobby->Handle(
      *this, std::get<Request>(incoming.content), house_->world->clock.Steady(),
      [this, re = incoming.re](Answer answer) { answers.push_back(AnswerObject(re, answer)); });
}

Json Client::Ask(Json request) {
  const std::size_t before = answers.size();
  Post(std::move(request));
  for (int i = 0; i < 10'000 && answers.size() == before; ++i)
    house_->world->Step(house_->world->clock.Steady() + 60'000);
  if (answers.size() == before) {
    ADD_FAILURE() << "no answer";
    return nullptr;
  }
  return answers.back();
}

Json Client::LogIn(const std::string& name) {
  Json answer = Ask({{"t", "login"}, {"name", name}});
  if (answer["t"] == "ok") {
    user = answer["user"]["id"].get<std::string>();
    token = answer["token"].get<std::string>();
  }
  return answer;
}

std::vector<Json> Client::Take(const std::string& type) {
  std::vector<Json> taken;
  std::erase_if(pushes, [&](const Json& push) {
    if (push["t"] != type) return false;
    taken.push_back(push);
    return true;
  });
  return taken;
}

Json Client::Last(const std::string& type) const {
  for (auto push = pushes.rbegin(); push != pushes.rend(); ++push) {
    if ((*push)["t"] == type) return *push;
  }
  return nullptr;
}

void FailingLog::Write(LogLevel level, const LogIds& ids, std::string_view text, const Place&) {
  static constexpr std::array kLevels = {"debug", "info", "warning", "error"};
  if (level >= least && least < LogLevel::kWarning)
    lines.push_back(fmt::format("{} session={} desk={} action={} user={} {}",
                                kLevels[static_cast<std::size_t>(level)], ids.session, ids.desk,
                                ids.action, ids.user, text));
  if (!expected.empty() && text.find(expected) != std::string_view::npos) return;
  if (level >= LogLevel::kWarning) ADD_FAILURE() << ids.desk << ": " << text;
}

House::House(std::uint64_t seed, const std::string& variant_dir, HouseStore* store)
    : world(std::make_unique<SimWorld>(seed, log)),
      shelf(variant_dir),
      journal(world->world(), 2),
      accounts(world->world()),
      seed_(seed),
      store_(store) {
  Begin();
}

House::~House() {
  for (Client* client : clients) client->open_ = false;
}

void House::Begin() {
  const World now{world->clock, world->timers, world->entropy, log, meter};
  const auto kept = store_ != nullptr ? std::optional(store_->Start(now)) : std::nullopt;
  lobby = std::make_unique<Lobby>(
      config, now, kept ? kept->journal : journal, kept ? kept->accounts : accounts, shelf,
      [](std::span<const std::byte> bytes) {
        return HashName({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      });
  if (kept) lobby->UseProfiles(kept->profiles);
  lobby->Recover();
}

std::unique_ptr<Client> House::Connect(std::string address) {
  return std::make_unique<Client>(*this, std::move(address));
}

void House::Restart() {
  for (Client* client : clients) client->open_ = false;
  const Ms now = world->clock.Steady();
  lobby.reset();
  if (store_ != nullptr) store_->Crash();
  auto next = std::make_unique<SimWorld>(++seed_, log);
  next->clock.Set(now + 100);
  journal.Crash();
  journal.Restart(next->world());
  accounts.Crash(next->world());
  world = std::move(next);
  Begin();
}

}  // namespace mlf::server::test
