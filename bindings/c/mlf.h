/* MajongLogicFlow from C: open a variant, run tables, read what a seat may know.
 *
 *   mlf_flow* flow;
 *   mlf_response* response;
 *   mlf_records records;
 *   mlf_open("xueliu", NULL, 0, NULL, &flow, NULL);
 *   mlf_response_new(&response);
 *   mlf_start(flow, &records, 42, response);
 *   while (mlf_response_head_of(response, &head), head.status != MLF_OVER) { ... mlf_process ... }
 *
 * Errors. Every function that can fail returns an mlf_code. No exception and no signal leaves the
 * library. A call that does not return MLF_OK has changed nothing but the outputs named in its
 * comment.
 *
 * Memory. The caller owns all memory: records and structs are plain values, text goes into buffers
 * of the caller. Only mlf_open, mlf_response_new and mlf_recorder_new make objects, and their
 * counterparts free them. A response keeps its memory between calls, so steps soon allocate
 * nothing. Functions that write JSON or text allocate during the call and free before they return.
 *
 * Strings. Inputs are UTF-8 and end with a zero byte. An mlf_string has a size instead. It belongs
 * to the library or the flow, and is valid until the flow is closed.
 *
 * Threads. There is no global state that changes but the plug-ins of mlf_load_plugin. An mlf_flow
 * is immutable: any number of threads use it at once, and mlf_close comes after the last use. One
 * response, one recorder and one table's records belong to one thread at a time. Different ones are
 * independent.
 *
 * Names. A seat is a number from 0 in turn order; -1 = none. Persons without a seat (yilaidaodi)
 * have the numbers after the seats. A piece is a tile as a number: 0-8 characters, 9-17 dots, 18-26
 * bamboo, 27-33 E S W N white green red, 34 35 44 red fives of the three suits, 36-43 flowers, 63
 * none or hidden. A node is an action of the variant as an index, which is valid within one flow
 * only; store ids. docs/en/json.md describes the JSON. */
#ifndef MLF_H
#define MLF_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MLF_API __attribute__((visibility("default")))
#else
#define MLF_API
#endif

/* Version of this interface. The library exports its symbols with the version MLF_1. Functions may
 * be added to a version; a changed function or struct gets a new one. */
#define MLF_ABI 1
MLF_API int32_t mlf_abi(void);         /* MLF_ABI of the library */
MLF_API const char* mlf_version(void); /* version of the project, "0.2.0" */

/* ---- Codes ---- */

typedef int32_t mlf_code;
enum {
  MLF_OK = 0,
  MLF_REFUSED = 1,  /* the flow refused the action; the response holds the reason */
  MLF_ARGUMENT = 2, /* a null pointer, or a seat, node, number or enum out of range */
  MLF_FAULTY = 3,   /* text or bytes from outside have faults; see mlf_faults */
  MLF_OTHER_FLOW =
      4,           /* the records belong to another flow, another version, or were never started */
  MLF_ROOM = 5,    /* the output is larger than the room; its size is set */
  MLF_MEMORY = 6,  /* out of memory */
  MLF_INTERNAL = 7 /* a fault of the library */
};
/* "MLF_REFUSED"; "?" for other numbers. Static text. */
MLF_API const char* mlf_code_name(mlf_code code);

enum { MLF_SEATS = 4, MLF_PEOPLE = 8, MLF_PIECES = 45, MLF_NO_PIECE = 63 };
enum { MLF_TIMEOUT = 254, MLF_NO_NODE = 255 };
enum { MLF_ZH = 0, MLF_EN = 1 };

/* Who looks: a person (0..people-1), a spectator, or somebody who sees all. */
enum { MLF_SPECTATOR = -1, MLF_FULL = -2 };

typedef struct mlf_string {
  const char* data;
  size_t size; /* bytes */
} mlf_string;

