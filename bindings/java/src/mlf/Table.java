package mlf;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.ToIntFunction;

/**
 * A match in play. What it says is of the last step that was accepted: after an exception it is as before. A step takes no memory. One
 * thread at a time uses it, others wait; a {@link Chance} must not use its own table.
 */
public final class Table implements AutoCloseable {
  /** Of a match. `BLANK`: not started; `WAITS`: the answer is stored and others are asked. */
  public enum Status { RESTS, WAITS, OVER, REFUSED, BLANK }

  private static final Status[] STATUSES = Status.values();
  private static final Cleaner CLEANER = Cleaner.create();
  // The parts of the memory of a table.
  private static final int HEAD = Library.RECORDS, HEAD_SIZE = 32, ACTION = HEAD + 2 * HEAD_SIZE, CHANCE = ACTION + 16, SIZE = CHANCE + 16;

  /** What is freed, by close or by the collector. */
  private static final class Held implements Runnable {
    final Flow owner;
    final long flow;
    long recorder, response, next;

    Held(Flow owner) {
      this.owner = owner;
      flow = owner.take();
    }

    @Override
    public void run() {
      Library.mlf_recorder_free(recorder);
      Library.mlf_response_free(response);
      Library.mlf_response_free(next);
      owner.release();
    }
  }

  private interface OfHand extends Callback {
    int call(Pointer context, int hand, Pointer out);
  }

  private interface Step {
    int of(long response);
  }

  private final Held held;
  private final Cleaner.Cleanable cleanable;
  private final boolean recorded;
  private final Memory memory = new Memory(SIZE + 64);
  private final long base;
  private final ByteBuffer view;
  private int head = HEAD, nextHead = HEAD + HEAD_SIZE;
  private boolean inStep, closed, ended;
  private Chance chance;
  private final OfHand ofHand = this::decide;
  private Throwable thrown;

  Table(Flow flow, boolean recorded) {
    this.recorded = recorded;
    held = new Held(flow);
    cleanable = CLEANER.register(this, held);
    memory.clear();
    // Aligned as the library likes it.
    int start = (int) (-Library.address(memory) & 63);
    base = Library.address(memory) + start;
    view = memory.getByteBuffer(start, SIZE).order(java.nio.ByteOrder.nativeOrder());
    view.putInt(head, Status.BLANK.ordinal());
    Library.check(Library.mlf_blank(held.flow, base));
    held.response = made(Library::mlf_response_new);
    held.next = made(Library::mlf_response_new);
  }

  private static long made(ToIntFunction<Pointer> make) {
    Memory out = new Memory(8);
    Library.check(make.applyAsInt(out));
    return out.getLong(0);
  }

  /** Frees the table at once; the collector does it later. */
  @Override
  public synchronized void close() {
    if (inStep) throw new IllegalStateException("this table is in the middle of a step");
    closed = true;
    cleanable.clean();
  }

  private void use() {
    if (closed) throw new IllegalStateException("this table was closed");
    if (inStep) throw new IllegalStateException("this table is in the middle of a step: its chance must not use it");
  }

  // ---- Steps ----

  /** Starts a match from a seed. */
  public synchronized void start(long seed) {
    use();
    renew();
    step(response -> held.recorder != 0 ? Library.mlf_recorder_start(held.recorder, base, seed, response)
                                        : Library.mlf_start(held.flow, base, seed, response));
    chance = null;
  }

  /** Starts a match whose chance is the caller's; later steps ask it too. */
  public synchronized void start(Chance chance) {
    use();
    if (chance == null) throw new NullPointerException("the chance is null: pass a function, or a seed");
    Chance before = this.chance;
    this.chance = chance;
    chanceStruct();
    try {
      renew();
      step(response -> held.recorder != 0 ? Library.mlf_recorder_start_with(held.recorder, base, base + CHANCE, response)
                                          : Library.mlf_start_with(held.flow, base, base + CHANCE, response));
    } catch (RuntimeException | Error error) {
      this.chance = before;
      throw error;
    }
  }

  private void chanceStruct() {
    memory.setPointer(base - Library.address(memory) + CHANCE, CallbackReference.getFunctionPointer(ofHand));
  }

  /** One step. */
  public synchronized void process(Action action) {
    use();
    view.putLong(ACTION, action.low());
    view.putLong(ACTION + 8, action.high());
    processed();
  }

