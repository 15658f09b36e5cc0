#include "tools/robots/platform_robot.h"

#include "tools/robots/sight.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mlf::robots {
namespace {

using server::EchecsId;

constexpr int kLogin = static_cast<int>(EchecsId::kUserLogin);
constexpr int kOk = 200;
// Errors that mean a wrong message or user. The others can occur among people.
constexpr std::array<int, 6> kWrong = {1001, 1002, 1003, 1004, 1005, 1006};

int Number(EchecsId id) { return static_cast<int>(id); }

}  // namespace

PlatformRobot::PlatformRobot(House& house, int number, const Encryption& encryption)
    : house_(house),
      config_(*house.config.platform),
      encryption_(encryption),
      user_id_(config_.user_id + number),
      name_(fmt::format("player {}", user_id_)),
      random_(static_cast<std::uint64_t>(number) * 0x9E3779B97F4A7C15u + 7),
      timer_(house.net->sockets->io()) {
  if (!encryption_.key.empty() && !encryption_.chained) cipher_.emplace(encryption_.key);
}

void PlatformRobot::Start() { Connect(); }

void PlatformRobot::Connect() {
  leaving_ = false;
  asked_.clear();
  question_ = nullptr;
  if (!encryption_.key.empty() && encryption_.chained) chain_.emplace(encryption_.key);
  wire_ = std::make_shared<Wire>(house_.net, *this);
  wire_->Connect();
}

void PlatformRobot::Stop() {
  timer_.cancel();
  online_ = false;
  if (wire_ != nullptr) wire_->Drop();
}

void PlatformRobot::OnOpen() {
  online_ = true;
  house_.Trace(name_, "connected", "");
  Send(kLogin);
}

void PlatformRobot::Disconnect() {
  ++house_.tally.counts["disconnect"];
  leaving_ = true;
  wire_->Drop();
  OnClosed(0, "");
}

void PlatformRobot::ReturnLater() {
  returning_ = true;
  timer_.expires_after(std::chrono::milliseconds(house_.config.away.Draw(random_)));
  timer_.async_wait([this](boost::system::error_code error) {
    if (!error && !house_.stopping) Connect();
  });
}

void PlatformRobot::OnClosed(int code, const std::string& why) {
  online_ = false;
  timer_.cancel();
  house_.Trace(name_, "disconnected", fmt::format("{} {}", code, why));
  if (house_.stopping) return;
  if (!leaving_ && code != 4005) Fault(fmt::format("the connection has ended: {} {}", code, why));
  ReturnLater();
}

void PlatformRobot::Next(int came) {
  const auto found = config_.response_seq.find(came);
  if (found == config_.response_seq.end() || found->second.entries.empty()) return;
  const int id = found->second.Draw(random_);
  if (id != PlatformConfig::kStop) SendLater(id);
}

void PlatformRobot::SendLater(int id) {
  timer_.cancel();
  timer_.expires_after(std::chrono::milliseconds(house_.config.think.Draw(random_)));
  timer_.async_wait([this, id](boost::system::error_code error) {
    if (!error && online_) Send(id);
  });
}

// Chooses one of the last offers.
std::optional<Json> PlatformRobot::Act() {
  if (!question_.is_object()) return std::nullopt;
  const Json& info = question_.at("act_info");
  if (info.empty()) return std::nullopt;
  auto offer = info.begin();
  std::advance(offer, static_cast<std::ptrdiff_t>(random_() % info.size()));
  const auto draw = [&](const Json& list) { return list[random_() % list.size()]; };
  Json act{{"act_type", offer.key()}, {"ask", question_.at("ask")}};
  const Json& what = offer.value();
  if (what.contains("take")) {
    Json cards = what.at("card_list");
    std::shuffle(cards.begin(), cards.end(), random_);
    act["card_list"] = Json::array();
    for (std::size_t i = 0; i < what["take"].get<std::size_t>(); ++i)
      act["card_list"].push_back(cards[i]);
  } else if (what.contains("card_list")) {
    act["card_list"] = Json::array({draw(what["card_list"])});
  } else if (what.contains("group_list")) {
    act["card_list"] = draw(what["group_list"]);
  } else if (what.contains("values")) {
    act["value"] = draw(what["values"]);
  } else if (what.contains("low")) {
    act["value"] = what["low"];
  } else if (what.contains("mask")) {
    act["value"] = what["mask"];
  }
  question_ = nullptr;
  return act;
}

