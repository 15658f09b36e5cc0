#include "server/gateway/echecs_driver.h"

#include "server/gateway/echecs_desk.h"
#include "server/gateway/echecs_rooms.h"
#include "server/protocol/echecs_cipher.h"
#include "server/protocol/echecs_wire.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <utility>

namespace mlf::server {

namespace {

constexpr std::size_t kCodeDigits = 6;
constexpr const char* kDeclaration = "ting";

Error Missing(const char* field, const char* zh, const char* en) {
  return BadMessage(field, std::string("字段 ") + field + " 应为" + zh,
                    std::string("the field ") + field + " must be " + en);
}

// 0, 1, false or true.
std::optional<bool> Switch(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value == 0 || value == 1) return value == 1;
  return std::nullopt;
}

// The six digits of a desk id, which clients write as a number.
std::optional<std::string> CodeOf(const Json& desk_id) {
  std::optional<std::string> digits = NameOfUserId(desk_id);
  if (digits && digits->size() < kCodeDigits) digits->insert(0, kCodeDigits - digits->size(), '0');
  return digits;
}

class EchecsDriver final : public Driver {
 public:
  EchecsDriver(const EchecsSettings& settings, Entropy& entropy)
      : settings_(settings), rooms_(settings.variant, settings.describe), entropy_(entropy) {
    if (settings.key.empty()) return;
    if (settings.chained)
      chain_.emplace(settings.key);
    else
      cipher_.emplace(settings.key);
  }

  Inbound Read(std::string_view bytes, bool binary) override {
    const std::optional<EchecsHeader> header = ReadEchecsHeader(bytes);
    if (!binary || !header) return {.bye = "protocol"};
    pending_ = {.id = header->id, .version = header->version};
    auto message = ReadBody(*header, bytes.substr(EchecsHeader::kBytes));
    if (const Error* error = std::get_if<Error>(&message))
      return {.replies = {Written(EchecsError(*error))}, .bad = true};
    const Json& body = std::get<Json>(message);
    const auto id = static_cast<EchecsId>(header->id);
    if (id == EchecsId::kHeartBeat) return {.replies = {Written(EchecsOk(Json::object()))}};
    auto request = RequestOf(id, body);
    if (const Error* error = std::get_if<Error>(&request))
      return {.replies = {Written(EchecsError(*error))}, .bad = error->code == "bad_message"};
    if (Json* known = std::get_if<Json>(&request))
      return {.replies = {Written(EchecsOk(std::move(*known)))}};
    return {.request = std::get<Request>(std::move(request))};
  }

  Outbound Answer(const mlf::server::Answer& answer) override {
    if (std::exchange(pending_.reveals, false)) return Revealed(answer);
    if (const Error* error = std::get_if<Error>(&answer)) {
      if (std::exchange(pending_.registers, false) && error->code == "name_taken") {
        pending_.login.register_.reset();
        return {.request = pending_.login};
      }
      return {.messages = {Written(Refused(*error))}};
    }
    const Json& ok = std::get<Json>(answer);
    Outbound outbound{.messages = {Written(EchecsOk(Accepted(ok)))}};
    if (static_cast<EchecsId>(pending_.id) == EchecsId::kUserAct) {
      for (const EchecsBody& body : desk_.AskAgain(ok))
        outbound.messages.push_back(Written(body.id, body.body));
    }
    // Who has declared ready may see the hands of others. Our clients ask for the table.
    if (pending_.declares) {
      pending_.reveals = true;
      request::Sync sync;
      sync.desk = desk_.id();
      outbound.request = std::move(sync);
    }
    return outbound;
  }

  std::string Refuse(const Error& error) override { return Written(EchecsError(error)); }

  void Push(const Message& message, const Writer& write) override {
    if (const auto* bye = std::get_if<push::Bye>(&message.push());
        bye != nullptr && bye->code == "other_login")
      write(Written(EchecsId::kPushUserOtherLogin, {{"user_id", user_id_}}));
    for (const EchecsBody& body : desk_.Read(message.push())) write(Written(body.id, body.body));
  }

  // Before play a desk of strangers waits for nobody who is gone.
  std::optional<Request> Gone() override {
    if (!desk_.quick() || !desk_.waits()) return std::nullopt;
    request::Leave leave;
    leave.desk = desk_.id();
    leave.offline = true;
    return leave;
  }

  bool binary() const override { return true; }