/* Text that the library writes. Set `data` and `room`. After MLF_OK `data` ends with a zero byte
 * and `size` counts the bytes before it. After MLF_ROOM nothing was written, and `size` + 1 is the
 * room needed. `data` may be NULL if `room` is 0. */
typedef struct mlf_text {
  char* data;
  size_t room; /* bytes */
  size_t size; /* bytes */
} mlf_text;

/* Why an input was not accepted. Every fault is a line of `text`: "file:line:column: code:
 * message". The other members describe the first. Set text.data and text.room, or zero both. A
 * longer text is cut to the room; text.size is its whole size. */
typedef struct mlf_faults {
  mlf_text text;
  int32_t count;
  int32_t line;   /* from 1; 0 = unknown */
  int32_t column; /* from 1; 0 = unknown */
  char code[8];   /* "Y03" */
  char file[244]; /* the end of the name, if it is longer */
} mlf_faults;

/* ---- Plug-ins ---- */

/* Loads a plug-in, a shared library with parts, nodes and variants, for the rest of the process:
 * mlf_open then finds what it has. `file` must belong to root or to the user of this process, must
 * not be writable by others, and must be built with the C++ package of this version. A file that is
 * loaded already is skipped. Any thread may call it at any time; open flows do not change.
 * MLF_FAULTY: nothing was loaded, and `faults`, unless NULL, says why (G01..G05). */
MLF_API mlf_code mlf_load_plugin(const char* file, mlf_faults* faults);

/* ---- Variants ---- */

typedef struct mlf_flow mlf_flow;

typedef struct mlf_option {
  const char* name;
  const char* value;
} mlf_option;

/* Opens a variant and builds it with `count` options; the others have their defaults. The option
 * `preset` names a preset. `name`: the id of an embedded variant, a folder with a variant.yaml, or
 * a YAML file. `variant_dir`: a folder searched for variants first; may be NULL. Reading the file
 * again is opening again: tables keep the flow that they began with. MLF_FAULTY: `faults`, unless
 * NULL, holds all faults, and *flow is NULL. */
MLF_API mlf_code mlf_open(const char* name, const mlf_option* options, size_t count,
                          const char* variant_dir, mlf_flow** flow, mlf_faults* faults);
/* Frees the flow. NULL is allowed. */
MLF_API void mlf_close(mlf_flow* flow);

/* Hash of the behaviour: graph, parts, their parameters and versions. 0 for NULL. */
MLF_API uint64_t mlf_fingerprint(const mlf_flow* flow);

typedef struct mlf_sizes {
  int32_t seats;        /* 2..4 */
  int32_t people;       /* possible actors: seats, or more with persons without a seat */
  int32_t nodes;        /* nodes of the graph */
  int32_t records_used; /* bytes of mlf_records that this flow uses */
  int32_t saved;        /* bytes that mlf_save writes */
  int32_t records;      /* sizeof(mlf_records) */
} mlf_sizes;
/* MLF_ARGUMENT: a null pointer. */
MLF_API mlf_code mlf_sizes_of(const mlf_flow* flow, mlf_sizes* sizes);

/* The id of a node ("peng"); empty if there is none. */
MLF_API mlf_string mlf_node_id(const mlf_flow* flow, int32_t node);
/* The node with this id, or MLF_NO_NODE. */
MLF_API int32_t mlf_node(const mlf_flow* flow, const char* id);
/* The flow as JSON: variant, zh, en, fingerprint, seats, people, options {name: value}, nodes [{id,
 * zh, en, player, payload}] in the order of their numbers, warnings [text]. */
MLF_API mlf_code mlf_flow_json(const mlf_flow* flow, mlf_text* out);
/* All variants as JSON: variants [{id, zh, en, options [{name, type, default, values, low, high,
 * zh, en}], presets [{name, zh, en, options}]}]. `variant_dir` as for mlf_open. */
MLF_API mlf_code mlf_variants_json(const char* variant_dir, mlf_text* out, mlf_faults* faults);

/* ---- Records ---- */