void PlatformRobot::Send(int id) {
  if (id == PlatformConfig::kOffline) return Disconnect();
  Json body = Json::object();
  if (id != Number(EchecsId::kHeartBeat)) body["user_id"] = user_id_;
  switch (static_cast<EchecsId>(id)) {
    case EchecsId::kUserLogin: body["passwd"] = config_.password; break;
    case EchecsId::kUserReady: body["ready"] = 1; break;
    case EchecsId::kJoinFriendDesk:
      if (config_.desk_id != 0) {
        body["desk_id"] = config_.desk_id;
      } else {
        // No desk yet: uses a number that need not exist.
        body["desk_id"] = house_.codes.empty() ? std::string("100000")
                                               : house_.codes[random_() % house_.codes.size()];
      }
      break;
    case EchecsId::kJoinMatchDeskByType:
      body["room_type"] = house_.config.variants.Draw(random_);
      break;
    case EchecsId::kDissolveDeskAnswer: body["agree"] = 1; break;
    case EchecsId::kUserSetConfig: body["custom_config"] = Json::object(); break;
    case EchecsId::kUserAct: {
      const auto act = Act();
      if (!act) return;  // nothing is asked
      body.update(*act);
      break;
    }
    default: break;
  }
  ++house_.tally.counts[std::to_string(id)];
  const std::string text = body.dump();
  house_.Trace(name_, fmt::format("out {}", id), text);
  asked_.emplace_back(id, std::chrono::steady_clock::now());
  wire_->Send(server::EchecsMessage({0, id, 0}, Encrypted(text)), true);
}

std::string PlatformRobot::Encrypted(const std::string& text) {
  if (chain_) return chain_->Encrypt(text);
  if (!cipher_) return text;
  server::EchecsCipher::Vector iv{};
  for (std::byte& byte : iv) byte = static_cast<std::byte>(random_());
  return cipher_->Encrypt(text, iv);
}

std::optional<std::string> PlatformRobot::Decrypted(std::string_view bytes) {
  if (chain_)
    return chain_->Decrypt(
        bytes, [](std::string_view text) { return text.starts_with('{') && Json::accept(text); });
  if (!cipher_) return std::string(bytes);
  return cipher_->Decrypt(bytes);
}

void PlatformRobot::OnMessage(std::string_view bytes, bool binary) {
  const auto header = server::ReadEchecsHeader(bytes);
  if (!binary || !header || header->length != static_cast<std::int32_t>(bytes.size()))
    return Fault(fmt::format("a message of {} bytes has no right header", bytes.size()));
  const auto text = Decrypted(bytes.substr(server::EchecsHeader::kBytes));
  if (!text) return Fault("a message cannot be decrypted");
  house_.Trace(name_, fmt::format("in {}", header->id), *text);
  const Json body = Json::parse(*text, nullptr, false);
  if (!body.is_object()) return Fault("no JSON object: " + text->substr(0, 200));
  try {
    const bool answer = !asked_.empty() && asked_.front().first == header->id &&
                        (body.contains("code") || header->id == Number(EchecsId::kHeartBeat));
    if (answer) {
      const auto [id, at] = asked_.front();
      asked_.pop_front();
      const auto took = std::chrono::steady_clock::now() - at;
      house_.tally.latencies[std::to_string(id)].Add(static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::microseconds>(took).count()));
      const bool refused = body.value("code", kOk) != kOk;
      OnAnswer(id, body);
      // `busy` where the queue of logins is full, or `rate_limited`: it tries again.
      if (id == kLogin && refused) return SendLater(kLogin);
      if (id == kLogin && std::exchange(returning_, false))
        return SendLater(Number(EchecsId::kUserReconnect));
      // Its desk has ended meanwhile, so it goes on as after a login.
      if (id == Number(EchecsId::kUserReconnect) && refused) return Next(kLogin);
    } else if (body.contains("code") && header->id != Number(EchecsId::kUserReconnect)) {
      Fault(fmt::format("an answer {} that nothing asked for: {}", header->id, body.dump()));
    } else {
      OnPush(header->id, body);
    }
  } catch (const Json::exception& wrong) {
    Fault(fmt::format("{} is not as it should be ({}): {}", header->id, wrong.what(),
                      body.dump().substr(0, 300)));
  }
  Next(header->id);
}

