import java.lang.management.ManagementFactory;
import mlf.Flow;
import mlf.Table;

/** Actions a second of one core: Speed VARIANT SECONDS. */
public final class Speed {
  private Speed() {}

  private static double now() {
    return 1e-9 * ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  public static void main(String[] words) {
    double seconds = Double.parseDouble(words[1]), best = 0;
    long seed = 0, n = 0;
    try (Flow flow = Flow.open(words[0]); Table table = flow.table()) {
      for (int round = 0; round < 5; ++round) {
        double start = now();
        long first = n;
        while ((n & 1023) != 0 || now() < start + seconds) {
          ++n;
          if (seed == 0 || table.over()) table.start(++seed);
          else table.play(table.seat(), n * 7919 % table.count(table.seat()));
        }
        best = Math.max(best, (n - first) / (now() - start));
      }
    }
    System.out.printf("%.0f%n", best);
  }
}