/* The state of a table. A copy is a memcpy. No function needs an alignment; 64 bytes is fastest.
 *
 * Unsafe with bytes of your own: the functions trust records, and damaged records can crash or hang
 * one of them. Bytes of a file, a network or another process come in by mlf_restore, or are checked
 * by mlf_validate first. */
typedef struct mlf_records {
  unsigned char bytes[2048];
} mlf_records;

/* Records of the flow before the start of a match. */
MLF_API mlf_code mlf_blank(const mlf_flow* flow, mlf_records* records);
/* 64-bit hash of all bytes, equal on all machines. 0 for NULL. */
MLF_API uint64_t mlf_hash(const mlf_records* records);

/* Writes the records with a fingerprint and a checksum, for a file or another process. `out` has
 * `room` bytes; *size is set to those needed (mlf_sizes.saved). MLF_ROOM, MLF_OTHER_FLOW. */
MLF_API mlf_code mlf_save(const mlf_flow* flow, const mlf_records* records, void* out, size_t room,
                          size_t* size);
/* Reads what mlf_save wrote. MLF_FAULTY: the bytes are damaged, cut, or of another kind (C01), or
 * damaged inside (R..). MLF_OTHER_FLOW: they are whole and of another flow; `faults` has both
 * fingerprints (C02). */
MLF_API mlf_code mlf_restore(const mlf_flow* flow, const void* bytes, size_t size,
                             mlf_records* records, mlf_faults* faults);

/* Checks records of unknown origin as mlf_restore does, without a checksum. MLF_FAULTY: they are
 * damaged (R02..R06). MLF_OTHER_FLOW: they are of another flow (R01). No other function needs to be
 * asked this way about records that the library made. */
MLF_API mlf_code mlf_validate(const mlf_flow* flow, const mlf_records* records, mlf_faults* faults);

typedef struct mlf_progress {
  uint64_t fingerprint;
  uint32_t version; /* actions accepted */
  uint32_t hand;    /* number of the hand in the match, from 0 */
  uint32_t ask;     /* number of the open window */
  uint8_t node;     /* where the table rests; MLF_NO_NODE before the start */
  uint8_t over;     /* 1 = the match is over */
  uint8_t asked;    /* bit s = seat s may answer now */
  uint8_t reserved;
  int32_t scores[MLF_PEOPLE]; /* of the match, before this hand, by person's place */
  int32_t points[MLF_PEOPLE]; /* of this hand so far */
} mlf_progress;
MLF_API mlf_code mlf_progress_of(const mlf_flow* flow, const mlf_records* records,
                                 mlf_progress* progress);

/* ---- Pieces as text ---- */

/* Tiles in the given order as one word: "123m5z". MLF_ARGUMENT: a piece that the game has not, as
 * MLF_NO_PIECE, or a flow without tiles. */
MLF_API mlf_code mlf_pieces_text(const mlf_flow* flow, const uint8_t* pieces, size_t count,
                                 mlf_text* out);
/* Reads such a word. Writes nothing unless all fit into `room` pieces; *count is their number.
 * MLF_FAULTY: the word is no row of tiles, or of more than 144. MLF_ROOM. */
MLF_API mlf_code mlf_pieces_from_text(const mlf_flow* flow, const char* text, uint8_t* pieces,
                                      size_t room, size_t* count);

/* ---- Actions ---- */

typedef struct mlf_action {
  uint8_t node; /* MLF_TIMEOUT: play the default of the seat */
  int8_t seat;
  uint8_t count; /* pieces used, 0..4 */
  uint8_t pieces[4];
  uint8_t reserved; /* 0 */
  uint32_t ask;     /* number of the window that it answers */
  int32_t value;
} mlf_action;

/* As text: "2 peng 5p". */
MLF_API mlf_code mlf_action_text(const mlf_flow* flow, const mlf_action* action, mlf_text* out);
/* Reads such a line. MLF_FAULTY: faults A01..A06 with the column. */
MLF_API mlf_code mlf_action_from_text(const mlf_flow* flow, const char* text, mlf_action* action,
                                      mlf_faults* faults);
