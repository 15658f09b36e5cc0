package mlf;

/** Who looks, besides the persons 0..people-1. */
public final class Viewer {
  private Viewer() {}

  /** Somebody who sees what everybody sees. */
  public static final int SPECTATOR = -1;
  /** Somebody who sees all. */
  public static final int FULL = -2;
}
