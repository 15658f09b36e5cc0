// The checked YAML reader: values of good files, messages for bad ones. Every row is a whole file.
#include <mlf/flow/value.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

namespace mlf {
namespace {

TEST(Yaml, ReadsGoodFiles) {
  struct Case {
    const char* file;
    const char* canonical;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"a: 1\nb: [x, {y: z}]\n", "{a: 1, b: [x, {y: z}]}", "block and flow"},
      {"a: on\nb: off\n", "{a: on, b: off}", "switches stay text"},
      {"a: \"off\"\n", "{a: \"off\"}", "quotes make a word"},
      {"a: ~\nb:\nc: null\nd: 'null'\n", "{a: ~, b: ~, c: ~, d: \"null\"}",
       "three ways to write nothing, and a word"},
      {"碰: 杠\n", "{碰: 杠}", "any language"},
      {"\xEF\xBB\xBF"
       "a: 1\r\nb: 2\r\n",
       "{a: 1, b: 2}", "byte order mark and CR LF, from an editor on Windows"},
      {"---\na: 1\n...\n", "{a: 1}", "marks of one document"},
      {"# only then\na: 1 # why\n", "{a: 1}", "comments"},
      {"a: |\n  x\n  \ty\n", "{a: \"x\\n\\ty\\n\"}", "a tab inside a block text is text"},
      {"a: >-\n  x\n  y\n", "{a: x y}", "folded text"},
      {"a: \"x\n\ty\"\nb: 'it''s'\n", "{a: x y, b: \"it's\"}",
       "text in quotes over two lines may go on after a tab"},
      {"a: 1\n\t\n\t# c\nb: 2\n", "{a: 1, b: 2}",
       "a tab in front of nothing or a comment indents nothing"},
      {"a: x:y\n", "{a: \"x:y\"}", "a colon inside a word"},
      {"{\"a\":1, b : 2}", "{a: 1, b: 2}", "as JSON writes it"},
      {"- [a: 1]\n- - b\n", "[[{a: 1}], [b]]", "lists in lists"},
      {"{x: 1, y: {x: 2}}", "{x: 1, y: {x: 2}}", "the same key in two maps is none twice"},
      {"peng", "peng", "a lone word"},
  };
  for (const Case& c : kCases) {
    const auto read = ParseYaml(c.file, "v.yaml");
    ASSERT_TRUE(read) << c.why << "\n" << FaultText(read.faults());
    EXPECT_EQ(read->Canonical(), c.canonical) << c.why;
  }
}

TEST(Yaml, EverythingHasItsPlace) {
  const auto read =
      ParseYaml("碰碰胡: {番: 6, x: ~}\nlist:\n  - a\n  - b: \"q\"\nempty:\nlast: 1\n", "v.yaml");
  ASSERT_TRUE(read) << FaultText(read.faults());
  EXPECT_EQ(read->where().Text(), "v.yaml:1:1");
  const auto& top = read->entries();
  ASSERT_EQ(top.size(), 4u);
  EXPECT_EQ(top[0].where.Text(), "v.yaml:1:1");
  EXPECT_EQ(top[0].value.where().Text(), "v.yaml:1:6") << "columns count characters";
  EXPECT_EQ(top[0].value.entries()[0].where.Text(), "v.yaml:1:7");
  EXPECT_EQ(top[0].value.entries()[0].value.where().Text(), "v.yaml:1:10");
  EXPECT_EQ(top[0].value.entries()[1].value.where().Text(), "v.yaml:1:16") << "a written null";
  EXPECT_EQ(top[1].value.where().Text(), "v.yaml:3:3");
  EXPECT_EQ(top[1].value.items()[0].where().Text(), "v.yaml:3:5");
  EXPECT_EQ(top[1].value.items()[1].entries()[0].where.Text(), "v.yaml:4:5");
  EXPECT_EQ(top[1].value.items()[1].entries()[0].value.where().Text(), "v.yaml:4:8");
  EXPECT_TRUE(top[1].value.items()[1].entries()[0].value.quoted());
  EXPECT_FALSE(top[3].value.quoted());
  EXPECT_EQ(top[2].value.where().Text(), "v.yaml:5:1")
      << "where nothing is written, the key's place";
  EXPECT_EQ(top[3].where.Text(), "v.yaml:6:1");
}

TEST(Yaml, TellsWhatIsWrong) {
  struct Case {
    const char* file;
    const char* faults;  // one per line: place, code, start of the message; all of them
  };
  constexpr Case kCases[] = {
      // Y03
      {"a: \xC4\xE3\nb: \x01\na: 1\n",
       "1:4: Y03: this is not UTF-8\n2:4: Y03: a control character (0x01)\n3:1: Y08: \"a\" is "
       "written twice in one map; the first is at line 1, column 1"},
      {"碰: \xE7\xA2\n", "1:4: Y03: this is not UTF-8"},
      {"\xFF\xFE"
       "a",
       "1:1: Y03: the file is UTF-16"},
      {"a: \xC0\x80\n", "1:4: Y03: this is not UTF-8"},
      {"a: \xED\xA0\x80\n", "1:4: Y03: this is not UTF-8"},
      {"a: \xF4\x90\x80\x80\n", "1:4: Y03: this is not UTF-8"},
      {"a: 1\rb: 2\n", "1:5: Y03: a carriage return without a line feed"},
      {"a: 1\n\xE2\x80\x8B"
       "b: 2\n",
       "2:1: Y03: an invisible character"},
      // Y04
      {"a:\n\tb: 1\n", "2:1: Y04: the line is indented with a tab; indent with spaces"},
      {"a:\n  \tb: 1\n\tc: 2\n",
       "2:3: Y04: the line is indented with a tab\n3:1: Y04: the line is indented with a tab"},
      {"a: |\n\tx\n", "2:1: Y04: the line is indented with a tab"},
      {"a:\n　b: 1\n", "2:1: Y04: the line is indented with a full-width space"},
      {"a:\n\xC2\xA0"
       "b: 1\n",
       "2:1: Y04: the line is indented with a no-break space"},
      {"a: 1\na: 2\nb:\n\tc: 1\n\tc: 2\n",
       "2:1: Y08: \"a\" is written twice\n4:1: Y04: the line is indented\n5:1: Y04: the line is "
       "indented"},
      // Y05
      {"a: 1\nb：2\nc: 3\n",
       "3:2: Y05: a \"key: value\" is not allowed here; is the line indented like its neighbours, "
       "or "
       "does the text before the "
       "colon need quotes? (the full-width ： at line 2, column 2 is text; was : meant?)"},
      {"a: 1\nb:2\n",
       "2:1: Y05: a colon is missing after the key \"b:2\" (a space is missing after the colon at "
       "line 2, column 2)"},
      {"a: 1\nb\n", "2:1: Y05: a colon is missing after the key \"b\""},
      {"{a, b: 1}", "1:2: Y05: a colon is missing after the key \"a\""},
      {"{en: won on a discard, by anybody, zh: x}",
       "1:24: Y05: a colon is missing after the key \"by anybody\"; if it is the rest of the text "
       "before the comma, put that text in quotes"},
      {"a: 1\n  b: 2\n", "2:4: Y05: a \"key: value\" is not allowed here"},
      {"a: b: c\n", "1:5: Y05: a \"key: value\" is not allowed here"},
      {"a:\n  b: 1\n c: 2\n",
       "3:2: Y05: expected \"key: value\" like the lines before; is the indentation right"},
      {"a: [1, 2\nb: 3\n",
       "2:2: Y05: expected , or ] here, for the list opened at line 1, column 4"},
      {"a: {x: 1\nb: 3\n",
       "2:2: Y05: expected , or } here, for the map opened at line 1, column 4"},
      {"[", "1:2: Y05: expected , or ] here, for the list opened at line 1, column 1"},
      {"[a}", "1:3: Y05: this bracket does not close what is open here"},
      {"a: }\n", "1:4: Y05: this bracket does not close what is open here"},
      {"a: - b\n", "1:4: Y05: a list item (-) is not allowed here"},
      {"a: @x\n", "1:4: Y05: a word cannot begin with this character"},
      {"a: \"x\\q\"\n", "1:8: Y05: unknown escape after \\"},
      {"a: \"x\ny: 2\n", "1:4: Y05: the quote \" opened here is never closed"},
      {"a: 'x\ny: 2\n", "1:4: Y05: the quote ' opened here is never closed"},
      {"a: \"x\ny: 2\nb: \"z\"\n",
       "3:5: Y05: expected \"key: value\" like the lines before; is the indentation right, or a "
       "colon missing? (the text in "
       "quotes that ends on this line began at line 1, column 4; is a quote missing there?)"},
      // Y06
      {"", "1:1: Y06: the document is empty"},
      {"# c\n", "1:1: Y06: the document is empty"},
      {"---\n", "1:1: Y06: the document is empty"},
      {"~\n", "1:1: Y06: the document is empty"},
      // Y07
      {"a: 1\n---\nb: 1\n", "2:1: Y07: a second document begins here"},
      {"- a\nb: 1\n", "2:1: Y07: the document ended before this"},
      {"[a]x", "1:4: Y07: the document ended before this"},
      // Y08
      {"a: 1\nb: 2\na: 3\n\"a\": 4\n",
       "3:1: Y08: \"a\" is written twice in one map; the first is at line 1, column 1\n4:1: Y08: "
       "\"a\" is written twice in one map; the first is at line 1, column 1"},
      {"碰: {x: 1, x: {y: 1, y: 2}}\n",
       "1:11: Y08: \"x\" is written twice\n1:21: Y08: \"y\" is written twice"},
      // Y09
      {"? a\n: b\n", "1:1: Y09: the form \"? key\" is not used here"},
      {"? [a]\n: {z: 1, z: 2}\n",
       "1:3: Y09: a list cannot be a key\n2:10: Y08: \"z\" is written twice"},
      {"{{a: 1}: 2}", "1:2: Y09: a map cannot be a key"},
      {"~: 1\n", "1:1: Y09: null is no key"},
      {": 1\n", "1:1: Y09: a key is missing here"},
      {"{a: 1,, b: 2}", "1:7: Y09: a key is missing here"},
      // Y10
      {"a: &x 1\nb: *x\nc: !t 2\nd: !!map {e: 1}\n",
       "1:4: Y10: anchors (&)\n2:4: Y10: aliases (*)\n3:4: Y10: tags (!)\n4:4: Y10: tags (!)"},
      {"a: *x\n", "1:4: Y10: aliases (*)"},
      {"&x a: 1\n", "1:1: Y10: anchors (&)"},
      {"<<: {a: 1}\n", "1:1: Y10: merge keys (<<)"},
      {"a: ! x\n", "1:4: Y10: tags (!)"},
      {"!", "1:1: Y10: tags (!)"},
  };
  for (const Case& c : kCases) {
    const auto read = ParseYaml(c.file, "");
    ASSERT_FALSE(read) << c.file << "read as " << read->Canonical();
    std::string faults = FaultText(read.faults());
    std::string_view rest = c.faults;
    std::size_t count = 0;
    std::string_view all = faults;
    while (!rest.empty()) {
      const std::string_view want = rest.substr(0, rest.find('\n'));
      const std::string_view have = all.substr(0, all.find('\n'));
      EXPECT_TRUE(have.starts_with(want)) << "file:\n"
                                          << c.file << "\nwanted: " << want << "\ntold: " << have;
      rest.remove_prefix(std::min(rest.size(), want.size() + 1));
      all.remove_prefix(std::min(all.size(), have.size() + 1));
      ++count;
    }
    EXPECT_EQ(read.faults().size(), count) << "file:\n" << c.file << "\ntold:\n" << faults;
  }
}

std::string Repeat(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

TEST(Yaml, DepthIsLimited) {
  const auto deepest = ParseYaml(Repeat("[", kYamlMaxDepth) + Repeat("]", kYamlMaxDepth), "v");
  EXPECT_TRUE(deepest);
  const auto deeper = ParseYaml(
      "[" + Repeat("[", kYamlMaxDepth) + Repeat("]", kYamlMaxDepth) + ", {a: 1, a: 2}]", "v");
  ASSERT_FALSE(deeper);
  ASSERT_EQ(deeper.faults().size(), 2u) << "what is beside the deep part is still read\n"
                                        << FaultText(deeper.faults());
  EXPECT_EQ(deeper.faults()[0].code, "Y11");
  EXPECT_EQ(deeper.faults()[0].where.column, kYamlMaxDepth + 1);
  EXPECT_EQ(deeper.faults()[1].code, "Y08");
  for (const char* part :
       {"[", "{", "{a: ", "- ", "? ", "[a: ", "{? ", "[[], ", "{[", "[\n", "&a [", "a: &a [*a, "}) {
    const auto read = ParseYaml(Repeat(part, 20000), "v");
    ASSERT_FALSE(read) << part;
    bool refused = false;
    for (const Fault& fault : read.faults())
      refused = refused || fault.code == "Y11" || fault.code == "Y05";
    EXPECT_TRUE(refused) << part << "\n" << FaultText(read.faults()).substr(0, 500);
  }
}

// A structure that grows through aliases is never expanded.
TEST(Yaml, AnchorsThatNameEachOtherAreRefused) {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" +
              Repeat(before + ", ", 8) + before + "]\n";
  }
  const auto read = ParseYaml(laughs, "v");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.faults().front().code, "Y10");
  EXPECT_EQ(read.faults().front().where.Text(), "v:1:5");
}