 private:
  // What the next answer belongs to.
  struct Pending {
    std::int32_t id = 0, version = 0;
    request::Login login{};  // 100002
    Json user_id{};
    bool registers = false;
    Json echo{};            // repeated in the answer
    std::string rooms{};    // 100106: the variant
    bool declares = false;  // 100140: the act declares ready
    bool reveals = false;   // the next answer has the hands that the user may see now
  };
  // A request for the lobby; or the answer, where the driver knows it.
  using Wanted = std::variant<Request, Error, Json>;

  std::string Written(const Json& body) {
    const std::string text = body.dump(-1, ' ', false, Json::error_handler_t::replace);
    const EchecsHeader header{.id = pending_.id, .version = pending_.version};
    if (chain_) return EchecsMessage(header, chain_->Encrypt(text));
    if (!cipher_) return EchecsMessage(header, text);
    EchecsCipher::Vector iv;
    entropy_.Fill(iv);
    return EchecsMessage(header, cipher_->Encrypt(text, iv));
  }
  std::string Written(EchecsId id, const Json& body) {
    const std::int32_t pending = std::exchange(pending_.id, static_cast<std::int32_t>(id));
    std::string bytes = Written(body);
    pending_.id = pending;
    return bytes;
  }

  // The text of a body. Nothing if it cannot be decrypted.
  std::optional<std::string> TextOf(std::string_view body) {
    const auto is_object = [](std::string_view text) {
      return text.starts_with('{') && ParseJson(text).ok();
    };
    if (chain_) return chain_->Decrypt(body, is_object);
    if (!cipher_) return std::string(body);
    std::optional<std::string> text = cipher_->Decrypt(body);
    // Another key gives a right padding by chance.
    const bool garbage = text && !text->empty() && text->front() != '{' && text->front() != '[';
    return garbage ? std::nullopt : text;
  }

  std::variant<Json, Error> ReadBody(const EchecsHeader& header, std::string_view body) {
    if (static_cast<std::size_t>(header.length) != EchecsHeader::kBytes + body.size())
      return BadMessage("length", "长度与消息不符", "the length is not that of the message");
    if (header.version != 0 && header.version != 1)
      return BadMessage("version", "版本应为 0 或 1", "the version must be 0 or 1");
    if (body.empty()) return Json::object();
    const std::optional<std::string> text = TextOf(body);
    if (!text)
      return MakeError("not_decrypted", "not_decrypted",
                       "消息体解不开：没有加密，或密钥、加密方式与服务器不同",
                       "the body cannot be decrypted: it is not encrypted, or with another key or "
                       "cipher than this listener's");
    if (text->empty()) return Json::object();
    Result<Json> json = ParseJson(*text);
    if (!json || !json->is_object()) return MakeError("bad_json");
    return *std::move(json);
  }

  // The request of a message, read as in the JSON form.
  Wanted RequestOf(EchecsId id, const Json& body) {
    if (id == EchecsId::kUserLogin) return LoginOf(body);
    if (!Served(id)) {
      const std::string number = std::to_string(static_cast<std::int32_t>(id));
      return MakeError("unknown_command", "unknown_command", "没有消息 " + number,
                       "there is no message " + number);
    }
    if (name_.empty()) return MakeError("not_logged_in");
    if (NameOfUserId(Field(body, "user_id")) != name_)
      return MakeError("other_user", "other_user", "user_id 不是登录的用户",
                       "user_id is not the user of this connection");
    if (std::optional<Json> known = AnswerOf(id, body)) return *std::move(known);
    auto object = ObjectOf(id, body);
    if (Error* error = std::get_if<Error>(&object)) return std::move(*error);
    auto request = ReadRequest(std::get<Json>(object)).content;
    if (Error* error = std::get_if<Error>(&request)) return std::move(*error);
    return std::get<Request>(std::move(request));
  }

  // The answer to a request that changes nothing and asks for what the driver has.
  std::optional<Json> AnswerOf(EchecsId id, const Json& body) {
    switch (id) {
      // A client that was started anew asks for the desk where its user sits.
      case EchecsId::kCreateFriendDesk:
        if (desk_.waits() && !desk_.quick() && desk_.own()) return desk_.Info();
        return std::nullopt;
      case EchecsId::kJoinMatchDesk:
        if (desk_.waits() && desk_.quick()) return desk_.Info();
        return std::nullopt;
      case EchecsId::kJoinMatchDeskByType: {
        if (!desk_.waits() || !desk_.quick()) return std::nullopt;
        const auto room = RoomOf(body);
        if (!room || room->variant != desk_.variant() ||
            !rooms_.Plays(*room, Field(body, "custom_config"), desk_.options()))
          return std::nullopt;
        return desk_.Info();
      }
      case EchecsId::kUserReconnect:
        if (desk_.seated() && desk_.match() == 0) return desk_.Scene(nullptr);
        return std::nullopt;
      // It has not said yet that it is ready for the next hand.
      case EchecsId::kUserReady:
        if (desk_.between_hands() && ready_for_ != desk_.ask() &&
            Switch(Field(body, "ready")) == false)
          return Json{{"ready", 0}};
        return std::nullopt;
      default: return std::nullopt;
    }
  }

