import java.util.Map;
import mlf.Flow;
import mlf.Lang;
import mlf.MlfException;
import mlf.Table;

/** A first program: a match by the first legal action, what a seat may do, and a hand judged. */
public final class First {
  private First() {}

  public static void main(String[] args) {
    try (Flow flow = Flow.open("erren", Map.of("hands", "2")); Table table = flow.table(); Flow xueliu = Flow.open("xueliu")) {
      table.start(42);
      int actions = 0;
      for (; !table.over(); ++actions) {
        if (actions == 5) System.out.println(table.explain(table.seat(), Lang.EN)); // what this seat sees and may do, in words
        table.play(table.seat(), 0);
      }
      System.out.printf("erren: %d actions, hash %016x%n", actions, table.hash());
      try {
        table.process(flow.parse("0 discard 1m"));
      } catch (MlfException error) {
        System.out.println("after the end: " + error.getMessage());
      }
      System.out.println(xueliu.score("{\"hand\":\"123m456m789m12p55p\",\"win\":\"3p\",\"by\":\"self_draw\"}"));
    }
  }
}