void PlatformRobot::OnAnswer(int id, const Json& body) {
  const int code = body.value("code", kOk);
  if (code != kOk) {
    ++house_.tally.refused[fmt::format("{} {}", id, code)];
    if (std::ranges::find(kWrong, code) != kWrong.end())
      Fault(fmt::format("{} is refused: {}", id, body.dump()));
    return;
  }
  if (id == Number(EchecsId::kUserAct)) ++house_.tally.acts;
  if (!body.contains("info") || !body["info"].is_object()) return;
  const Json& info = body["info"];
  if (id == Number(EchecsId::kCreateFriendDesk)) {
    const Json& code_of = info.at("desk_id");
    house_.codes.push_back(code_of.is_string() ? code_of.get<std::string>() : code_of.dump());
  }
  if (info.contains("seat_id")) OnInfo(info);
  if (info.contains("game_data")) OnScene(info["game_data"]);
}

void PlatformRobot::OnInfo(const Json& info) {
  seat_ = info["seat_id"].get<int>();
  if (info.contains("room_type") && info["room_type"].is_string())
    ready_sees_ = ReadySeesHands(house_.variants, info["room_type"].get<std::string>(),
                                 info.value("custom_config", Json::object()));
}

// The table after coming back.
void PlatformRobot::OnScene(const Json& game) {
  static const Json kNone = Json::array();
  const Json& players = game.contains("player_info") ? game["player_info"] : kNone;
  for (const Json& player : players) {
    if (player.at("seat_id") == seat_) ready_ = player.value("is_ting", 0) == 1;
  }
  for (const Json& player : players) {
    if (seat_ < 0 || player.at("seat_id") == seat_ || !player.contains("hand_card")) continue;
    CheckHidden(player["hand_card"], player);
  }
  if (game.contains("wait_task") && game["wait_task"].contains("act_info"))
    question_ = game["wait_task"];
}

void PlatformRobot::CheckHidden(const Json& cards, const Json& body) {
  if (SeesOthers()) return;
  const bool hidden = std::ranges::all_of(cards, [](const Json& card) { return card == 0; });
  house_.tally.Check("cards of others are hidden", name_, hidden, true, body.dump());
}

void PlatformRobot::OnPush(int id, const Json& body) {
  switch (static_cast<EchecsId>(id)) {
    case EchecsId::kPushCallCard: question_ = body; break;
    case EchecsId::kPushPlayerCallCardRes:
      if (body.value("act_type", "") == "ting" && body.value("seat_id", -1) == seat_) ready_ = true;
      break;
    case EchecsId::kPushDealCard:
    case EchecsId::kPushDrawCard:
      ++house_.tally.steps;
      if (id == Number(EchecsId::kPushDealCard)) ready_ = false;  // a new hand
      if (body.at("seat_id").get<int>() != seat_ && seat_ >= 0)
        CheckHidden(body.at("card_list"), body);
      break;
    case EchecsId::kPushGameSettle: ++house_.tally.hands; break;
    case EchecsId::kPushGameOver:
      if (body.value("match_over", 0) == 1) ++house_.tally.matches;
      break;
    default: break;
  }
}

}  // namespace mlf::robots