  /** Plays number `n`, from 0, of the legal actions of a seat. */
  public synchronized void play(int seat, long n) {
    use();
    nth(seat, n);
    processed();
  }

  private void processed() {
    step(response -> {
      if (held.recorder != 0)
        return chance == null ? Library.mlf_recorder_process(held.recorder, base, base + ACTION, response)
                              : Library.mlf_recorder_process_with(held.recorder, base, base + ACTION, base + CHANCE, response);
      return chance == null ? Library.mlf_process(held.flow, base, base + ACTION, response)
                            : Library.mlf_process_with(held.flow, base, base + ACTION, base + CHANCE, response);
    });
  }

  private void step(Step step) {
    inStep = true;
    thrown = null;
    int code;
    try {
      code = step.of(held.next);
    } finally {
      inStep = false;
    }
    if (thrown instanceof RuntimeException error) throw error;
    if (thrown instanceof Error error) throw error;
    if (code == 1) throw refused();
    Library.check(code);
    Library.check(Library.mlf_response_head_of(held.next, base + nextHead));
    long response = held.response;
    held.response = held.next;
    held.next = response;
    int at = head;
    head = nextHead;
    nextHead = at;
  }

  private MlfException refused() {
    Memory refusal = new Memory(64);
    Library.check(Library.mlf_response_refusal(held.next, refusal));
    return new MlfException.Refused(Library.string(refusal, 0), Library.string(refusal, 16), Library.string(refusal, 48), Library.string(refusal, 32));
  }

  private int decide(Pointer context, int hand, Pointer out) {
    try {
      byte[] tiles = out.getByteArray(16, out.getInt(8)), wall = tiles.clone();
      long seed = chance.ofHand(hand, wall);
      byte[] ordered = wall.clone();
      Arrays.sort(ordered);
      if (!Arrays.equals(ordered, tiles)) throw new IllegalArgumentException("the wall of a chance must hold the tiles it came with, in any order");
      out.setLong(0, seed);
      out.write(16, wall, 0, wall.length);
      return 0;
    } catch (Throwable error) {
      thrown = error;
      return 1;
    }
  }

  // ---- The last step ----

  public synchronized Status status() { return STATUSES[view.getInt(head)]; }

  public synchronized boolean over() { return view.getInt(head) == Status.OVER.ordinal(); }

  /** Milliseconds to answer; 0 = no limit. */
  public synchronized int deadlineMs() { return view.getInt(head + 4); }

  /** Number of the window. */
  public synchronized int ask() { return view.getInt(head + 8); }

  /** Actions accepted so far. */
  public synchronized int version() { return view.getInt(head + 12); }

  /** The seats that may answer now, as bits: 1 is seat 0. */
  public synchronized int asked() { return view.get(head + 25) & 255; }

  /** The lowest seat asked; -1 = none. */
  public synchronized int seat() { return asked() == 0 ? -1 : Integer.numberOfTrailingZeros(asked()); }

  /** Number of distinct legal actions of a seat. */
  public synchronized long count(int seat) {
    use();
    return Library.mlf_response_action_count(held.response, seat);
  }

  /** Number `n`, from 0, of them. */
  public synchronized Action action(int seat, long n) {
    use();
    nth(seat, n);
    return own();
  }

  private void nth(int seat, long n) {
    int code = Library.mlf_response_action(held.response, seat, n, base + ACTION);
    if (code != 0) throw MlfException.of(code, "seat " + seat + " has no action " + n + "; see count()");
  }

  private Action own() { return new Action(view.getLong(ACTION), view.getLong(ACTION + 8)); }

  /** All of them. */
  public Iterable<Action> actions(int seat) {
    return () -> new Iterator<>() {
      private long n;

      @Override
      public boolean hasNext() { return n < count(seat); }

      @Override
      public Action next() {
        if (!hasNext()) throw new NoSuchElementException();
        return action(seat, n++);
      }
    };
  }

  /** What a timeout plays for a seat that is asked. */
  public synchronized Action defaultAction(int seat) {
    use();
    Library.check(Library.mlf_default(held.flow, base, seat, base + ACTION));
    return own();
  }