  static bool Served(EchecsId id) {
    switch (id) {
      case EchecsId::kUserReconnect:
      case EchecsId::kUserReady:
      case EchecsId::kCreateFriendDesk:
      case EchecsId::kJoinFriendDesk:
      case EchecsId::kUserExitDesk:
      case EchecsId::kJoinMatchDesk:
      case EchecsId::kJoinMatchDeskByType:
      case EchecsId::kDissolveFriendDesk:
      case EchecsId::kDissolveDeskAnswer:
      case EchecsId::kDissolveMatchDesk:
      case EchecsId::kUserSetConfig:
      case EchecsId::kUserAct:
      case EchecsId::kUserHint:
      case EchecsId::kMatchRooms: return true;
      default: return false;
    }
  }

  static const Json& Field(const Json& body, const char* name) {
    static const Json none;
    const auto found = body.find(name);
    return found == body.end() ? none : *found;
  }

  Wanted LoginOf(const Json& body) {
    const std::optional<std::string> name = NameOfUserId(Field(body, "user_id"));
    if (!name || name->empty()) return Missing("user_id", "数或文本", "a number or a text");
    if (!Field(body, "passwd").is_string()) return Missing("passwd", "文本", "a text");
    pending_.user_id = Field(body, "user_id");
    pending_.login.name = name;
    pending_.login.password = Field(body, "passwd").get<std::string>();
    pending_.login.any_password = true;
    // Asking for the account first costs no failed login.
    pending_.registers = settings_.register_users;
    if (pending_.registers) pending_.login.register_ = true;
    return Request(pending_.login);
  }

  std::variant<Json, Error> ObjectOf(EchecsId id, const Json& body) {
    const auto about_desk = [&](const char* type) {
      return Json{{"t", type}, {"desk", desk_.id()}};
    };
    const auto with_options = [&](Json object) {
      if (!Field(body, "custom_config").is_null()) object["options"] = Field(body, "custom_config");
      return object;
    };
    if (id == EchecsId::kMatchRooms) return RoomsWanted(body);
    const bool enters = id == EchecsId::kCreateFriendDesk || id == EchecsId::kJoinFriendDesk ||
                        id == EchecsId::kJoinMatchDesk || id == EchecsId::kJoinMatchDeskByType;
    if (enters && id != EchecsId::kJoinFriendDesk && desk_.seated())
      return MakeError("in_other_desk", "in_other_desk",
                       "您已在一张桌子上，100010 取现场，100103 离开",
                       "you sit at a desk already: 100010 shows it, 100103 leaves it");
    if (!enters && !desk_.seated()) return MakeError("not_seated");
    switch (id) {
      case EchecsId::kUserReconnect: return about_desk("sync");
      case EchecsId::kUserReady: {
        const std::optional<bool> ready = Switch(Field(body, "ready"));
        if (!ready) return Missing("ready", " 0 或 1", "0 or 1");
        pending_.echo = Json{{"ready", *ready ? 1 : 0}};
        if (desk_.between_hands() && !*ready)
          return MakeError("already_answered", "already_answered", "已准备下一局，不能取消",
                           "ready for the next hand cannot be taken back");
        if (desk_.between_hands()) return NextHand();
        Json object = about_desk("ready");
        object["ready"] = *ready;
        return object;
      }
      case EchecsId::kCreateFriendDesk: {
        const auto room = RoomOf(body);
        if (!room) return NoRoom();
        Json object{{"t", "create"}, {"variant", room->variant}, {"private", true}};
        if (!room->preset.empty()) object["preset"] = room->preset;
        return with_options(std::move(object));
      }
      case EchecsId::kJoinFriendDesk: {
        const std::optional<std::string> code = CodeOf(Field(body, "desk_id"));
        if (!code) return Missing("desk_id", "桌号", "the number of a desk");
        if (desk_.seated() && desk_.code() != *code)
          return MakeError("in_other_desk", "in_other_desk", "您已在另一张桌子上",
                           "you sit at another desk");
        return Json{{"t", "join"}, {"code", *code}};
      }
      case EchecsId::kJoinMatchDesk: return Json{{"t", "quick"}, {"variant", settings_.variant}};
      case EchecsId::kJoinMatchDeskByType: {
        if (Field(body, "room_type").is_null() && Field(body, "preset").is_null())
          return Missing("room_type", "匹配场的编号、预设或玩法",
                         "the number of a room, a preset or a variant");
        const auto room = RoomOf(body);
        if (!room) return NoRoom();
        Json object{{"t", "quick"}, {"variant", room->variant}};
        if (!room->preset.empty()) object["preset"] = room->preset;
        return with_options(std::move(object));
      }
      case EchecsId::kUserExitDesk: return about_desk("leave");
      case EchecsId::kDissolveFriendDesk:
      case EchecsId::kDissolveMatchDesk: return about_desk("dissolve");
      case EchecsId::kDissolveDeskAnswer: {
        const std::optional<bool> agree = Switch(Field(body, "agree"));
        if (!agree) return Missing("agree", " 0 或 1", "0 or 1");
        Json object = about_desk("vote");
        object["agree"] = *agree;
        return object;
      }
      case EchecsId::kUserSetConfig: {
        if (Field(body, "custom_config").is_null())
          return Missing("custom_config", "选项", "an object of options");
        return with_options(about_desk("config"));
      }
      case EchecsId::kUserAct: return ActOf(body);
      case EchecsId::kUserHint: return about_desk("hint");
      default: return MakeError("internal");
    }
  }

