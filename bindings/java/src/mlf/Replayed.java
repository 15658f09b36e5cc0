package mlf;

/** A journal played to its end. `hash` is that of the last state; `complete`: the end was reached with the same hash. */
public record Replayed(long hash, int accepted, int refused, int hands, boolean complete) {}
