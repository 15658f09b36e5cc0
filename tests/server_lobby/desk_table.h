// A desk with its people, and what they are asked.
#pragma once

#include "tests/server_lobby/house.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace mlf::server::test {

inline Json Create(int robots = 0) {
  return {{"t", "create"}, {"variant", "xueliu"}, {"robots", robots}};
}

// A desk of `people` who sit, the first of them its owner; not ready.
struct Table {
  explicit Table(House& house, int people, int robots = 0, Json more = Json::object()) {
    for (int i = 0; i < people; ++i) {
      clients.push_back(house.Connect());
      clients.back()->LogIn(fmt::format("p{}", i));
    }
    Json create = Create(robots);
    create.update(more);
    const Json made = clients[0]->Ask(create);
    EXPECT_EQ(made["t"], "ok") << made;
    id = made["desk"]["id"];
    code = made["desk"]["code"];
    for (int i = 1; i < people; ++i)
      EXPECT_EQ(clients[static_cast<std::size_t>(i)]->Ask({{"t", "join"}, {"code", code}})["t"],
                "ok");
  }
  void Ready() {
    for (auto& client : clients)
      EXPECT_EQ(client->Ask({{"t", "ready"}, {"desk", id}, {"ready", true}})["t"], "ok");
  }
  Client& operator[](int i) { return *clients[static_cast<std::size_t>(i)]; }

  std::vector<std::unique_ptr<Client>> clients;
  std::string id, code;
};

// The newest question to the client, from `begin` or `step`.
inline Json Question(const Client& client) {
  for (auto push = client.pushes.rbegin(); push != client.pushes.rend(); ++push) {
    if (push->contains("defaults")) return *push;
  }
  return nullptr;
}

inline Json ActOf(const Json& question, const std::string& id) {
  Json act = question["defaults"][0];
  act.erase("seat");
  act["t"] = "act";
  act["desk"] = question["desk"];
  act["match"] = 1;
  act["id"] = id;
  return act;
}

}  // namespace mlf::server::test
