package mlf;

import java.util.List;

/** Something that happened. `value` is 0 and a piece 63 where hidden; `text` is a related id, as of a fan, or empty. */
public record Event(String type, String text, int value, int seat, int other, List<Integer> pieces) {}
