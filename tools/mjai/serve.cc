#include "tools/mjai/serve.h"
#include "bots/sight.h"
#include "tools/mjai/answer.h"
#include "tools/mjai/shadow.h"

#include <istream>
#include <ostream>
#include <string>

namespace mlf::tools {

namespace {

class Server {
 public:
  Server(const Flow& flow, bots::BotKind kind)
      : flow_(flow), choosing_(flow), sight_(flow), bot_(bots::MakeBot(kind, flow)), shadow_(flow) {
    bot_->Begin(1);
  }

  // The answer to one message; `wrong` says what is impossible about it.
  std::string Answer(const std::string& line, std::string& wrong) {
    std::string none = Json{{"type", "none"}}.dump();
    const Json message = Json::parse(line, nullptr, false);
    if (message.is_discarded() || !message.is_object()) {
      wrong = "the line is not a message";
      return none;
    }
    wrong = shadow_.Take(message);
    if (!wrong.empty() || !shadow_.asks()) return none;
    const Seat seat = shadow_.seat();
    // Its declaration was repeated to it: the discard follows.
    if (message.value("type", "") == "reach") return declared_;
    const Response& response = shadow_.response();
    sight_.Fill(shadow_.records(), seat, seen_);
    const Action action = bot_->Choose({seen_, seat, response.choices, response.ask,
                                        response.defaults[static_cast<std::size_t>(seat)]});
    std::string said = MjaiLine(choosing_, flow_, shadow_.records(), action);
    if (logic::PlayOf(*flow_.node(action.node).impl) != logic::Play::kReady) return said;
    declared_ = said;
    return Json{{"type", "reach"}, {"actor", seat}}.dump();
  }

 private:
  const Flow& flow_;
  play::Choosing choosing_;
  bots::Sight sight_;
  std::unique_ptr<bots::Bot> bot_;
  Shadow shadow_;
  Records seen_;
  std::string declared_;
};

}  // namespace

void ServeBot(const Flow& flow, bots::BotKind kind, std::istream& in, std::ostream& out,
              std::ostream& err) {
  Server server(flow, kind);
  for (std::string line, wrong; std::getline(in, line);) {
    if (line.empty()) continue;
    out << server.Answer(line, wrong) << '\n' << std::flush;
    if (!wrong.empty())
      err << "mlf: " << wrong << ": " << line.substr(0, 500) << '\n' << std::flush;
  }
}

}  // namespace mlf::tools