TEST(Yaml, SizeIsLimited) {
  const auto large = ParseYaml(std::string(kYamlMaxBytes + 1, 'a'), "v");
  ASSERT_FALSE(large);
  EXPECT_EQ(FaultText(large.faults()), "v: Y02: the file is larger than 4 MB\n");
  const auto many = ParseYaml("[" + Repeat("a,", 250000) + "]", "v");
  ASSERT_FALSE(many)
      << "one long line of many values; also a test that places are found in linear time";
  EXPECT_EQ(many.faults()[0].code, "Y02");
}

TEST(Yaml, FaultsAreBounded) {
  for (const char* part : {"\xFF\n", "\ta\n", "a: 1\n", "- &a 1\n", "- {a, b}\n"}) {
    const auto read = ParseYaml(Repeat(part, 2000), "v");
    ASSERT_FALSE(read) << part;
    EXPECT_GE(read.faults().size(), 10u) << part;
    EXPECT_LE(read.faults().size(), 101u) << part;
  }
}

TEST(Yaml, ReadsFiles) {
  const auto missing = ReadYamlFile("/no/such/variant.yaml");
  ASSERT_FALSE(missing);
  EXPECT_EQ(
      missing.faults()[0].Text().rfind("/no/such/variant.yaml: Y01: the file cannot be read: ", 0),
      0u)
      << missing.faults()[0].Text();
  const auto folder = ReadYamlFile(std::filesystem::temp_directory_path().string());
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.faults()[0].code, "Y01");

  const std::string path =
      testing::TempDir() + "mlf_yaml_test_" + std::to_string(std::random_device{}()) + ".yaml";
  std::ofstream(path, std::ios::binary) << "a: 1\na: 2\n";
  const auto read = ReadYamlFile(path);
  std::remove(path.c_str());
  ASSERT_FALSE(read);
  EXPECT_EQ(
      FaultText(read.faults()),
      path + ":2:1: Y08: \"a\" is written twice in one map; the first is at line 1, column 1\n");
}

}  // namespace
}  // namespace mlf
