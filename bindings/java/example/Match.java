import java.util.Map;
import mlf.Action;
import mlf.Chance;
import mlf.Flow;
import mlf.Table;

/** Plays a whole match of each variant named, and prints a line for each: variant, seed, actions, hash. With -c it shuffles the walls itself. */
public final class Match {
  private Match() {}

  private static long word(long seed, long n) {
    long z = seed + 0x9E3779B97F4A7C15L * n;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** The wall of each hand by Fisher-Yates from words of SplitMix64. A server takes words that nobody can guess. */
  static Chance shuffled(long seed) {
    return (hand, wall) -> {
      long words = 0;
      for (int i = wall.length; i > 1; --i) {
        int other = (int) Long.remainderUnsigned(word(seed + hand, ++words), i);
        byte tile = wall[i - 1];
        wall[i - 1] = wall[other];
        wall[other] = tile;
      }
      return word(seed + hand, ++words);
    };
  }

  static String play(String variant, long seed, boolean ownChance) {
    try (Flow flow = Flow.open(variant, Map.of()); Table table = flow.table()) {
      if (ownChance) table.start(shuffled(seed));
      else table.start(seed);
      long actions = 0;
      while (!table.over()) {
        long word = word(seed, ++actions);
        int seat = table.seat();
        if ((word & 7) == 7) table.process(Action.timeout(seat, table.ask()));
        else table.play(seat, Long.remainderUnsigned(word >>> 8, table.count(seat)));
      }
      return String.format("%s %d %d %016x", variant, seed, actions, table.hash());
    }
  }

  /** Variants to play, plug-ins ("file.so") to load before those behind them, and -c. */
  public static void main(String[] words) {
    boolean ownChance = false;
    for (String word : words) {
      if (word.equals("-c")) ownChance = true;
      else if (word.endsWith(".so")) Flow.loadPlugin(word);
      else System.out.println(play(word, 2026, ownChance));
    }
  }
}
