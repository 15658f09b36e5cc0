// Arbitrary bytes as what a client sends on the echecs form, plain and encrypted, before and after
// a login, at a desk and not.
//
//   - each message is answered once, or closes the connection with `protocol`;
//   - what decrypts was encrypted so: encrypting it again gives the same bytes.
#include "fuzz/fail.h"
#include "server/gateway/echecs_driver.h"
#include "server/protocol/echecs_cipher.h"
#include "server/protocol/echecs_wire.h"
#include "server/protocol/json_wire.h"

#include <mlf/flow/json.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace mlf;
using namespace mlf::server;

class Zeros final : public Entropy {
 public:
  void Fill(std::span<std::byte> bytes) override { std::memset(bytes.data(), 0, bytes.size()); }
};

const std::string kKey = "0123456789abcdef";
constexpr int kIds[] = {10000,  100002, 100010, 100100, 100101, 100102, 100103,
                        100104, 100105, 100110, 100111, 100112, 100120, 100130,
                        100140, 100999, 101001, -1,     100106, 100141};

Answer Accept(const Request& request) {
  const Json seats = Json::array({Json{{"user", "u"}, {"name", "1"}, {"ready", false}}});
  if (std::holds_alternative<request::Login>(request))
    return Json{{"user", {{"id", "u"}}}, {"token", "t"}, {"desks", Json::array()}};
  if (std::holds_alternative<request::Desks>(request)) return Json{{"desks", Json::array()}};
  if (std::holds_alternative<request::Hint>(request)) return Json{{"discards", Json::array()}};
  return Json{{"desk", {{"id", "d"}, {"code", "123456"}, {"seats", seats}}}};
}

// Sends, and answers what reaches the lobby.
void Send(Driver& driver, const std::string& bytes) {
  auto inbound = driver.Read(bytes, true);
  if (!inbound.bye.empty()) return;
  std::size_t answers = inbound.replies.size();
  while (inbound.request) {
    auto outbound = driver.Answer(Accept(*inbound.request));
    answers += outbound.messages.size();
    inbound.request = outbound.request;
  }
  if (answers != 1) Fail("a message is not answered once");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  static Zeros entropy;
  const std::uint8_t how = data[0];
  const int id = kIds[data[1] % std::size(kIds)];
  const std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const EchecsCipher cipher(kKey);
  const EchecsCipher::Vector iv{};

  if (const auto text = cipher.Decrypt(bytes)) {
    EchecsCipher::Vector own;
    std::memcpy(own.data(), bytes.data(), own.size());
    if (cipher.Encrypt(*text, own) != bytes) Fail("decrypted to what was not encrypted");
  }
  const bool encrypted = (how & 1) != 0;
  const bool chained = encrypted && how >> 5 == 7;
  EchecsChain chain(kKey);
  const auto driver = MakeEchecsDriver({.key = encrypted ? kKey : "",
                                        .register_users = (how & 2) != 0,
                                        .variant = "v",
                                        .chained = chained},
                                       entropy);
  const auto message = [&](int number, const std::string& body) {
    return EchecsMessage({.id = number}, chained     ? chain.Encrypt(body)
                                         : encrypted ? cipher.Encrypt(body, iv)
                                                     : body);
  };
  if ((how & 4) != 0) Send(*driver, message(100002, R"({"user_id":1,"passwd":"x"})"));
  if ((how & 8) != 0) Send(*driver, message(100104, R"({"user_id":1})"));
  if ((how & 16) != 0) {
    push::Begin begin;
    begin.desk = "d", begin.match = 1, begin.view = Json::object();
    driver->Push(*MakeMessage(begin), [](std::string_view) {});
  }
  switch (how >> 5) {
    case 0: Send(*driver, bytes); break;                             // header and all
    case 1: Send(*driver, EchecsMessage({.id = id}, bytes)); break;  // a body, maybe unencrypted
    default: Send(*driver, message(id, bytes)); break;
  }
  return 0;
}
