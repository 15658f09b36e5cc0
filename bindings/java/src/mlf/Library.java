package mlf;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

/** The functions of libmlf_c.so by direct mapping, and the structs that they share. Pointers are numbers. */
final class Library {
  static {
    Native.register(Library.class, "mlf_c");
  }

  private Library() {}

  static native String mlf_version();
  static native String mlf_code_name(int code);
  static native int mlf_load_plugin(Pointer file, Pointer faults);
  static native int mlf_open(Pointer name, Pointer options, long count, Pointer folder, Pointer flow, Pointer faults);
  static native void mlf_close(long flow);
  static native long mlf_fingerprint(long flow);
  static native int mlf_sizes_of(long flow, Pointer sizes);
  static native int mlf_node(long flow, Pointer id);
  static native int mlf_flow_json(long flow, Pointer out);
  static native int mlf_variants_json(Pointer folder, Pointer out, Pointer faults);
  static native int mlf_blank(long flow, long records);
  static native long mlf_hash(long records);
  static native int mlf_save(long flow, long records, Pointer out, long room, Pointer size);
  static native int mlf_restore(long flow, Pointer bytes, long size, long records, Pointer faults);
  static native int mlf_action_text(long flow, long action, Pointer out);
  static native int mlf_action_from_text(long flow, Pointer text, long action, Pointer faults);
  static native int mlf_action_json(long flow, long action, Pointer out);
  static native int mlf_action_from_json(long flow, Pointer json, long size, long action, Pointer faults);
  static native int mlf_pieces_text(long flow, Pointer pieces, long count, Pointer out);
  static native int mlf_pieces_from_text(long flow, Pointer text, Pointer pieces, long room, Pointer count);
  static native int mlf_response_new(Pointer response);
  static native void mlf_response_free(long response);
  static native int mlf_start(long flow, long records, long seed, long response);
  static native int mlf_start_with(long flow, long records, long chance, long response);
  static native int mlf_process(long flow, long records, long action, long response);
  static native int mlf_process_with(long flow, long records, long action, long chance, long response);
  static native int mlf_default(long flow, long records, int seat, long action);
  static native int mlf_response_at(long flow, long records, long response);
  static native int mlf_response_head_of(long response, long head);
  static native int mlf_response_refusal(long response, Pointer refusal);
  static native int mlf_response_events(long flow, long response, int viewer, Pointer out, long room, Pointer count);
  static native long mlf_response_action_count(long response, int seat);
  static native int mlf_response_action(long response, int seat, long n, long action);
  static native int mlf_response_json(long flow, long response, int viewer, Pointer out);
  static native int mlf_choices_json(long flow, long records, int viewer, Pointer out);
  static native int mlf_view_json(long flow, long records, int viewer, Pointer out);
  static native int mlf_why_not(long flow, long records, int seat, int node, Pointer refusal);
  static native int mlf_explain(long flow, long records, int viewer, int lang, Pointer out);
  static native int mlf_recorder_new(long flow, Pointer recorder);
  static native void mlf_recorder_free(long recorder);
  static native int mlf_recorder_start(long recorder, long records, long seed, long response);
  static native int mlf_recorder_start_with(long recorder, long records, long chance, long response);
  static native int mlf_recorder_process(long recorder, long records, long action, long response);
  static native int mlf_recorder_process_with(long recorder, long records, long action, long chance, long response);
  static native int mlf_recorder_end(long recorder, long records);
  static native int mlf_recorder_journal(long recorder, int binary, Pointer out);
  static native int mlf_replay(long flow, Pointer journal, long size, long records, Pointer report, Pointer faults);

  static native int mlf_score(long flow, Pointer json, long size, Pointer out, Pointer faults);
  static native int mlf_hand(Pointer json, long size, int copies, Pointer out, Pointer faults);
  static native int mlf_simulate(long flow, long hands, long seed, int threads, Pointer bots, Pointer out, Pointer faults);
  static native int mlf_chart(long flow, Pointer format, int lang, Pointer out, Pointer faults);

  static final int RECORDS = 2048;

  /** A text with a zero byte at its end. */
  static Memory text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Memory memory = new Memory(bytes.length + 1L);
    memory.write(0, bytes, 0, bytes.length);
    memory.setByte(bytes.length, (byte) 0);
    return memory;
  }

  /** Never empty: JNA has no memory of 0 bytes. */
  static Memory bytes(byte[] bytes) {
    Memory memory = new Memory(Math.max(1, bytes.length));
    memory.write(0, bytes, 0, bytes.length);
    return memory;
  }

  static String string(Pointer struct, long offset) {
    long size = struct.getLong(offset + 8);
    return size == 0 ? "" : new String(struct.getPointer(offset).getByteArray(0, (int) size), StandardCharsets.UTF_8);
  }

  static void check(int code) {
    if (code != 0) throw MlfException.of(code, null);
  }

  /** Runs `call` with room for faults, which become the exception. */
  static void faulty(ToIntFunction<Pointer> call) {
    Memory faults = new Memory(288), room = new Memory(1 << 16);
    faults.clear();
    faults.setPointer(0, room);
    faults.setLong(8, room.size());
    int code = call.applyAsInt(faults);
    if (code == 0) return;
    if (faults.getInt(24) == 0) throw MlfException.of(code, null);
    throw MlfException.of(code, room.getString(0, "UTF-8").stripTrailing(), faults.getString(36, "UTF-8"), faults.getString(44, "UTF-8"),
        faults.getInt(28), faults.getInt(32));
  }

  /** What `write` writes. */
  static byte[] written(ToIntFunction<Pointer> write) {
    Memory out = new Memory(24), room = new Memory(4096);
    for (;;) {
      out.setPointer(0, room);
      out.setLong(8, room.size());
      int code = write.applyAsInt(out);
      if (code == 0) return room.getByteArray(0, (int) out.getLong(16));
      if (code != MlfException.ROOM) throw MlfException.of(code, null);
      room = new Memory(out.getLong(16) + 1);
    }
  }

  /** What `write` writes, or its faults as the exception. */
  static byte[] writtenOrFaulty(ToIntBiFunction<Pointer, Pointer> write) {
    byte[][] bytes = new byte[1][];
    faulty(faults -> {
      int[] code = new int[1];
      try {
        bytes[0] = written(out -> code[0] = write.applyAsInt(out, faults));
      } catch (MlfException error) {
        return code[0];
      }
      return 0;
    });
    return bytes[0];
  }

  static String writtenText(ToIntFunction<Pointer> write) {
    return new String(written(write), StandardCharsets.UTF_8);
  }

  /** The memory of a struct, as Java reads it without a call. */
  static ByteBuffer view(Memory memory) {
    return memory.getByteBuffer(0, memory.size()).order(java.nio.ByteOrder.nativeOrder());
  }

  static long address(Memory memory) {
    return Pointer.nativeValue(memory);
  }
}
