package mlf;

/** Decides all random choices of a hand in place of a seed (docs/en/fair.md). */
@FunctionalInterface
public interface Chance {
  /**
   * `wall` has all tiles of the game in ascending order, as numbers of mlf.h. Put them in another order, the next draw first, and return the
   * seed of all other random choices of hand `hand`, from 0. What it throws is thrown by the step, after which the table is as before.
   */
  long ofHand(int hand, byte[] wall);
}