  /** The events of the step as a viewer sees them, in order. */
  public synchronized List<Event> events(int viewer) {
    use();
    Memory count = new Memory(8), room = new Memory(64L * 64);
    int code = Library.mlf_response_events(held.flow, held.response, viewer, room, room.size() / 64, count);
    if (code == MlfException.ROOM) {
      room = new Memory(64 * count.getLong(0));
      code = Library.mlf_response_events(held.flow, held.response, viewer, room, room.size() / 64, count);
    }
    Library.check(code);
    List<Event> events = new ArrayList<>();
    for (long at = 0; at < 64 * count.getLong(0); at += 64) {
      List<Integer> pieces = new ArrayList<>();
      for (int i = 0; i < room.getByte(at + 38); ++i) pieces.add((int) room.getByte(at + 39 + i));
      events.add(new Event(Library.string(room, at), Library.string(room, at + 16), room.getInt(at + 32), room.getByte(at + 36),
          room.getByte(at + 37), List.copyOf(pieces)));
    }
    return events;
  }

  /** Events, choices and defaults as JSON, as a viewer may see them. */
  public synchronized String json(int viewer) {
    use();
    return Library.writtenText(out -> Library.mlf_response_json(held.flow, held.response, viewer, out));
  }

  // ---- Looking ----

  /** The choices at this rest as JSON, as a viewer may know them. */
  public synchronized String choices(int viewer) {
    use();
    return Library.writtenText(out -> Library.mlf_choices_json(held.flow, base, viewer, out));
  }

  /** The table as JSON, as a viewer may see it. */
  public synchronized String view(int viewer) {
    use();
    return Library.writtenText(out -> Library.mlf_view_json(held.flow, base, viewer, out));
  }

  /** The state of the table and its reasons, in words. */
  public synchronized String explain(int viewer, Lang lang) {
    use();
    return Library.writtenText(out -> Library.mlf_explain(held.flow, base, viewer, lang.ordinal(), out));
  }

  /** Why a seat may not take a node now; null when it may. */
  public synchronized Reason whyNot(int seat, String node) {
    use();
    Memory refusal = new Memory(64), id = Library.text(node);
    Library.check(Library.mlf_why_not(held.flow, base, seat, Library.mlf_node(held.flow, id), refusal));
    Reason reason = new Reason(Library.string(refusal, 16), Library.string(refusal, 32), Library.string(refusal, 48));
    return reason.id().isEmpty() ? null : reason;
  }

  /** Hash of the records, equal on all machines. */
  public synchronized long hash() {
    use();
    return Library.mlf_hash(base);
  }

  // ---- Keeping ----

  /** The records with fingerprint and checksum, for a file or another process. */
  public synchronized byte[] save() {
    use();
    Memory saved = new Memory(4096), size = new Memory(8);
    Library.check(Library.mlf_save(held.flow, base, saved, saved.size(), size));
    return saved.getByteArray(0, (int) size.getLong(0));
  }

  /**
   * Goes on at what {@link #save} wrote, and validates it. Every seat that is asked may answer; there are no events. `chance` is that of
   * the match, or null.
   */
  public synchronized void restore(byte[] saved, Chance chance) {
    use();
    if (recorded) throw new IllegalStateException("a journal begins with the match; restore into a table without one");
    Memory bytes = Library.bytes(saved), restored = new Memory(Library.RECORDS);
    Library.faulty(faults -> Library.mlf_restore(held.flow, bytes, saved.length, Library.address(restored), faults));
    step(response -> Library.mlf_response_at(held.flow, Library.address(restored), response));
    memory.write(base - Library.address(memory), restored.getByteArray(0, Library.RECORDS), 0, Library.RECORDS);
    this.chance = chance;
    if (chance != null) chanceStruct();
  }

  // ---- The journal ----

  /** A recorder for the next match. */
  private void renew() {
    if (!recorded) return;
    Library.mlf_recorder_free(held.recorder);
    held.recorder = 0;
    ended = false;
    held.recorder = made(out -> Library.mlf_recorder_new(held.flow, out));
  }

  /** The journal of the match so far, refused actions too: text, or binary. It ends with the match. */
  public synchronized byte[] journal(boolean binary) {
    use();
    if (held.recorder == 0) throw new IllegalStateException("this table keeps no journal; see Flow.recordedTable()");
    if (over() && !ended) {
      Library.check(Library.mlf_recorder_end(held.recorder, base));
      ended = true;
    }
    return Library.written(out -> Library.mlf_recorder_journal(held.recorder, binary ? 1 : 0, out));
  }
}