/* As JSON; and read from JSON of `size` bytes. MLF_FAULTY: faults B01..B06 or A... */
MLF_API mlf_code mlf_action_json(const mlf_flow* flow, const mlf_action* action, mlf_text* out);
MLF_API mlf_code mlf_action_from_json(const mlf_flow* flow, const char* json, size_t size,
                                      mlf_action* action, mlf_faults* faults);

/* What a seat may do: a node with its legal payloads. */
enum {
  MLF_NOTHING = 1, /* no payload */
  MLF_PIECE,       /* one piece of `mask` */
  MLF_COMBO,       /* one of `combos`: the piece in question first */
  MLF_SUBSET,      /* `take` pieces out of `pool` */
  MLF_VALUE,       /* a value v, where bit v of `mask` is set */
  MLF_RANGE,       /* a value low..high */
  MLF_BITS         /* a value whose bits are a subset of `mask` */
};
typedef struct mlf_offer {
  int8_t seat;
  uint8_t node;
  uint8_t kind;
  uint8_t take;
  uint8_t same_group; /* 1 = all pieces of one suit */
  uint8_t combo_count;
  uint8_t reserved[2];
  uint64_t mask;
  int32_t low, high;
  uint8_t pool[48];      /* copies of each piece; [45..47] are 0 */
  uint8_t combos[12][4]; /* padded with MLF_NO_PIECE */
} mlf_offer;

/* ---- Responses ---- */

/* The answer to an action. One serves one table after the other. */
typedef struct mlf_response mlf_response;
MLF_API mlf_code mlf_response_new(mlf_response** response);
MLF_API void mlf_response_free(mlf_response* response);

/* Starts a match in `records`, whose old content does not matter. */
MLF_API mlf_code mlf_start(const mlf_flow* flow, mlf_records* records, uint64_t seed,
                           mlf_response* response);
/* One step. MLF_REFUSED: `records` is bit for bit unchanged; the response has the reason and what
 * the seat may do instead. */
MLF_API mlf_code mlf_process(const mlf_flow* flow, mlf_records* records, const mlf_action* action,
                             mlf_response* response);
/* The response as if a step had led to these records, after a restore: status, choices
 * and what a timeout plays, without events. MLF_ARGUMENT: no match was started in them. */
MLF_API mlf_code mlf_response_at(const mlf_flow* flow, const mlf_records* records,
                                 mlf_response* response);

/* ---- Chance of the caller ----
 *
 * The seed of a match reveals every hand of it. Players who must not guess a wall need a source
 * that decides one hand at a time (docs/en/fair.md). */

enum { MLF_WALL = 144 };
/* All random decisions of a hand. */
typedef struct mlf_hand_chance {
  uint64_t seed;  /* of dice, directions and all other random choices except the wall */
  uint32_t count; /* tiles of the wall; 0 in a flow that builds no wall */
  uint32_t reserved;
  uint8_t wall[MLF_WALL]; /* pieces, the next draw first; replacements come from the end */
} mlf_hand_chance;

typedef struct mlf_chance {
  /* Decides hand `hand`, from 0. The library calls it once when the hand begins, in the thread of
   * the step. `out` comes with all tiles of the game in ascending order and seed 0: set the seed
   * and put the tiles in another order. Another return value than 0 refuses the step as internal.
   * The callback must return: neither longjmp nor an exception may leave it. It must not use the
   * records, the response or the recorder of the step. */
  int32_t (*of_hand)(void* context, uint32_t hand, mlf_hand_chance* out);
  void* context;
} mlf_chance;

/* As mlf_start and mlf_process, with the chance of the caller. A match started so needs it at every
 * step that may begin a hand. Tiles that are not those of the game refuse the step as internal. */
MLF_API mlf_code mlf_start_with(const mlf_flow* flow, mlf_records* records,
                                const mlf_chance* chance, mlf_response* response);
