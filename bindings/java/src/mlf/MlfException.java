package mlf;

/** What the library refuses. After it nothing has changed. */
public class MlfException extends RuntimeException {
  private static final long serialVersionUID = 1;
  static final int ROOM = 5;

  /** The kind, as the codes of mlf.h. */
  public enum Code { REFUSED, ARGUMENT, FAULTY, OTHER_FLOW, MEMORY, INTERNAL }

  private final Code code;
  private final String reason, file, refusal, zh;
  private final int line, column;

  private MlfException(Code code, String text, String reason, String file, int line, int column, String refusal, String zh) {
    super(code + ": " + text);
    this.code = code;
    this.reason = reason;
    this.file = file;
    this.line = line;
    this.column = column;
    this.refusal = refusal;
    this.zh = zh;
  }

  /** The flow refused the action. */
  public static final class Refused extends MlfException {
    private static final long serialVersionUID = 1;

    Refused(String refusal, String reason, String en, String zh) {
      super(Code.REFUSED, refusal + ": " + en, reason, "", 0, 0, refusal, zh);
    }
  }

  static MlfException of(int number, String text, String reason, String file, int line, int column) {
    Code code = switch (number) {
      case 1 -> Code.REFUSED;
      case 2 -> Code.ARGUMENT;
      case 3 -> Code.FAULTY;
      case 4 -> Code.OTHER_FLOW;
      case 6 -> Code.MEMORY;
      default -> Code.INTERNAL;
    };
    String usual = switch (code) {
      case ARGUMENT -> "a seat, node, viewer or number is out of range";
      case OTHER_FLOW -> "the records belong to another flow, or no match was started in them";
      default -> Library.mlf_code_name(number);
    };
    return new MlfException(code, text == null ? usual : text, reason, file, line, column, "", "");
  }

  static MlfException of(int number, String text) {
    return of(number, text, "", "", 0, 0);
  }

  /** The kind. */
  public Code code() { return code; }

  /** Of faults: the code of the first, "O02"; of a refusal: the id of the reason. */
  public String reason() { return reason; }

  /** Of refusals: "not_asked", "stale_ask" ... */
  public String refusal() { return refusal; }

  /** Of refusals: the sentence in Chinese; the message has the English one. */
  public String zh() { return zh; }

  /** Of faults: file, line and column of the first; from 1, 0 = unknown. The message has all of them. */
  public String file() { return file; }

  /** As of {@link #file}. */
  public int line() { return line; }

  /** As of {@link #file}. */
  public int column() { return column; }
}
