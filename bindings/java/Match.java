import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.ptr.PointerByReference;

/** Plays a whole match of each variant named, over libmlf_c.so: variant, seed, actions, hash. */
public final class Match {
  /** The functions of mlf.h that it uses. */
  public interface Mlf extends Library {
    int mlf_load_plugin(String file, Pointer faults);
    int mlf_open(String name, Pointer options, long count, String dir, PointerByReference flow, Pointer faults);
    void mlf_close(Pointer flow);
    int mlf_response_new(PointerByReference response);
    void mlf_response_free(Pointer response);
    int mlf_start(Pointer flow, Pointer records, long seed, Pointer response);
    int mlf_process(Pointer flow, Pointer records, Action action, Pointer response);
    int mlf_response_head_of(Pointer response, Head head);
    long mlf_response_action_count(Pointer response, int seat);
    int mlf_response_action(Pointer response, int seat, long n, Action action);
    long mlf_hash(Pointer records);
    String mlf_code_name(int code);
  }

  @Structure.FieldOrder({"node", "seat", "count", "pieces", "reserved", "ask", "value"})
  public static class Action extends Structure {
    public byte node, seat, count;
    public byte[] pieces = new byte[4];
    public byte reserved;
    public int ask, value;
  }

  @Structure.FieldOrder({"status", "deadlineMs", "ask", "version", "eventCount", "offerCount", "node", "asked", "refusal", "reserved"})
  public static class Head extends Structure {
    public int status, deadlineMs, ask, version, eventCount, offerCount;
    public byte node, asked, refusal, reserved;
  }

  private static final int OVER = 2, TIMEOUT = 254;
  private static final Mlf LIBRARY = Native.load("mlf_c", Mlf.class);

  private static void check(int code) {
    if (code != 0) throw new IllegalStateException(LIBRARY.mlf_code_name(code));
  }

  private static long word(long seed, long n) {
    long z = seed + 0x9E3779B97F4A7C15L * n;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private static String play(String variant, long seed) {
    PointerByReference flow = new PointerByReference(), response = new PointerByReference();
    check(LIBRARY.mlf_open(variant, null, 0, null, flow, null));
    check(LIBRARY.mlf_response_new(response));
    Memory records = new Memory(2048);
    Head head = new Head();
    long actions = 0;
    check(LIBRARY.mlf_start(flow.getValue(), records, seed, response.getValue()));
    for (;;) {
      check(LIBRARY.mlf_response_head_of(response.getValue(), head));
      if (head.status == OVER) break;
      int seat = Integer.numberOfTrailingZeros(head.asked & 255);
      long word = word(seed, ++actions);
      Action action = new Action();
      if ((word & 7) == 7) {
        action.node = (byte) TIMEOUT;
        action.seat = (byte) seat;
        action.ask = head.ask;
      } else {
        long count = LIBRARY.mlf_response_action_count(response.getValue(), seat);
        check(LIBRARY.mlf_response_action(response.getValue(), seat, (word >>> 8) % count, action));
      }
      check(LIBRARY.mlf_process(flow.getValue(), records, action, response.getValue()));
    }
    String line = String.format("%s %d %d %016x", variant, seed, actions, LIBRARY.mlf_hash(records));
    LIBRARY.mlf_response_free(response.getValue());
    LIBRARY.mlf_close(flow.getValue());
    return line;
  }

  /** Variants to play, and plug-ins ("file.so") to load before those behind them. */
  public static void main(String[] names) {
    for (String name : names) {
      if (name.endsWith(".so")) check(LIBRARY.mlf_load_plugin(name, null));
      else System.out.println(play(name, 2026));
    }
  }
}