MLF_API mlf_code mlf_process_with(const mlf_flow* flow, mlf_records* records,
                                  const mlf_action* action, const mlf_chance* chance,
                                  mlf_response* response);

/* The action that a timeout plays for `seat`. MLF_ARGUMENT: the seat is not asked. */
MLF_API mlf_code mlf_default(const mlf_flow* flow, const mlf_records* records, int32_t seat,
                             mlf_action* action);

enum { MLF_RESTS = 0, MLF_WAITS = 1, MLF_OVER = 2, MLF_STATUS_REFUSED = 3 };
typedef struct mlf_response_head {
  int32_t status;       /* MLF_RESTS ... */
  int32_t deadline_ms;  /* 0 = none */
  uint32_t ask;         /* number of the window */
  uint32_t version;     /* actions accepted so far */
  uint32_t event_count; /* of all viewers */
  uint32_t offer_count; /* of all seats */
  uint8_t node;         /* the node at which the table rests */
  uint8_t asked;        /* bit s = seat s may answer now */
  uint8_t refusal;      /* 0, or the number of the refusal code; see mlf_refusal */
  uint8_t reserved;
} mlf_response_head;
MLF_API mlf_code mlf_response_head_of(const mlf_response* response, mlf_response_head* head);

typedef struct mlf_refusal {
  mlf_string code;   /* "not_asked" */
  mlf_string reason; /* id of the reason */
  mlf_string zh, en; /* its sentence */
} mlf_refusal;
/* Why the action was refused. All strings are empty if it was not. */
MLF_API mlf_code mlf_response_refusal(const mlf_response* response, mlf_refusal* refusal);

typedef struct mlf_event {
  mlf_string type; /* id of the kind of event */
  mlf_string text; /* a related id (fan, reason of a payment); may be empty */
  int32_t value;   /* 0 where hidden */
  int8_t seat, other;
  uint8_t count;      /* pieces */
  uint8_t pieces[18]; /* MLF_NO_PIECE where hidden */
  uint8_t reserved[3];
} mlf_event;
/* The events as `viewer` sees them, in order. Writes at most `room`, sets *count to all of them.
 * MLF_ROOM: there are more. */
MLF_API mlf_code mlf_response_events(const mlf_flow* flow, const mlf_response* response,
                                     int32_t viewer, mlf_event* out, size_t room, size_t* count);
/* The choices of the seats that may answer now, as `viewer` may know them. MLF_ROOM as above. */
MLF_API mlf_code mlf_response_offers(const mlf_response* response, int32_t viewer, mlf_offer* out,
                                     size_t room, size_t* count);
/* Number of distinct legal actions of `seat`, and number `n` of them (from 0). */
MLF_API uint64_t mlf_response_action_count(const mlf_response* response, int32_t seat);
MLF_API mlf_code mlf_response_action(const mlf_response* response, int32_t seat, uint64_t n,
                                     mlf_action* action);
/* The whole response as JSON for `viewer`. A `waits` or refused response belongs to the acting seat
 * alone: it reveals an answer to an undecided window. */
MLF_API mlf_code mlf_response_json(const mlf_flow* flow, const mlf_response* response,
                                   int32_t viewer, mlf_text* out);

/* ---- Looking at records ---- */

/* The choices at the rest of `records`, computed anew. MLF_ROOM as for events. */
MLF_API mlf_code mlf_offers(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                            mlf_offer* out, size_t room, size_t* count);
MLF_API mlf_code mlf_choices_json(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                                  mlf_text* out);

enum { MLF_CHI = 1, MLF_PENG, MLF_MING_GANG, MLF_BU_GANG, MLF_AN_GANG, MLF_CHAO_TIAN };
typedef struct mlf_meld {
  uint8_t kind;
  uint8_t tile;  /* the lowest of a chi; MLF_NO_PIECE where hidden */
  int8_t from;   /* the seat whose discard was taken, or the owner */
  uint8_t taken; /* chi: which tile was taken, 0..2 */
  uint8_t reds;  /* red fives */
  /* chi of winds: 1 = the wind after its first tile is left out, 2 = after its second; chi of a
     suit: not 0 = its third tile is white, and with 1 the rank between the others is left out */
  uint8_t gap;
  uint8_t reserved[2];
} mlf_meld;

