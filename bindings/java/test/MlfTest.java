import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mlf.Action;
import mlf.Chance;
import mlf.Event;
import mlf.Flow;
import mlf.Lang;
import mlf.MlfException;
import mlf.Replayed;
import mlf.Table;
import mlf.Viewer;

/** Tests of the package mlf: each method that begins with "test". */
public final class MlfTest {
  private MlfTest() {}

  private static void check(boolean holds, Object what) {
    if (!holds) throw new AssertionError(String.valueOf(what));
  }

  private static <E extends Throwable> E thrown(Class<E> kind, Runnable call) {
    try {
      call.run();
    } catch (Throwable error) {
      if (kind.isInstance(error)) return kind.cast(error);
      throw new AssertionError("not a " + kind.getSimpleName(), error);
    }
    throw new AssertionError("no " + kind.getSimpleName());
  }

  private static MlfException refused(MlfException.Code code, Runnable call) {
    MlfException error = thrown(MlfException.class, call);
    check(error.code() == code, error);
    return error;
  }

  static String state(Table table) {
    return table.hash() + " " + table.status() + " " + table.asked() + " " + table.ask() + " " + table.json(Viewer.FULL) + table.view(Viewer.FULL);
  }

  static void testEverythingThatBindingsOfferIsThere() throws Exception {
    int rows = 0;
    for (String line : Files.readAllLines(Path.of(System.getProperty("mlf.surface")))) {
      if (line.startsWith("#")) continue;
      String name = line.split("\\|")[5].trim();
      String[] parts = name.split("\\.");
      Class<?> owner = Class.forName("mlf." + parts[0]);
      check(parts.length == 1 || Arrays.stream(owner.getMethods()).anyMatch(method -> method.getName().equals(parts[1])), name);
      ++rows;
    }
    check(rows > 25, rows);
  }

  static String answerOf(Flow flow, String call, String given) {
    switch (call) {
      case "score": return flow.score(given);
      case "hand": return Flow.hand(given, 4);
      default:
        String[] words = given.split(" ");
        String report = flow.simulate(Long.parseLong(words[0]), Long.parseLong(words[1]), 2, words[2]);
        return report.replaceAll("(?s).*\"actions\": (\\d+),\\s+\"discards\": (\\d+),.*", "$1 $2");
    }
  }

  static void testAnswersOutsideAGameAreTheNotedOnes() throws Exception {
    int rows = 0;
    Path root = Path.of(System.getProperty("mlf.surface"), "../..").normalize();
    try (Flow flow = Flow.open("xueliu")) {
      for (String line : Files.readAllLines(root.resolve("tests/golden/bindings_outside.txt"))) {
        String[] parts = line.split("\t");
        ++rows;
        if (parts[0].equals("chart")) {
          check(Arrays.equals(flow.chart(parts[1]), Files.readAllBytes(root.resolve(parts[2]))), "another chart");
          continue;
        }
        String now = answerOf(flow, parts[0], parts[1]);
        check(now.equals(parts[2]), now);
      }
      check(rows == 6, rows);
      check(new String(flow.chart("svg"), java.nio.charset.StandardCharsets.UTF_8).contains("<svg"), "no svg");
      refused(MlfException.Code.FAULTY, () -> flow.score("{\"hand\":\"11111m\"}"));
      refused(MlfException.Code.FAULTY, () -> Flow.hand("{\"tiles\":\"1m\"}", 8));
      refused(MlfException.Code.FAULTY, () -> flow.simulate(1, 1, 1, "no_such"));
      refused(MlfException.Code.FAULTY, () -> flow.chart("gif"));
      refused(MlfException.Code.ARGUMENT, () -> flow.simulate(1, 1, 0, "greedy"));
    }
  }

