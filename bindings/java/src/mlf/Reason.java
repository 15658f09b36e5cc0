package mlf;

/** Why something is not allowed. */
public record Reason(String id, String zh, String en) {}