enum { MLF_WON = 1, MLF_LEFT = 2, MLF_LOCKED = 4, MLF_READY = 8 };
typedef struct mlf_seat_view {
  uint8_t
      hand[48]; /* concealed tiles by piece, red fives under their own number; all 0 if unknown */
  uint8_t set_aside[48]; /* open tiles out of play */
  uint64_t won_kinds;    /* bit t = has won on tile t */
  mlf_meld melds[5];
  uint8_t count; /* concealed tiles */
  uint8_t known; /* 1 = `hand` and `drawn` are set */
  uint8_t drawn; /* the tile just drawn, a piece; MLF_NO_PIECE = none or unknown */
  uint8_t meld_count;
  uint8_t flags;    /* MLF_WON ... */
  uint8_t wins;     /* in this hand */
  uint8_t flowers;  /* bit i = flower i+1 is open */
  uint8_t discards; /* made in this hand */
} mlf_seat_view;

enum { MLF_DRAWN_TILE = 1, MLF_CLAIMED = 2, MLF_WON_ON = 4, MLF_ROBBED = 8 };
typedef struct mlf_discard {
  uint8_t tile; /* a piece */
  int8_t seat;
  uint8_t flags; /* MLF_DRAWN_TILE ... */
  uint8_t reserved;
} mlf_discard;

typedef struct mlf_view {
  mlf_progress progress; /* `asked` has only the viewer's own bit, unless full */
  int8_t seats, actor, dealer, drawer;
  int8_t next_dealer;           /* -1 = not decided */
  uint8_t wall_left, wall_keep; /* tiles left; those never drawn */
  uint8_t turned;               /* the turned-up tile or MLF_NO_PIECE */
  uint8_t dice[2];              /* 0 = not thrown */
  uint8_t focus;                /* the tile in question, a piece, or MLF_NO_PIECE */
  int8_t focus_seat;
  uint8_t focus_gang; /* 1 = it is added to a gang */
  uint8_t dealer_runs, hands_done;
  uint8_t river_count;
  mlf_discard river[144]; /* all discards in order */
  mlf_seat_view seat[MLF_SEATS];
} mlf_view;
/* The table as `viewer` may see it. MLF_ARGUMENT: the flow has no table of tiles. */
MLF_API mlf_code mlf_view_of(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                             mlf_view* view);
/* The same as JSON, with the state of the variant's parts. */
MLF_API mlf_code mlf_view_json(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                               mlf_text* out);

/* Why `seat` may not take `node` now. All strings are empty when it may. */
MLF_API mlf_code mlf_why_not(const mlf_flow* flow, const mlf_records* records, int32_t seat,
                             int32_t node, mlf_refusal* refusal);
/* The state of the table and its reasons, in words (`lang`: MLF_ZH, MLF_EN). */
MLF_API mlf_code mlf_explain(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                             int32_t lang, mlf_text* out);
/* JSON: v, text, and why_not [{seat, node, reason {id, zh, en}}] of the asked seats that `viewer`
 * knows and the actions of players that they may not take. */
MLF_API mlf_code mlf_explain_json(const mlf_flow* flow, const mlf_records* records, int32_t viewer,
                                  int32_t lang, mlf_text* out);

/* ---- Journals ---- */

/* Plays a match and keeps its journal in memory. It uses the flow until it is freed. */
typedef struct mlf_recorder mlf_recorder;
MLF_API mlf_code mlf_recorder_new(const mlf_flow* flow, mlf_recorder** recorder);
MLF_API void mlf_recorder_free(mlf_recorder* recorder);
/* As mlf_start and mlf_process. The journal holds refused actions too. MLF_ARGUMENT: started twice,
 * or not started, or ended. */