  // ---- rooms ----

  static Error NoRoom() {
    return BadMessage("room_type", "没有这个匹配场", "there is no such room");
  }

  // Nothing if the message names no room. `preset` names one of its variant.
  std::optional<EchecsRoom> RoomOf(const Json& body) const {
    std::optional<EchecsRoom> room = rooms_.Find(Field(body, "room_type"));
    const Json& preset = Field(body, "preset");
    if (!room || preset.is_null()) return room;
    if (!preset.is_string()) return std::nullopt;
    room->preset = preset.get<std::string>();
    room->own = Json::object();
    for (EchecsRoom& known : rooms_.Of(room->variant)) {
      if (known.preset == room->preset) return std::move(known);
    }
    return room;
  }

  std::variant<Json, Error> RoomsWanted(const Json& body) {
    const auto room = rooms_.Find(Field(body, "room_type"));
    if (!room) return NoRoom();
    if (rooms_.Of(room->variant).empty()) return MakeError("bad_variant");
    pending_.rooms = room->variant;
    return Json{{"t", "desks"}, {"variant", room->variant}};
  }

  // ---- acts ----

  // `ready` between two hands is the answer to the game's own question.
  Json NextHand() const {
    const Json& offered = desk_.act_info();
    return Json{{"t", "act"},
                {"desk", desk_.id()},
                {"match", desk_.match()},
                {"id", "echecs-" + std::to_string(desk_.ask())},
                {"ask", desk_.ask()},
                {"node", offered.empty() ? "ready" : offered.begin().key()}};
  }

  std::variant<Json, Error> ActOf(const Json& body) {
    const std::optional<std::string> node = NodeOfActType(Field(body, "act_type"));
    if (node == "waite_answer") {
      const Json& ms = Field(body, "value");
      return Json{
          {"t", "wait"}, {"desk", desk_.id()}, {"ms", ms.is_null() ? Json(kLongestWaitMs) : ms}};
    }
    // After a match its last act may be repeated, because its answer was lost: 0 is the newest
    // match.
    const Json& ask = Field(body, "ask");
    if (ask.is_null() && desk_.ask() == 0 && desk_.match() != 0)
      return MakeError("not_asked", "not_asked", "现在没有询问您", "you are not asked now");
    Json object{{"t", "act"},
                {"desk", desk_.id()},
                {"match", desk_.match()},
                {"ask", ask.is_null() ? Json(desk_.ask()) : ask}};
    // A repeated answer to one question is the same action.
    object["id"] = Field(body, "act_id").is_null() ? Json("echecs-" + object["ask"].dump())
                                                   : Field(body, "act_id");
    if (!node) return Missing("act_type", "动作名或其编号", "the name of an action, or its number");
    object["node"] = *node;
    pending_.declares = *node == kDeclaration;
    if (const Json& cards = Field(body, "card_list"); !cards.is_null()) {
      const std::optional<Json> words = WordsOfCards(cards);
      if (!words) return Missing("card_list", "牌值的列表", "a list of tile codes");
      if (!words->empty()) object["pieces"] = *words;
    }
    if (const Json& value = Field(body, "value"); !value.is_null()) object["value"] = value;
    return object;
  }

