// The state of a build, shared by Params (which requests parts, slots and nodes) and
// FlowBuilder::Build. Private to flow/*.cc.
#pragma once

#include <mlf/flow/flow.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mlf {

class BuildContext {
 public:
  struct MadePart {
    const Part* part = nullptr;  // null = a fault was added
    PartUse use;
  };

  BuildContext(const FlowBuilder& builder, Flow& flow, Faults& faults)
      : builder_(builder), flow_(flow), faults_(faults) {}

  // Makes the part that `spec` describes: a shared name, an id, or {id: params}. `role` is for
  // messages.
  MadePart Make(const Value& spec, std::string_view role);
  // The part shared under `name`; empty if the variant has none.
  MadePart Shared(std::string_view name);
  bool HasShared(std::string_view name) const;
  // Makes a part from its registry entry, or one that the builder has itself.
  MadePart MakeEntry(const Registry::Entry& entry, const Value& params, const SourcePos& where);
  MadePart MakeOwn(const FlowBuilder::OwnPart& own, const Value& params, const SourcePos& where);

  // The declarations of each part made so far.
  const std::map<const Part*, Declared>& declared() const { return declared_; }

  void AddFault(std::string code, SourcePos where, std::string message) {
    faults_.push_back({std::move(code), std::move(where), std::move(message)});
  }
  // Adds fault B03: there is no node `id`. `lead` precedes the message.
  void AddNoSuchNode(const std::string& id, const SourcePos& where, std::string_view lead = {});
  // Adds a warning, unless it was added before.
  void AddWarning(std::string code, SourcePos where, std::string message);
  const FlowBuilder& builder() const { return builder_; }
  Flow& flow() { return flow_; }
  Layout& layout();
  const Registry& registry() const;
  const PieceText* piece_text() const;
  int seats() const;
  // Index of a node by id, or kNoNode; and all ids, for messages.
  NodeIndex FindNode(std::string_view id) const;
  std::vector<std::string> NodeIds() const;
  // The node `id` if the builder has it itself, or null.
  const FlowBuilder::OwnPart* OwnNode(const std::string& id) const;
  const NodeSpec& NodeAt(NodeIndex index) const;
  // Adds a fault if the flow has more seats than a slot has room for. The first such slot reports
  // it.
  void SeatsAtMost(int most, std::string_view slot);
  std::uint8_t Number(std::string_view list, const Reason& id);
  int Stream(std::string_view name);

 private:
  // Fault P09 if it throws.
  MadePart Make(const PartInfo& info,
                const std::function<std::shared_ptr<const Part>(Params&)>& make, Params& params);
  MadePart Add(const PartInfo& info, std::shared_ptr<const Part> part, Params& params);

  const FlowBuilder& builder_;
  Flow& flow_;
  Faults& faults_;
  std::map<std::string, MadePart, std::less<>> shared_;
  std::set<std::string, std::less<>> in_progress_;
  std::map<const Part*, Declared> declared_;
  bool too_many_seats_ = false;
};

// "there is no node ...", with the remedy.
std::string NoSuchNode(const std::string& id, const std::vector<std::string>& known);

}  // namespace mlf
