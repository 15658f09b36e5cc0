// Reads the merged tree of a variant, with options substituted, into specs for FlowBuilder. Private
// to the loader.
#pragma once

#include <mlf/flow/flow.h>
#include <mlf/flow/layer.h>

namespace mlf::loader {

using FlowSpec = FlowDraft;

// Reads as much as possible. Faulty entries are left out.
FlowSpec ReadFlowSpec(const Value& tree, Faults& faults);

}  // namespace mlf::loader
