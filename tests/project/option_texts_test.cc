// Every option of every variant, each of its values and each preset has a text in Chinese and in
// English: lobbies show nothing else.
#include <mlf/variants/open.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace mlf {
namespace {

bool IsNumber(const std::string& text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// English is ASCII. Chinese is not, but for numbers and names such as "20 / 10" or "Botzone".
void ExpectBoth(const Label& label, const std::string& id, const std::string& what) {
  EXPECT_FALSE(label.zh.empty()) << what << " has no zh";
  EXPECT_FALSE(label.en.empty()) << what << " has no en";
  EXPECT_NE(label.zh, id) << what << ": zh is the id";
  EXPECT_TRUE(
      std::ranges::all_of(label.en, [](char c) { return static_cast<unsigned char>(c) < 128; }))
      << what << ": en is not English";
}

TEST(OptionTexts, AreInBothLanguages) {
  int options = 0;
  for (const std::string& id : VariantIds()) {
    const auto variant = OpenVariant(id);
    ASSERT_TRUE(variant.ok()) << FaultText(variant.faults());
    for (const OptionDecl& option : variant->options()) {
      const std::string name = id + ", option " + option.name;
      ExpectBoth(option.label, option.name, name);
      for (const std::string& value : option.values) {
        const auto label = option.value_labels.find(value);
        if (label != option.value_labels.end())
          ExpectBoth(label->second, IsNumber(value) ? "" : value, name + ", value " + value);
        else
          EXPECT_TRUE(IsNumber(value)) << name << ": value " << value << " has no zh and en";
      }
      ++options;
    }
    for (const Preset& preset : variant->presets())
      ExpectBoth(preset.label, preset.name, id + ", preset " + preset.name);
  }
  EXPECT_GT(options, 200);
}

}  // namespace
}  // namespace mlf