MLF_API mlf_code mlf_recorder_start(mlf_recorder* recorder, mlf_records* records, uint64_t seed,
                                    mlf_response* response);
MLF_API mlf_code mlf_recorder_process(mlf_recorder* recorder, mlf_records* records,
                                      const mlf_action* action, mlf_response* response);
/* As mlf_start_with and mlf_process_with. The journal holds the chance of every hand, so replaying
 * needs nothing else. */
MLF_API mlf_code mlf_recorder_start_with(mlf_recorder* recorder, mlf_records* records,
                                         const mlf_chance* chance, mlf_response* response);
MLF_API mlf_code mlf_recorder_process_with(mlf_recorder* recorder, mlf_records* records,
                                           const mlf_action* action, const mlf_chance* chance,
                                           mlf_response* response);
/* Ends the journal with the hash of the records. */
MLF_API mlf_code mlf_recorder_end(mlf_recorder* recorder, const mlf_records* records);
/* The journal so far: text, or binary if `binary` is not 0. */
MLF_API mlf_code mlf_recorder_journal(const mlf_recorder* recorder, int32_t binary, mlf_text* out);

typedef struct mlf_replay_report {
  uint64_t hash;    /* of the last records */
  int32_t accepted; /* actions */
  int32_t refused;
  int32_t hands;    /* marks passed */
  int32_t complete; /* 1 = the end was reached and its hash is the same */
} mlf_replay_report;
/* Replays a journal of `size` bytes in either form. `records`, unless NULL, gets the last state.
 * `report`, unless NULL, the counts. MLF_FAULTY: the journal is damaged, of another flow, or a step
 * differs (J01..J19), with the line. */
MLF_API mlf_code mlf_replay(const mlf_flow* flow, const void* journal, size_t size,
                            mlf_records* records, mlf_replay_report* report, mlf_faults* faults);

/* ---- Hands and variants, outside a game ---- */

/* Judges a hand by the variant. `json` has `size` bytes: an object as `mlf score` reads it, whose
 * `id` may be absent. `out`: the object that it prints. MLF_FAULTY: the text is no JSON (B..), has
 * unknown keys, or no such hand is possible (S..). */
MLF_API mlf_code mlf_score(const mlf_flow* flow, const char* json, size_t size, mlf_text* out,
                           mlf_faults* faults);
/* Distances and waits of a hand outside any variant: objects as `mlf hand` reads and prints them.
 * `copies`: the most tiles of one kind, 1 to 7. */
MLF_API mlf_code mlf_hand(const char* json, size_t size, int32_t copies, mlf_text* out,
                          mlf_faults* faults);

/* The next two take long. With a smaller room than this they return MLF_ROOM at once. */
enum { MLF_LONG_TEXT = 1 << 18 };
/* Bots play `hands` hands, in the calling thread and others: `threads` in all, 1 to 256, which
 * change no result. `bots`: the name of a bot, or one for each seat with commas between; NULL =
 * "greedy". `out`: the object that `mlf sim --json` prints. MLF_FAULTY: there is no such bot. */
MLF_API mlf_code mlf_simulate(const mlf_flow* flow, uint64_t hands, uint64_t seed, int32_t threads,
                              const char* bots, mlf_text* out, mlf_faults* faults);
enum { MLF_ZH_EN = 2 };
/* The chart of the variant, as flowviz draws it. `format`: "dot", "svg", "json", "mmd" (Mermaid),
 * "png", "pdf". `lang`: MLF_ZH, MLF_EN, or MLF_ZH_EN for both. MLF_FAULTY: there is no such format
 * (F01); Graphviz is not installed, which svg, png and pdf need (F05). */
MLF_API mlf_code mlf_chart(const mlf_flow* flow, const char* format, int32_t lang, mlf_text* out,
                           mlf_faults* faults);

#ifdef __cplusplus
}
#endif

#endif
