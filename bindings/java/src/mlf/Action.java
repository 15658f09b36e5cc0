package mlf;

/** One move of a seat: the 16 bytes of mlf_action. Flow.text and Flow.json say what it is. */
public record Action(long low, long high) {
  private static final long TIMEOUT = 254;

  /** Plays the default of the seat in the window `ask`. */
  public static Action timeout(int seat, int ask) {
    return new Action(TIMEOUT | (seat & 255L) << 8, ask & 0xFFFFFFFFL);
  }

  /** Number of its node, whose id is {@link Flow#node}; 254 of a timeout. */
  public int node() { return (int) (low & 255); }

  /** The seat that acts. */
  public int seat() { return (byte) (low >>> 8); }

  /** Number of the window that it answers. */
  public int ask() { return (int) high; }

  /** The value, where the action has one. */
  public int value() { return (int) (high >>> 32); }

  /** The tiles that it uses, as numbers of mlf.h. */
  public int[] pieces() {
    int[] pieces = new int[(int) (low >>> 16 & 255)];
    for (int i = 0; i < pieces.length; ++i) pieces[i] = (int) (low >>> 24 + 8 * i & 255);
    return pieces;
  }
}