  static void testErrorsSayWhy() {
    MlfException faulty = refused(MlfException.Code.FAULTY, () -> Flow.open("xueliu", Map.of("cap", "banana")));
    check(faulty.reason().equals("O02") && faulty.getMessage().contains("banana") && faulty.getMessage().endsWith(" or none"), faulty);
    try (Flow flow = Flow.open("xueliu", Map.of("cap", "4", "hands", "1")); Table table = flow.table()) {
      check(table.status() == Table.Status.BLANK && table.seat() == -1, table.status());
      refused(MlfException.Code.ARGUMENT, () -> table.play(0, 0));
      table.start(1);
      String before = state(table);
      MlfException stale = refused(MlfException.Code.REFUSED, () -> table.process(Action.timeout(table.seat(), 99)));
      check(stale instanceof MlfException.Refused && stale.refusal().equals("stale_ask") && !stale.zh().isEmpty(), stale);
      refused(MlfException.Code.ARGUMENT, () -> table.play(table.seat(), 1 << 20));
      refused(MlfException.Code.ARGUMENT, () -> table.action(9, 0));
      refused(MlfException.Code.ARGUMENT, () -> table.defaultAction(9));
      refused(MlfException.Code.ARGUMENT, () -> table.view(9));
      refused(MlfException.Code.ARGUMENT, () -> table.whyNot(0, "no_such_node"));
      refused(MlfException.Code.FAULTY, () -> flow.parse("0 fly"));
      refused(MlfException.Code.FAULTY, () -> flow.fromJson("{"));
      check(refused(MlfException.Code.FAULTY, () -> flow.parsePieces("12x")).getMessage().contains("no row of tiles"), "");
      thrown(NullPointerException.class, () -> table.start(null));
      check(state(table).equals(before), "a refusal changed the table");
    }
  }

  static void testATableTellsAll() {
    try (Flow flow = Flow.open("riichi"); Table table = flow.table()) {
      table.start(3);
      int seat = table.seat();
      List<Action> actions = new ArrayList<>();
      table.actions(seat).forEach(actions::add);
      String[] ids = flow.info().split("\"nodes\":")[1].split("\"id\":\"");
      check(actions.size() == table.count(seat) && !actions.isEmpty(), actions);
      for (Action action : actions) {
        check(action.seat() == seat && action.ask() == table.ask(), action);
        check(ids[action.node() + 1].startsWith(flow.node(action) + '"') && table.whyNot(seat, flow.node(action)) == null, flow.text(action));
        check(flow.fromJson(flow.json(action)).equals(action), flow.json(action));
        check(flow.parse(flow.text(action)).low() == action.low(), flow.text(action));
      }
      check(flow.node(Action.timeout(seat, table.ask())).equals("timeout") && !flow.info().contains("\"id\":\"timeout\""), flow.info());
      List<Event> events = table.events(Viewer.FULL);
      check(!events.isEmpty() && !events.get(0).type().isEmpty(), events);
      check(table.json(seat).contains("\"choices\"") && table.choices(seat).contains("\"choices\""), "");
      check(!table.view(seat).contains("\"wall\":") && table.view(Viewer.FULL).contains("\"wall\":"), "");
      check(table.explain(seat, Lang.ZH).codePoints().anyMatch(c -> c > 0x4e00), "");
      check(table.whyNot(seat, "peng") != null && !table.whyNot(seat, "peng").en().isEmpty(), "");
      check(table.defaultAction(seat).seat() == seat, "");
      check(flow.info().contains("\"fingerprint\"") && flow.seats() == 4 && flow.people() == 4 && flow.fingerprint() != 0, "");
      check(flow.piecesText(new byte[] {0, 1, 2, 44, 27}).equals("123m0s1z"), "");
      check(Arrays.equals(flow.parsePieces("123m0s1z"), new byte[] {0, 1, 2, 44, 27}), "");
      check(Flow.variants(null).contains("\"riichi\"") && Flow.version().matches("\\d+\\.\\d+\\.\\d+"), "");
    }
  }

  static void testSavedTablesGoOn() {
    try (Flow flow = Flow.open("riichi"); Flow other = Flow.open("erren"); Table table = flow.table(); Table twin = flow.table(); Table wrong = other.table()) {
      table.start(4);
      for (int n = 0; n < 200 && !table.over(); ++n) {
        byte[] saved = table.save();
        twin.restore(saved, null);
        check(twin.hash() == table.hash() && twin.asked() == table.asked() && twin.ask() == table.ask() && twin.count(twin.seat()) == table.count(table.seat()), n);
        Action action = twin.action(twin.seat(), 0);
        twin.process(action);
        table.process(action);
        saved[60] ^= 1;
        check(refused(MlfException.Code.FAULTY, () -> twin.restore(saved, null)).reason().equals("C01"), "");
        check(twin.hash() == table.hash(), "");
      }
      refused(MlfException.Code.OTHER_FLOW, () -> wrong.restore(table.save(), null));
      refused(MlfException.Code.FAULTY, () -> twin.restore(new byte[0], null));
    }
  }

