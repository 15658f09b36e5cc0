#include "server/gateway/echecs_driver.h"

#include "server/gateway/echecs_desk.h"
#include "server/protocol/echecs_wire.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <utility>

namespace mlf::server {

namespace {

constexpr std::size_t kCodeDigits = 6;

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
      : settings_(settings), entropy_(entropy) {
    if (!settings.key.empty()) cipher_.emplace(settings.key);
  }

  Inbound Read(std::string_view bytes, bool binary) override {
    const std::optional<EchecsHeader> header = ReadEchecsHeader(bytes);
    if (!binary || !header) return {.bye = "protocol"};
    pending_ = {.id = header->id, .version = header->version};
    auto message = ReadBody(*header, bytes.substr(EchecsHeader::kBytes));
    if (const Error* error = std::get_if<Error>(&message))
      return {.replies = {Written(EchecsError(*error))}, .bad = true};
    const Json& body = std::get<Json>(message);
    if (header->id == static_cast<std::int32_t>(EchecsId::kHeartBeat))
      return {.replies = {Written(EchecsOk(Json::object()))}};
    auto request = RequestOf(static_cast<EchecsId>(header->id), body);
    if (const Error* error = std::get_if<Error>(&request))
      return {.replies = {Written(EchecsError(*error))}, .bad = error->code == "bad_message"};
    return {.request = std::get<Request>(std::move(request))};
  }

  Outbound Answer(const mlf::server::Answer& answer) override {
    if (const Error* error = std::get_if<Error>(&answer)) {
      if (std::exchange(pending_.registers, false) && error->code == "name_taken") {
        pending_.login.register_.reset();
        return {.request = pending_.login};
      }
      return {.messages = {Written(Refused(*error))}};
    }
    const Json& ok = std::get<Json>(answer);
    Outbound out{.messages = {Written(EchecsOk(Accepted(ok)))}};
    if (static_cast<EchecsId>(pending_.id) == EchecsId::kUserAct) {
      for (const EchecsBody& body : desk_.AskAgain(ok))
        out.messages.push_back(Written(body.id, body.body));
    }
    return out;
  }

  std::string Refuse(const Error& error) override { return Written(EchecsError(error)); }

  void Push(const Message& message, const Writer& write) override {
    if (const auto* bye = std::get_if<push::Bye>(&message.push());
        bye != nullptr && bye->code == "other_login")
      write(Written(EchecsId::kPushUserOtherLogin, {{"user_id", user_id_}}));
    for (const EchecsBody& body : desk_.Read(message.push())) write(Written(body.id, body.body));
  }

  bool binary() const override { return true; }

 private:
  // What the next answer belongs to.
  struct Pending {
    std::int32_t id = 0, version = 0;
    request::Login login{};  // 100002
    Json user_id{};
    bool registers = false;
    Json echo{};  // repeated in the answer
  };
  using Wanted = std::variant<Request, Error>;

  std::string Written(const Json& body) {
    const std::string text = body.dump(-1, ' ', false, Json::error_handler_t::replace);
    const EchecsHeader header{.id = pending_.id, .version = pending_.version};
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

  std::variant<Json, Error> ReadBody(const EchecsHeader& header, std::string_view body) const {
    if (static_cast<std::size_t>(header.length) != EchecsHeader::kBytes + body.size())
      return BadMessage("length", "长度与消息不符", "the length is not that of the message");
    if (header.version != 0 && header.version != 1)
      return BadMessage("version", "版本应为 0 或 1", "the version must be 0 or 1");
    const std::optional<std::string> text =
        cipher_ ? cipher_->Decrypt(body) : std::optional(std::string(body));
    if (!text) return MakeError("bad_json");
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
    auto object = ObjectOf(id, body);
    if (Error* error = std::get_if<Error>(&object)) return std::move(*error);
    return ReadRequest(std::get<Json>(object)).content;
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
      case EchecsId::kUserAct: return true;
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
    const bool enters = id == EchecsId::kCreateFriendDesk || id == EchecsId::kJoinFriendDesk ||
                        id == EchecsId::kJoinMatchDesk || id == EchecsId::kJoinMatchDeskByType;
    if (enters && id != EchecsId::kJoinFriendDesk && desk_.seated())
      return MakeError("in_other_desk", "in_other_desk", "您已在一张桌子上",
                       "you sit at a desk already");
    if (!enters && !desk_.seated()) return MakeError("not_seated");
    switch (id) {
      case EchecsId::kUserReconnect: return about_desk("sync");
      case EchecsId::kUserReady: {
        const std::optional<bool> ready = Switch(Field(body, "ready"));
        if (!ready) return Missing("ready", " 0 或 1", "0 or 1");
        pending_.echo = Json{{"ready", *ready ? 1 : 0}};
        Json object = about_desk("ready");
        object["ready"] = *ready;
        return object;
      }
      case EchecsId::kCreateFriendDesk: {
        Json object{{"t", "create"}, {"variant", VariantOf(body)}, {"private", true}};
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
      case EchecsId::kJoinMatchDeskByType:
        if (Field(body, "room_type").is_null()) return Missing("room_type", "玩法", "a variant");
        return with_options(Json{{"t", "quick"}, {"variant", VariantOf(body)}});
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
      default: return MakeError("internal");
    }
  }

  const Json VariantOf(const Json& body) const {
    const Json& type = Field(body, "room_type");
    return type.is_null() ? Json(settings_.variant) : type;
  }

  std::variant<Json, Error> ActOf(const Json& body) {
    if (Field(body, "act_type") == "waite_answer") {
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
                {"ask", ask.is_null() ? Json(desk_.ask()) : ask},
                {"node", Field(body, "act_type")}};
    // A repeated answer to one question is the same action.
    object["id"] = Field(body, "act_id").is_null() ? Json("echecs-" + object["ask"].dump())
                                                   : Field(body, "act_id");
    if (!Field(body, "act_type").is_string())
      return Missing("act_type", "动作名", "the name of an action");
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
    // The user has no match to resume. This is no error of the client.
    if (id == EchecsId::kUserReconnect && error.code == "not_playing") {
      return EchecsOk({{"user_info", desk_.Info()["user_info"]}, {"game_data", Json::object()}});
    }
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
        return {{"user_id", user_id_}, {"nick", name_}, {"desks", ok["desks"]}};
      }
      case EchecsId::kUserReconnect: return desk_.Scene(ok);
      case EchecsId::kUserReady: return pending_.echo;
      case EchecsId::kCreateFriendDesk:
      case EchecsId::kJoinFriendDesk: desk_.Enter(ok["desk"], false); return desk_.Info();
      case EchecsId::kJoinMatchDesk:
      case EchecsId::kJoinMatchDeskByType: desk_.Enter(ok["desk"], true); return desk_.Info();
      case EchecsId::kUserExitDesk: desk_.Leave(); return Json::object();
      case EchecsId::kUserAct: {
        // The next question follows as a message of its own.
        Json info = ok;
        for (const char* key : {"choices", "ask", "deadline_ms", "extra_ms", "defaults"})
          info.erase(key);
        return info;
      }
      default: return Json::object();
    }
  }

  EchecsSettings settings_;
  Entropy& entropy_;
  std::optional<EchecsCipher> cipher_;
  std::string name_;  // of the user, empty before the login
  Json user_id_;      // as the client wrote it
  EchecsDesk desk_;
  Pending pending_;
};

}  // namespace

std::unique_ptr<Driver> MakeEchecsDriver(const EchecsSettings& settings, Entropy& entropy) {
  return std::make_unique<EchecsDriver>(settings, entropy);
}

}  // namespace mlf::server
