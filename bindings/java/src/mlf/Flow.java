package mlf;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An opened variant. It never changes, and any number of threads use it at once. Its memory is freed by {@link #close} and the close of its
 * last table.
 */
public final class Flow implements AutoCloseable {
  private final long handle;
  private final int seats, people;
  private int users = 1;
  private boolean closed;

  private Flow(long handle) {
    this.handle = handle;
    Memory sizes = new Memory(24);
    Library.check(Library.mlf_sizes_of(handle, sizes));
    seats = sizes.getInt(0);
    people = sizes.getInt(4);
  }

  /** Version of the library: "0.2.0". */
  public static String version() { return Library.mlf_version(); }

  /** Loads a plug-in (.so) with parts and variants for the rest of the process. With an exception nothing is loaded. */
  public static void loadPlugin(String file) {
    Memory name = Library.text(file);
    Library.faulty(faults -> Library.mlf_load_plugin(name, faults));
  }

  /** All variants with their options and presets, as JSON. `folder` is searched first; it may be null. */
  public static String variants(String folder) {
    Memory dir = folder == null ? null : Library.text(folder);
    return textOf(Library.writtenOrFaulty((out, faults) -> Library.mlf_variants_json(dir, out, faults)));
  }

  /** Opens a variant with its defaults. */
  public static Flow open(String variant) { return open(variant, Map.of(), null); }

  /** Opens a variant with options; the others have their defaults. The option `preset` names a preset. */
  public static Flow open(String variant, Map<String, String> options) { return open(variant, options, null); }

  /**
   * `variant`: the id of an embedded variant, a folder with a variant.yaml, or a YAML file. `folder` is searched for variants first; it may
   * be null. Opening again reads changed files again: tables keep the flow that they began with.
   */
  public static Flow open(String variant, Map<String, String> options, String folder) {
    Memory name = Library.text(variant), dir = folder == null ? null : Library.text(folder);
    Memory list = new Memory(16L * (options.size() + 1)), opened = new Memory(8);
    List<Memory> kept = new ArrayList<>();
    for (Map.Entry<String, String> option : options.entrySet()) {
      Memory key = Library.text(option.getKey()), value = Library.text(option.getValue());
      list.setPointer(8L * kept.size(), key);
      list.setPointer(8L * kept.size() + 8, value);
      kept.add(key);
      kept.add(value);
    }
    Library.faulty(faults -> Library.mlf_open(name, list, options.size(), dir, opened, faults));
    return new Flow(opened.getLong(0));
  }

  /** Seats of a table: 2 to 4. */
  public int seats() { return seats; }

  /** Possible actors: seats, or more with persons without a seat. */
  public int people() { return people; }

  /** Hash of the behaviour. */
  public long fingerprint() { return use(Library::mlf_fingerprint); }

  /** Names, options and nodes, as JSON. */
  public String info() { return use(flow -> Library.writtenText(out -> Library.mlf_flow_json(flow, out))); }

  /** A table for any number of matches. */
  public Table table() { return new Table(this, false); }

  /** A table that keeps the journal of its match. */
  public Table recordedTable() { return new Table(this, true); }

  /** An action in words: "2 peng 5p". */
  public String text(Action action) {
    Memory own = bytesOf(action);
    return use(flow -> Library.writtenText(out -> Library.mlf_action_text(flow, Library.address(own), out)));
  }

  /** The id of the node of an action: "peng"; "timeout" of a timeout, which has no node. */
  public String node(Action action) { return text(action).split(" ")[1]; }

  /** Reads such a line. */
  public Action parse(String line) {
    Memory text = Library.text(line), own = new Memory(16);
    return use(flow -> {
      Library.faulty(faults -> Library.mlf_action_from_text(flow, text, Library.address(own), faults));
      return actionOf(own);
    });
  }

  /** The action object of docs/en/json.md. */
  public String json(Action action) {
    Memory own = bytesOf(action);
    return use(flow -> Library.writtenText(out -> Library.mlf_action_json(flow, Library.address(own), out)));
  }

  /** Reads such an object. */
  public Action fromJson(String json) {
    Memory text = Library.text(json), own = new Memory(16);
    return use(flow -> {
      Library.faulty(faults -> Library.mlf_action_from_json(flow, text, text.size() - 1, Library.address(own), faults));
      return actionOf(own);
    });
  }

  /** Tiles, as numbers of mlf.h, as one word: "123m5z". */
  public String piecesText(byte[] pieces) {
    Memory own = Library.bytes(pieces);
    return use(flow -> Library.writtenText(out -> Library.mlf_pieces_text(flow, own, pieces.length, out)));
  }

  /** Reads such a word. */
  public byte[] parsePieces(String word) {
    Memory text = Library.text(word), room = new Memory(144), count = new Memory(8);
    return use(flow -> {
      int code = Library.mlf_pieces_from_text(flow, text, room, room.size(), count);
      if (code != 0) throw MlfException.of(code, code == 3 ? '"' + word + "\" is no row of tiles; they look like 123m5z" : null);
      return room.getByteArray(0, (int) count.getLong(0));
    });
  }

  /** Judges a hand outside a game: an object of `mlf score` as JSON, and the object that it prints. */
  public String score(String json) {
    Memory text = Library.text(json);
    return use(flow -> textOf(Library.writtenOrFaulty((out, faults) -> Library.mlf_score(flow, text, text.size() - 1, out, faults))));
  }

  /**
   * How far a hand outside any variant is from complete: an object of `mlf hand` as JSON, and the object that it prints. `copies`: the most
   * tiles of one kind, 1 to 7.
   */
  public static String hand(String json, int copies) {
    Memory text = Library.text(json);
    return textOf(Library.writtenOrFaulty((out, faults) -> Library.mlf_hand(text, text.size() - 1, copies, out, faults)));
  }

  /**
   * Bots play many hands, in `threads` threads, which change no result. `bots`: the name of a bot, or one for each seat with commas between.
   * The result is the object that `mlf sim --json` prints.
   */
  public String simulate(long hands, long seed, int threads, String bots) {
    Memory own = Library.text(bots);
    return use(flow -> textOf(Library.writtenOrFaulty(
        (out, faults) -> Library.mlf_simulate(flow, hands, seed, threads, own, out, faults))));
  }

  /** Draws the chart of the variant in Chinese and English. */
  public byte[] chart(String format) { return chart(format, null); }

  /** `format`: dot, svg, json, mmd (Mermaid), png or pdf; svg, png and pdf need Graphviz. `lang`: null for both languages. */
  public byte[] chart(String format, Lang lang) {
    Memory own = Library.text(format);
    int number = lang == null ? Lang.values().length : lang.ordinal();
    return use(flow -> Library.writtenOrFaulty((out, faults) -> Library.mlf_chart(flow, own, number, out, faults)));
  }

  /** Replays a journal in either form. */
  public Replayed replay(byte[] journal) {
    Memory own = Library.bytes(journal), report = new Memory(24);
    return use(flow -> {
      Library.faulty(faults -> Library.mlf_replay(flow, own, journal.length, 0, report, faults));
      return new Replayed(report.getLong(0), report.getInt(8), report.getInt(12), report.getInt(16), report.getInt(20) != 0);
    });
  }

  /** Frees the flow after its last table. Everything that uses it later throws an IllegalStateException. */
  @Override
  public synchronized void close() {
    if (closed) return;
    closed = true;
    release();
  }

  private static String textOf(byte[] bytes) { return new String(bytes, java.nio.charset.StandardCharsets.UTF_8); }

  static Memory bytesOf(Action action) {
    Memory own = new Memory(16);
    own.setLong(0, action.low());
    own.setLong(8, action.high());
    return own;
  }

  static Action actionOf(Pointer own) { return new Action(own.getLong(0), own.getLong(8)); }

  interface Use<Result> {
    Result of(long flow);
  }

  /** Runs `use`; another thread cannot free the flow meanwhile. */
  private <Result> Result use(Use<Result> use) {
    long flow = take();
    try {
      return use.of(flow);
    } finally {
      release();
    }
  }

  /** The flow for one more user, who calls {@link #release}. */
  synchronized long take() {
    if (closed) throw new IllegalStateException("this flow was closed");
    ++users;
    return handle;
  }

  synchronized void release() {
    if (--users == 0) Library.mlf_close(handle);
  }
}