  // ---- answers ----

  Json Refused(const Error& error) {
    const auto id = static_cast<EchecsId>(pending_.id);
    // The match has ended meanwhile. This is no error of the client.
    if (id == EchecsId::kUserReconnect && error.code == "not_playing")
      return EchecsOk(desk_.Scene(nullptr));
    if (id == EchecsId::kUserAct && error.reason.value("id", "") == kMissingPieces) {
      Error named = error;
      named.reason["zh"] = "缺少 card_list：这个动作须给出牌";
      return EchecsError(named);
    }
    // The desk has ended meanwhile.
    if (id != EchecsId::kJoinFriendDesk && (error.code == "no_desk" || error.code == "not_seated"))
      desk_.Leave();
    return EchecsError(error);
  }

  Json Accepted(const Json& ok) {
    switch (static_cast<EchecsId>(pending_.id)) {
      case EchecsId::kUserLogin: {
        name_ = *pending_.login.name;
        user_id_ = pending_.user_id;
        const std::string user = ok["user"]["id"].get<std::string>();
        desk_ = EchecsDesk(user);
        pending_.login = {};  // forgets the password
        return {{"user_id", user_id_},
                {"nick", name_},
                {"desks", ok["desks"]},
                {"reconnect", ok["desks"].empty() ? 0 : 1}};
      }
      case EchecsId::kUserReconnect: return desk_.Scene(ok);
      case EchecsId::kUserReady:
        if (desk_.match() == 0) desk_.SetReady(pending_.echo["ready"] == 1);
        if (desk_.between_hands()) ready_for_ = desk_.ask();
        return pending_.echo;
      case EchecsId::kCreateFriendDesk:
      case EchecsId::kJoinFriendDesk:
      case EchecsId::kJoinMatchDesk:
      case EchecsId::kJoinMatchDeskByType: desk_.Enter(ok["desk"]); return desk_.Info();
      case EchecsId::kUserExitDesk: desk_.Leave(); return Json::object();
      case EchecsId::kUserAct: {
        if (desk_.between_hands() && ok.contains("mine")) ready_for_ = desk_.ask();
        // The next question follows as a message of its own.
        Json info = ok;
        for (const char* key : {"choices", "ask", "deadline_ms", "extra_ms", "defaults"})
          info.erase(key);
        return info;
      }
      case EchecsId::kUserHint: return Hints(ok);
      case EchecsId::kMatchRooms:
        return {{"room_list", rooms_.Listed(pending_.rooms, ok["desks"])}};
      default: return Json::object();
    }
  }

  static Json Hints(const Json& ok) {
    Json list = Json::array();
    for (const Json& discard : ok["discards"]) {
      Json waits = Json::array();
      for (const Json& wait : discard["waits"]) {
        Json one{{"card", EchecsCard(wait["piece"])}, {"left_num", wait["left"]}};
        if (wait.contains("value")) one["point"] = wait["value"];
        waits.push_back(std::move(one));
      }
      list.push_back(Json{{"card", EchecsCard(discard["piece"])},
                          {"distance", discard["distance"]},
                          {"wait_list", std::move(waits)}});
    }
    return {{"hint_list", std::move(list)}};
  }

  // The hands that a user who has declared ready may see now.
  Outbound Revealed(const mlf::server::Answer& answer) {
    const Json* const table = std::get_if<Json>(&answer);
    if (table == nullptr || !table->contains("view")) return {};
    Json hands = desk_.HandsShown((*table)["view"]);
    if (hands.is_null()) return {};
    return {.messages = {Written(EchecsId::kPushOtherPlayerCallCard,
                                 {{"act_type", kDeclaration},
                                  {"seat_id", (*table)["seat"]},
                                  {"all_hand_cards", std::move(hands)}})}};
  }

  EchecsSettings settings_;
  EchecsRooms rooms_;
  Entropy& entropy_;
  std::optional<EchecsCipher> cipher_;
  std::optional<EchecsChain> chain_;
  std::string name_;  // of the user, empty before the login
  Json user_id_;      // as the client wrote it
  EchecsDesk desk_;
  std::int64_t ready_for_ = -1;  // the question between hands that the user has answered
  Pending pending_;
};

}  // namespace

std::unique_ptr<Driver> MakeEchecsDriver(const EchecsSettings& settings, Entropy& entropy) {
  return std::make_unique<EchecsDriver>(settings, entropy);
}

}  // namespace mlf::server