  static void testJournalsReplay() {
    try (Flow flow = Flow.open("erren"); Table table = flow.recordedTable(); Table plain = flow.table()) {
      thrown(IllegalStateException.class, () -> plain.journal(false));
      for (Chance chance : new Chance[] {null, Match.shuffled(4)}) {
        if (chance == null) table.start(4);
        else table.start(chance);
        int accepted = 0;
        for (; !table.over(); ++accepted) table.play(table.seat(), 0);
        for (boolean binary : new boolean[] {false, true}) {
          byte[] journal = table.journal(binary);
          Replayed replayed = flow.replay(journal);
          check(replayed.complete() && replayed.accepted() == accepted && replayed.hash() == table.hash(), replayed);
          journal[journal.length / 2] ^= 4;
          check(refused(MlfException.Code.FAULTY, () -> flow.replay(journal)).reason().startsWith("J"), "");
        }
      }
    }
  }

  static void testAChanceThatThrowsChangesNothing() {
    try (Flow flow = Flow.open("xueliu", Map.of("hands", "2")); Table table = flow.table()) {
      RuntimeException broken = new RuntimeException("no randomness left");
      boolean[] fails = {false};
      table.start((hand, wall) -> {
        if (fails[0]) throw broken;
        return hand;
      });
      int failed = 0;
      while (!table.over()) {
        String before = state(table);
        fails[0] = true;
        try {
          table.play(table.seat(), 0);
        } catch (RuntimeException error) {
          check(error == broken && state(table).equals(before), error);
          ++failed;
          fails[0] = false;
          table.play(table.seat(), 0);
        }
      }
      check(failed == 1, failed);
      check(thrown(IllegalArgumentException.class, () -> table.start((hand, wall) -> {
        Arrays.fill(wall, (byte) 3);
        return 0;
      })).getMessage().contains("must hold the tiles it came with"), "");
      check(table.over(), "a refused start changed the table");
      int[] meddled = {0};
      table.start((hand, wall) -> {
        for (Runnable call : new Runnable[] {() -> table.start(1), () -> table.view(0), () -> table.play(0, 0), table::save, table::close})
          if (thrown(IllegalStateException.class, call).getMessage().contains("in the middle of a step")) ++meddled[0];
        return hand;
      });
      check(meddled[0] == 5, meddled[0]);
    }
  }

  static void testClosedObjectsSaySo() {
    Flow flow = Flow.open("erren");
    Table table = flow.table();
    table.start(1);
    flow.close();
    flow.close();
    thrown(IllegalStateException.class, flow::table);
    thrown(IllegalStateException.class, flow::info);
    table.play(table.seat(), 0); // it keeps its flow
    table.close();
    table.close();
    thrown(IllegalStateException.class, () -> table.view(0));
    thrown(IllegalStateException.class, () -> table.start(1));
  }

  static void testThreadsShareAFlow() throws InterruptedException {
    try (Flow flow = Flow.open("erren")) {
      long[] hashes = new long[3];
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < hashes.length; ++i) {
        int own = i;
        threads.add(new Thread(() -> {
          try (Table table = flow.table()) {
            for (table.start(5); !table.over();) table.play(table.seat(), 0);
            hashes[own] = table.hash();
          }
        }));
      }
      for (Thread thread : threads) thread.start();
      for (Thread thread : threads) thread.join();
      check(hashes[0] != 0 && hashes[0] == hashes[1] && hashes[1] == hashes[2], Arrays.toString(hashes));
    }
  }

  private static long resident() throws java.io.IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status")))
      if (line.startsWith("VmRSS:")) return Long.parseLong(line.replaceAll("\\D", ""));
    return 0;
  }

  static void testNothingLeaks() throws Exception {
    for (int round = 0; round < 2; ++round) {
      long before = resident();
      // Closed, and left to the collector.
      for (int i = 0; i < 60; ++i) {
        try (Flow flow = Flow.open("erren"); Table table = flow.table()) {
          table.start(i);
          for (int n = 0; n < 50; ++n) table.play(table.seat(), 0);
        }
        Flow flow = Flow.open("erren");
        flow.table().start(i);
        flow.close();
        if (i % 10 == 0) System.gc();
      }
      check(round == 0 || resident() - before < 60_000, resident() - before + " kB more");
    }
  }

  public static void main(String[] words) throws Exception {
    int tests = 0;
    for (var method : MlfTest.class.getDeclaredMethods()) {
      if (!method.getName().startsWith("test")) continue;
      try {
        method.invoke(null);
      } catch (java.lang.reflect.InvocationTargetException error) {
        throw new AssertionError(method.getName(), error.getCause());
      }
      ++tests;
    }
    System.out.println(tests + " tests pass");
  }
}
