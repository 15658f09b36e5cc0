/* Loads libmlf_c.so with dlopen and uses it, as a program does that knows only mlf.h.
 *
 *   abi_test LIBRARY FOLDER          all checks; FOLDER is for files
 *   abi_test LIBRARY FOLDER restore  restores FOLDER/table.records and prints its hash
 *   abi_test LIBRARY FOLDER without_graphviz  draws what needs no Graphviz */
#define _GNU_SOURCE
#include "mlf.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(holds)                                                       \
  do {                                                                     \
    if (!(holds)) {                                                        \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #holds);  \
      exit(1);                                                             \
    }                                                                      \
  } while (0)

#define FUNCTIONS(F)                                                                              \
  F(mlf_abi) F(mlf_version) F(mlf_code_name) F(mlf_open) F(mlf_close) F(mlf_fingerprint)          \
  F(mlf_sizes_of) F(mlf_node_id) F(mlf_node) F(mlf_flow_json) F(mlf_variants_json) F(mlf_blank)   \
  F(mlf_hash) F(mlf_save) F(mlf_restore) F(mlf_progress_of) F(mlf_action_text)                    \
  F(mlf_action_from_text) F(mlf_action_json) F(mlf_action_from_json) F(mlf_response_new)          \
  F(mlf_response_free) F(mlf_start) F(mlf_process) F(mlf_default) F(mlf_response_head_of)         \
  F(mlf_response_refusal) F(mlf_response_events) F(mlf_response_offers)                           \
  F(mlf_response_action_count) F(mlf_response_action) F(mlf_response_json) F(mlf_offers)          \
  F(mlf_choices_json) F(mlf_view_of) F(mlf_view_json) F(mlf_why_not) F(mlf_explain)               \
  F(mlf_explain_json) F(mlf_recorder_new) F(mlf_recorder_free) F(mlf_recorder_start)              \
  F(mlf_recorder_process) F(mlf_recorder_end) F(mlf_recorder_journal) F(mlf_replay)  \
  F(mlf_start_with) F(mlf_process_with) F(mlf_recorder_start_with) F(mlf_recorder_process_with)   \
  F(mlf_load_plugin) F(mlf_validate) F(mlf_pieces_text) F(mlf_pieces_from_text) F(mlf_response_at) \
  F(mlf_score) F(mlf_hand) F(mlf_simulate) F(mlf_chart)

/* A pointer for each function, under a name with `p_`. */
#define DECLARE(name) static __typeof__(&name) p_##name;
FUNCTIONS(DECLARE)

static void load(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
#define LOAD(name)                                                              \
  p_##name = __extension__(__typeof__(&name)) dlvsym(library, #name, "MLF_1"); \
  CHECK(p_##name != NULL);
  FUNCTIONS(LOAD)
  /* Nothing of the engine itself is visible. */
  CHECK(dlsym(library, "_ZN3mlf8OpenFlowE") == NULL);
}

static char text[1 << 20];
static char journal[1 << 24];
static mlf_text out = {text, sizeof text, 0};

static mlf_faults faults_into(char* data, size_t room) {
  mlf_faults faults;
  memset(&faults, 0, sizeof faults);
  faults.text.data = data;
  faults.text.room = room;
  return faults;
}

static mlf_flow* opened(const char* name, const char* option, const char* value) {
  mlf_flow* flow = NULL;
  const mlf_option options[1] = {{option, value}};
  mlf_faults faults = faults_into(text, sizeof text);
  if (p_mlf_open(name, options, option == NULL ? 0 : 1, NULL, &flow, &faults) != MLF_OK) {
    fprintf(stderr, "%s\n", text);
    exit(1);
  }
  return flow;
}

static mlf_response* new_response(void) {
  mlf_response* response = NULL;
  CHECK(p_mlf_response_new(&response) == MLF_OK);
  return response;
}

static int lowest(unsigned asked) {
  int seat = 0;
  while ((asked >> seat & 1) == 0) ++seat;
  return seat;
}

/* Plays `steps` actions, or until the match is over; each the first legal action or the last. */
static void play(const mlf_flow* flow, mlf_records* records, mlf_response* response, int steps) {
  mlf_response_head head;
  for (; steps > 0; --steps) {
    mlf_action action;
    int seat;
    uint64_t count;
    CHECK(p_mlf_response_head_of(response, &head) == MLF_OK);
    if (head.status == MLF_OVER) return;
    seat = lowest(head.asked);
    count = p_mlf_response_action_count(response, seat);
    CHECK(p_mlf_response_action(response, seat, steps % 3 == 0 ? count - 1 : 0, &action) == MLF_OK);
    CHECK(p_mlf_process(flow, records, &action, response) == MLF_OK);
  }
}

static void write_file(const char* path, const void* bytes, size_t size) {
  FILE* file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static size_t read_file(const char* path, void* bytes, size_t room) {
  FILE* file = fopen(path, "rb");
  size_t size;
  CHECK(file != NULL);
  size = fread(bytes, 1, room, file);
  fclose(file);
  return size;
}

static void opening(const char* folder) {
  char path[400], small[20];
  mlf_flow* flow = (mlf_flow*)text;
  mlf_faults faults = faults_into(text, sizeof text);
  mlf_option option = {"cap", "banana"};
  CHECK(p_mlf_abi() == MLF_ABI && strchr(p_mlf_version(), '.') != NULL);
  CHECK(strcmp(p_mlf_code_name(MLF_ROOM), "MLF_ROOM") == 0 && strcmp(p_mlf_code_name(99), "?") == 0);
  CHECK(p_mlf_open("nowhere", NULL, 0, NULL, &flow, &faults) == MLF_FAULTY);
  CHECK(flow == NULL && faults.count == 1 && strstr(text, "nowhere") != NULL);
  CHECK(p_mlf_open("xueliu", &option, 1, NULL, &flow, &faults) == MLF_FAULTY);
  CHECK(strcmp(faults.code, "O02") == 0 && strstr(text, "banana") != NULL);
  /* A fault of a file has its place, and a small buffer gets the start of the text. */
  snprintf(path, sizeof path, "%s/bad.yaml", folder);
  write_file(path, "id: bad\nseats: [4\n", 18);
  faults = faults_into(small, sizeof small);
  CHECK(p_mlf_open(path, NULL, 0, NULL, &flow, &faults) == MLF_FAULTY);
  CHECK(faults.line > 0 && faults.column > 0 && strstr(faults.file, "bad.yaml") != NULL);
  CHECK(faults.code[0] == 'Y' && strlen(small) == sizeof small - 1 && faults.text.size > sizeof small);
  CHECK(p_mlf_open(path, NULL, 0, NULL, &flow, NULL) == MLF_FAULTY);
  CHECK(p_mlf_open(NULL, NULL, 0, NULL, &flow, NULL) == MLF_ARGUMENT);
  CHECK(p_mlf_open("xueliu", NULL, 1, NULL, &flow, NULL) == MLF_ARGUMENT);
  CHECK(p_mlf_fingerprint(NULL) == 0);
  p_mlf_close(NULL);
  CHECK(p_mlf_variants_json(NULL, &out, NULL) == MLF_OK && strstr(text, "\"id\":\"riichi\"") != NULL);
}

static void structs_and_json(void) {
  mlf_flow* flow = opened("xueliu", "cap", "4");
  mlf_response* response = new_response();
  mlf_records records, before;
  mlf_response_head head;
  mlf_sizes sizes;
  mlf_progress progress;
  mlf_action action, again;
  mlf_refusal refusal;
  mlf_event events[64];
  mlf_offer offers[64];
  mlf_view view;
  mlf_text none = {NULL, 0, 0};
  size_t count = 0, more = 0;
  int seat, other, tiles, i;

  CHECK(p_mlf_sizes_of(flow, &sizes) == MLF_OK && sizes.seats == 4 && sizes.people == 4);
  CHECK(sizes.records == sizeof(mlf_records) && sizes.records_used < sizes.records);
  CHECK(p_mlf_node(flow, "peng") < sizes.nodes && p_mlf_node(flow, "cow") == MLF_NO_NODE);
  CHECK(strncmp(p_mlf_node_id(flow, p_mlf_node(flow, "peng")).data, "peng", 4) == 0);
  CHECK(p_mlf_node_id(flow, -1).size == 0 && p_mlf_node_id(flow, sizes.nodes).size == 0);
  CHECK(p_mlf_flow_json(flow, &none) == MLF_ROOM && none.size > 100);
  CHECK(p_mlf_flow_json(flow, &out) == MLF_OK && out.size == none.size && strlen(text) == out.size);
  CHECK(strstr(text, "\"cap\":\"4\"") != NULL);

  memset(&records, 0, sizeof records);
  CHECK(p_mlf_progress_of(flow, &records, &progress) == MLF_OTHER_FLOW);
  CHECK(p_mlf_start(flow, &records, 7, response) == MLF_OK);
  CHECK(p_mlf_response_head_of(response, &head) == MLF_OK && head.status == MLF_RESTS);
  CHECK(head.event_count > 0 && head.asked != 0);
  CHECK(p_mlf_response_events(flow, response, 0, events, 64, &count) == MLF_OK && count > 0);
  CHECK(p_mlf_response_events(flow, response, 0, events, 1, &more) == MLF_ROOM && more == count);
  CHECK(p_mlf_response_events(flow, response, 9, events, 64, &count) == MLF_ARGUMENT);
  CHECK(p_mlf_response_json(flow, response, MLF_FULL, &out) == MLF_OK);
  CHECK(strstr(text, "\"status\":\"rests\"") != NULL);

  /* Each legal action passes through text and JSON unchanged. */
  seat = lowest(head.asked);
  CHECK(p_mlf_response_action(response, seat, 0, &action) == MLF_OK);
  CHECK(p_mlf_action_json(flow, &action, &out) == MLF_OK);
  CHECK(p_mlf_action_from_json(flow, text, out.size, &again, NULL) == MLF_OK);
  CHECK(memcmp(&action, &again, sizeof action) == 0);
  CHECK(p_mlf_action_text(flow, &action, &out) == MLF_OK);
  CHECK(p_mlf_action_from_text(flow, text, &again, NULL) == MLF_OK && again.node == action.node);
  CHECK(p_mlf_action_from_text(flow, "0 fly", &again, NULL) == MLF_FAULTY);
  CHECK(p_mlf_response_action(response, seat, UINT64_MAX, &again) == MLF_ARGUMENT);

  play(flow, &records, response, 9);
  CHECK(p_mlf_response_head_of(response, &head) == MLF_OK);
  seat = lowest(head.asked);
  other = (seat + 1) % 4;

  /* A refusal changes no byte, and has its reason. */
  before = records;
  CHECK(p_mlf_response_action(response, seat, 0, &action) == MLF_OK);
  action.ask = 12345;
  CHECK(p_mlf_process(flow, &records, &action, response) == MLF_REFUSED);
  CHECK(memcmp(&before, &records, sizeof records) == 0);
  CHECK(p_mlf_response_refusal(response, &refusal) == MLF_OK);
  CHECK(strncmp(refusal.code.data, "stale_ask", 9) == 0 && refusal.zh.size > 0);

  CHECK(p_mlf_offers(flow, &records, seat, offers, 64, &count) == MLF_OK && count > 0);
  for (i = 0; i < (int)count; ++i) CHECK(offers[i].seat == seat);
  CHECK(p_mlf_offers(flow, &records, MLF_SPECTATOR, offers, 64, &count) == MLF_OK && count == 0);
  CHECK(p_mlf_choices_json(flow, &records, seat, &out) == MLF_OK && strstr(text, "offers") != NULL);
  CHECK(p_mlf_default(flow, &records, seat, &action) == MLF_OK && action.seat == seat);
  CHECK(p_mlf_default(flow, &records, 7, &action) == MLF_ARGUMENT);

  /* A seat sees its own tiles and only the number of the others. */
  CHECK(p_mlf_view_of(flow, &records, seat, &view) == MLF_OK);
  for (tiles = 0, i = 0; i < MLF_PIECES; ++i) {
    tiles += view.seat[seat].hand[i];
    CHECK(view.seat[other].hand[i] == 0);
  }
  CHECK(tiles == view.seat[seat].count && tiles >= 13 && view.seat[seat].known == 1);
  CHECK(view.seat[other].known == 0 && view.seat[other].count >= 13);
  CHECK(view.seat[other].drawn == MLF_NO_PIECE && view.progress.version == 0);
  CHECK(p_mlf_view_of(flow, &records, MLF_SPECTATOR, &view) == MLF_OK);
  for (i = 0; i < 4; ++i) CHECK(view.seat[i].known == 0);
  CHECK(p_mlf_view_of(flow, &records, MLF_FULL, &view) == MLF_OK && view.seat[other].known == 1);
  CHECK(p_mlf_view_json(flow, &records, seat, &out) == MLF_OK);
  CHECK(strstr(text, "\"viewer\":\"seat\"") != NULL && strstr(text, "\"wall\":") == NULL);

  CHECK(p_mlf_why_not(flow, &records, seat, p_mlf_node(flow, "exchange_three"), &refusal) == MLF_OK);
  CHECK(refusal.reason.size > 0 && refusal.en.size > 0);
  CHECK(p_mlf_why_not(flow, &records, seat, 200, &refusal) == MLF_ARGUMENT);
  CHECK(p_mlf_explain(flow, &records, seat, MLF_EN, &out) == MLF_OK && out.size > 20);
  CHECK(p_mlf_explain(flow, &records, seat, 5, &out) == MLF_ARGUMENT);
  CHECK(p_mlf_explain_json(flow, &records, seat, MLF_ZH, &out) == MLF_OK);
  CHECK(strstr(text, "\"why_not\":[{") != NULL);

  /* Records at an odd address. */
  {
    static unsigned char room[sizeof(mlf_records) + 1];
    mlf_records* odd = (mlf_records*)(room + 1);
    memcpy(room + 1, &records, sizeof records);
    CHECK(p_mlf_hash(odd) == p_mlf_hash(&records));
    CHECK(p_mlf_response_action(response, seat, 0, &action) == MLF_OK);
    CHECK(p_mlf_process(flow, odd, &action, response) == MLF_OK);
    CHECK(p_mlf_process(flow, &records, &action, response) == MLF_OK);
    CHECK(memcmp(odd, &records, sizeof records) == 0);
  }
  p_mlf_response_free(response);
  p_mlf_close(flow);
}

static void saving(const char* folder) {
  static unsigned char saved[4096], damaged[4096];
  char path[400];
  mlf_flow* flow = opened("riichi", NULL, NULL);
  mlf_flow* other = opened("riichi", "hands", "3");
  mlf_response* response = new_response();
  mlf_records records, restored, kept;
  mlf_faults faults = faults_into(text, sizeof text);
  size_t size = 0, at;
  CHECK(p_mlf_start(flow, &records, 3, response) == MLF_OK);
  play(flow, &records, response, 60);
  CHECK(p_mlf_save(flow, &records, saved, 10, &size) == MLF_ROOM && size > 100);
  CHECK(p_mlf_save(flow, &records, saved, sizeof saved, &size) == MLF_OK);
  CHECK(p_mlf_restore(flow, saved, size, &restored, NULL) == MLF_OK);
  CHECK(memcmp(&records, &restored, sizeof records) == 0);
  memset(&kept, 7, sizeof kept);
  restored = kept;
  for (at = 0; at < size; ++at) {
    memcpy(damaged, saved, size);
    damaged[at] ^= (unsigned char)(1 << at % 8);
    CHECK(p_mlf_restore(flow, damaged, size, &restored, &faults) == MLF_FAULTY);
    CHECK(p_mlf_restore(flow, saved, at, &restored, &faults) == MLF_FAULTY);
  }
  CHECK(strcmp(faults.code, "C01") == 0 && memcmp(&kept, &restored, sizeof kept) == 0);
  CHECK(p_mlf_restore(other, saved, size, &restored, &faults) == MLF_OTHER_FLOW);
  CHECK(strcmp(faults.code, "C02") == 0 && strstr(text, "fingerprint") != NULL);
  CHECK(p_mlf_save(other, &records, saved, sizeof saved, &size) == MLF_OTHER_FLOW);
  CHECK(p_mlf_save(flow, &records, saved, sizeof saved, &size) == MLF_OK);
  snprintf(path, sizeof path, "%s/table.records", folder);
  write_file(path, saved, size);
  printf("%016" PRIx64 "\n", p_mlf_hash(&records));
  p_mlf_response_free(response);
  p_mlf_close(other);
  p_mlf_close(flow);
}

static uint64_t next_word(uint64_t* state) {
  uint64_t z = *state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* Plays what is legal, or a timeout, whatever the records are: they were found to be whole. */
static void play_on(const mlf_flow* flow, mlf_records* records, mlf_response* response, int steps) {
  mlf_progress progress;
  mlf_action action;
  while (--steps >= 0) {
    CHECK(p_mlf_progress_of(flow, records, &progress) == MLF_OK);
    CHECK(p_mlf_view_json(flow, records, MLF_FULL, &out) == MLF_OK);
    if (progress.over || progress.asked == 0) return;
    CHECK(p_mlf_default(flow, records, lowest(progress.asked), &action) == MLF_OK);
    if (p_mlf_process(flow, records, &action, response) != MLF_OK) return;
  }
}

/* Bytes that somebody else changed are found, or do no harm. Without the check about one in a
 * thousand ends or stops this program. */
static void validating(void) {
  static const char* const names[] = {"xueliu", "riichi", "guobiao"};
  mlf_response* response = new_response();
  mlf_faults faults = faults_into(text, sizeof text);
  uint64_t state = 1;
  size_t n;
  for (n = 0; n < sizeof names / sizeof *names; ++n) {
    mlf_flow *flow = opened(names[n], NULL, NULL), *other = opened("erren", NULL, NULL);
    mlf_sizes sizes;
    mlf_records records, damaged;
    int i, whole = 0;
    CHECK(p_mlf_sizes_of(flow, &sizes) == MLF_OK);
    CHECK(p_mlf_start(flow, &records, 5, response) == MLF_OK);
    play(flow, &records, response, 40);
    CHECK(p_mlf_validate(NULL, &records, NULL) == MLF_ARGUMENT);
    CHECK(p_mlf_validate(flow, NULL, NULL) == MLF_ARGUMENT);
    CHECK(p_mlf_validate(flow, &records, NULL) == MLF_OK);
    CHECK(p_mlf_validate(other, &records, &faults) == MLF_OTHER_FLOW && strcmp(faults.code, "R01") == 0);
    for (i = 0; i < 3000; ++i) {
      const uint64_t word = next_word(&state);
      mlf_code code;
      int bytes = 1 + (int)(word % 4);
      damaged = records;
      while (bytes-- > 0) {
        const uint64_t which = next_word(&state);
        damaged.bytes[8 + which % (uint64_t)(sizes.records_used - 8)] = (unsigned char)(which >> 32);
      }
      code = p_mlf_validate(flow, &damaged, &faults);
      CHECK(code == MLF_OK || (code == MLF_FAULTY && faults.code[0] == 'R'));
      if (code != MLF_OK) continue;
      ++whole;
      play_on(flow, &damaged, response, 30);
    }
    CHECK(whole > 0 && whole < 2000);
    p_mlf_close(other);
    p_mlf_close(flow);
  }
  p_mlf_response_free(response);
}

static void pieces_as_text(void) {
  mlf_flow* flow = opened("riichi", NULL, NULL);
  const uint8_t hand[] = {0, 1, 2, 44, 27, 27};
  uint8_t read[8], wrong = MLF_NO_PIECE;
  char word[32];
  mlf_text into = {word, sizeof word, 0};
  size_t count = 0;
  CHECK(p_mlf_pieces_text(flow, hand, sizeof hand, &into) == MLF_OK && strcmp(word, "123m0s11z") == 0);
  CHECK(p_mlf_pieces_text(flow, NULL, 0, &into) == MLF_OK && into.size == 0);
  CHECK(p_mlf_pieces_text(flow, &wrong, 1, &into) == MLF_ARGUMENT);
  CHECK(p_mlf_pieces_text(NULL, hand, 1, &into) == MLF_ARGUMENT);
  CHECK(p_mlf_pieces_text(flow, hand, 1000, &into) == MLF_ARGUMENT);
  into.room = 3;
  CHECK(p_mlf_pieces_text(flow, hand, sizeof hand, &into) == MLF_ROOM && into.size == 9);
  CHECK(p_mlf_pieces_from_text(flow, "123m0s11z", read, sizeof read, &count) == MLF_OK);
  CHECK(count == sizeof hand && memcmp(read, hand, sizeof hand) == 0);
  CHECK(p_mlf_pieces_from_text(flow, "123m", read, 2, &count) == MLF_ROOM && count == 3);
  CHECK(p_mlf_pieces_from_text(flow, "12x", read, sizeof read, &count) == MLF_FAULTY);
  CHECK(p_mlf_pieces_from_text(flow, NULL, read, sizeof read, &count) == MLF_ARGUMENT);
  p_mlf_close(flow);
}

/* Restored records get the response that the last step gave, without its events. */
static void going_on(void) {
  mlf_flow *flow = opened("riichi", NULL, NULL), *other = opened("erren", NULL, NULL);
  mlf_response *response = new_response(), *again = new_response();
  mlf_records records;
  mlf_response_head head, restored;
  mlf_action action, twin;
  int step;
  CHECK(p_mlf_blank(flow, &records) == MLF_OK);
  CHECK(p_mlf_response_at(flow, &records, again) == MLF_ARGUMENT);
  CHECK(p_mlf_start(flow, &records, 8, response) == MLF_OK);
  CHECK(p_mlf_response_at(flow, NULL, again) == MLF_ARGUMENT);
  CHECK(p_mlf_response_at(other, &records, again) == MLF_OTHER_FLOW);
  for (step = 0; step < 2000; ++step) {
    CHECK(p_mlf_response_at(flow, &records, again) == MLF_OK);
    CHECK(p_mlf_response_head_of(response, &head) == MLF_OK);
    CHECK(p_mlf_response_head_of(again, &restored) == MLF_OK);
    CHECK(restored.event_count == 0 && restored.ask == head.ask && restored.version == head.version);
    CHECK(restored.asked == head.asked && restored.node == head.node && restored.deadline_ms == head.deadline_ms);
    if (head.status == MLF_OVER) break;
    CHECK(restored.status == MLF_RESTS);
    CHECK(p_mlf_response_action_count(again, lowest(head.asked)) == p_mlf_response_action_count(response, lowest(head.asked)));
    CHECK(p_mlf_response_action(response, lowest(head.asked), 0, &action) == MLF_OK);
    CHECK(p_mlf_response_action(again, lowest(head.asked), 0, &twin) == MLF_OK);
    CHECK(memcmp(&action, &twin, sizeof action) == 0);
    CHECK(p_mlf_process(flow, &records, &action, response) == MLF_OK);
  }
  CHECK(head.status == MLF_OVER);
  p_mlf_response_free(again);
  p_mlf_response_free(response);
  p_mlf_close(other);
  p_mlf_close(flow);
}

static void restore_only(const char* folder) {
  static unsigned char saved[4096];
  char path[400];
  mlf_flow* flow = opened("riichi", NULL, NULL);
  mlf_records records;
  snprintf(path, sizeof path, "%s/table.records", folder);
  CHECK(p_mlf_restore(flow, saved, read_file(path, saved, sizeof saved), &records, NULL) == MLF_OK);
  printf("%016" PRIx64 "\n", p_mlf_hash(&records));
  p_mlf_close(flow);
}

static void journals(void) {
  mlf_flow* flow = opened("erren", "hands", "1");
  mlf_response* response = new_response();
  mlf_recorder* recorder = NULL;
  mlf_records records, last;
  mlf_action action;
  mlf_response_head head;
  mlf_replay_report report;
  mlf_text into = {journal, sizeof journal, 0};
  mlf_faults faults = faults_into(text, sizeof text);
  int binary;
  CHECK(p_mlf_recorder_new(flow, &recorder) == MLF_OK);
  memset(&action, 0, sizeof action);
  CHECK(p_mlf_recorder_process(recorder, &records, &action, response) == MLF_ARGUMENT);
  CHECK(p_mlf_recorder_start(recorder, &records, 11, response) == MLF_OK);
  CHECK(p_mlf_recorder_start(recorder, &records, 11, response) == MLF_ARGUMENT);
  action.ask = 999;
  CHECK(p_mlf_recorder_process(recorder, &records, &action, response) == MLF_REFUSED);
  CHECK(p_mlf_recorder_journal(recorder, 0, &into) == MLF_OK && strstr(journal, "seed 11") != NULL);
  CHECK(p_mlf_offers(flow, &records, MLF_FULL, NULL, 0, &into.size) == MLF_ROOM);
  for (;;) {
    mlf_progress progress;
    CHECK(p_mlf_progress_of(flow, &records, &progress) == MLF_OK);
    if (progress.over) break;
    CHECK(p_mlf_default(flow, &records, lowest(progress.asked), &action) == MLF_OK);
    CHECK(p_mlf_recorder_process(recorder, &records, &action, response) == MLF_OK);
  }
  CHECK(p_mlf_response_head_of(response, &head) == MLF_OK && head.status == MLF_OVER);
  CHECK(p_mlf_recorder_end(recorder, &records) == MLF_OK);
  CHECK(p_mlf_recorder_end(recorder, &records) == MLF_ARGUMENT);
  for (binary = 0; binary < 2; ++binary) {
    CHECK(p_mlf_recorder_journal(recorder, binary, &into) == MLF_OK);
    CHECK(p_mlf_replay(flow, journal, into.size, &last, &report, NULL) == MLF_OK);
    CHECK(report.complete == 1 && report.refused == 1 && report.hash == p_mlf_hash(&records));
    CHECK(memcmp(&last, &records, sizeof last) == 0);
    journal[into.size / 2] ^= 4;
    CHECK(p_mlf_replay(flow, journal, into.size, NULL, NULL, &faults) == MLF_FAULTY);
    CHECK(faults.code[0] == 'J');
  }
  p_mlf_recorder_free(recorder);
  p_mlf_response_free(response);
  p_mlf_close(flow);
}

/* What the callback below does, and how often it was called. */
static int asked_hands, callback_answer, extra_tiles;
static int32_t sorted_wall(void* context, uint32_t hand, mlf_hand_chance* chance) {
  CHECK(context == &asked_hands && chance->seed == 0 && chance->count == 108);
  CHECK((int)hand == asked_hands);
  ++asked_hands;
  chance->seed = 7 + hand;
  if (extra_tiles > 0) chance->wall[107] = 0; /* a fifth 1m */
  if (extra_tiles > 1) chance->count = MLF_WALL + 1;
  return callback_answer;
}

static void chance_of_the_caller(void) {
  mlf_flow* flow = opened("xueliu", "hands", "2");
  mlf_response* response = new_response();
  mlf_recorder* recorder = NULL;
  mlf_records records, before, last;
  mlf_refusal refusal;
  mlf_action action;
  mlf_view view;
  mlf_text into = {journal, sizeof journal, 0};
  mlf_replay_report report;
  mlf_chance chance = {sorted_wall, &asked_hands};
  int i;

  CHECK(p_mlf_blank(flow, &records) == MLF_OK);
  before = records;
  CHECK(p_mlf_start_with(flow, &records, NULL, response) == MLF_ARGUMENT);
  chance.of_hand = NULL;
  CHECK(p_mlf_start_with(flow, &records, &chance, response) == MLF_ARGUMENT);
  chance.of_hand = sorted_wall;
  /* A callback that fails, a wall of other tiles, too many tiles: refused, and nothing changed. */
  for (i = 0; i < 3; ++i) {
    asked_hands = 0;
    callback_answer = i == 0 ? 5 : 0;
    extra_tiles = i;
    CHECK(p_mlf_start_with(flow, &records, &chance, response) == MLF_REFUSED);
    CHECK(p_mlf_response_refusal(response, &refusal) == MLF_OK);
    CHECK(refusal.code.size == 8 && memcmp(refusal.code.data, "internal", 8) == 0);
    CHECK(memcmp(&records, &before, sizeof records) == 0);
    if (i == 0) {
      CHECK(p_mlf_response_json(flow, response, MLF_FULL, &out) == MLF_OK);
      CHECK(strstr(text, "the callback of mlf_chance returned 5") != NULL);
    }
  }
  callback_answer = extra_tiles = asked_hands = 0;

  CHECK(p_mlf_recorder_new(flow, &recorder) == MLF_OK);
  CHECK(p_mlf_recorder_start_with(recorder, &records, &chance, response) == MLF_OK);
  CHECK(p_mlf_view_of(flow, &records, MLF_FULL, &view) == MLF_OK);
  /* The dealer has the first 13 tiles of the sorted wall: 1m to 3m four times, and 4m. */
  CHECK(view.seat[view.dealer].hand[0] == 4 && view.seat[view.dealer].hand[2] == 4);
  CHECK(view.seat[view.dealer].hand[3] >= 1 && view.seat[(view.dealer + 1) % 4].hand[0] == 0);
  for (;;) {
    mlf_progress progress;
    CHECK(p_mlf_progress_of(flow, &records, &progress) == MLF_OK);
    if (progress.over) break;
    CHECK(p_mlf_default(flow, &records, lowest(progress.asked), &action) == MLF_OK);
    CHECK(p_mlf_recorder_process_with(recorder, &records, &action, NULL, response) == MLF_ARGUMENT);
    CHECK(p_mlf_recorder_process_with(recorder, &records, &action, &chance, response) == MLF_OK);
  }
  CHECK(asked_hands == 2);
  CHECK(p_mlf_recorder_end(recorder, &records) == MLF_OK);
  CHECK(p_mlf_recorder_journal(recorder, 0, &into) == MLF_OK);
  CHECK(strstr(journal, "\nchance 1 ") != NULL);
  CHECK(p_mlf_replay(flow, journal, into.size, &last, &report, NULL) == MLF_OK);
  CHECK(report.complete == 1 && memcmp(&last, &records, sizeof last) == 0);

  p_mlf_recorder_free(recorder);
  p_mlf_response_free(response);
  p_mlf_close(flow);
}

/* The file of a variant changes while a table runs: the table keeps its flow. */
static void reloading(const char* folder) {
  char path[400];
  const char* base = "id: house\nextends: xueliu\nzh: 自家\nen: house\noptions:\n  hands: {default: %s}\n";
  mlf_flow *before = NULL, *after = NULL;
  mlf_response* response = new_response();
  mlf_records records;
  mlf_progress progress;
  mlf_faults faults = faults_into(text, sizeof text);
  FILE* file;
  snprintf(path, sizeof path, "%s/house.yaml", folder);
  file = fopen(path, "w");
  fprintf(file, base, "2");
  fclose(file);
  if (p_mlf_open(path, NULL, 0, NULL, &before, &faults) != MLF_OK) fprintf(stderr, "%s\n", text);
  CHECK(before != NULL);
  CHECK(p_mlf_start(before, &records, 1, response) == MLF_OK);
  file = fopen(path, "w");
  fprintf(file, base, "3");
  fclose(file);
  CHECK(p_mlf_open(path, NULL, 0, NULL, &after, NULL) == MLF_OK);
  CHECK(p_mlf_fingerprint(before) != p_mlf_fingerprint(after));
  CHECK(p_mlf_progress_of(after, &records, &progress) == MLF_OTHER_FLOW);
  play(before, &records, response, 100000);
  CHECK(p_mlf_progress_of(before, &records, &progress) == MLF_OK && progress.over == 1);
  CHECK(progress.hand == 1);
  p_mlf_close(before);
  p_mlf_close(after);
  p_mlf_response_free(response);
}

static mlf_flow* shared;
static void* play_thread(void* hash) {
  mlf_response* response = new_response();
  mlf_records records;
  CHECK(p_mlf_start(shared, &records, 5, response) == MLF_OK);
  play(shared, &records, response, 100000);
  *(uint64_t*)hash = p_mlf_hash(&records);
  p_mlf_response_free(response);
  return NULL;
}

static void threads(void) {
  pthread_t ids[4];
  uint64_t hashes[4];
  int i;
  shared = opened("yilaidaodi", NULL, NULL);
  for (i = 0; i < 4; ++i) CHECK(pthread_create(&ids[i], NULL, play_thread, &hashes[i]) == 0);
  for (i = 0; i < 4; ++i) CHECK(pthread_join(ids[i], NULL) == 0 && hashes[i] == hashes[0]);
  p_mlf_close(shared);
}

/* Objects that are freed leave nothing behind, and steps take no memory. */
static void memory(void) {
  mlf_flow* flow = opened("xueliu", NULL, NULL);
  mlf_response* response = new_response();
  mlf_records records;
  size_t used = 0;
  int i;
  for (i = 0; i < 10; ++i) {
    CHECK(p_mlf_start(flow, &records, 1, response) == MLF_OK);
    play(flow, &records, response, 100000);
    CHECK(p_mlf_view_json(flow, &records, 0, &out) == MLF_OK);
    p_mlf_close(opened("erren", NULL, NULL));
    if (i == 4) used = mallinfo2().uordblks;
  }
  if (mallinfo2().uordblks != used)
    fprintf(stderr, "%zu bytes more\n", mallinfo2().uordblks - used);
  CHECK(mallinfo2().uordblks == used);
  p_mlf_response_free(response);
  p_mlf_close(flow);
}

/* A refused plug-in says why, and loads nothing. The tests of the other languages load one. */
static void plugins(const char* folder) {
  char file[4096], why[1000];
  mlf_faults faults;
  memset(&faults, 0, sizeof faults);
  faults.text.data = why;
  faults.text.room = sizeof why;
  CHECK(p_mlf_load_plugin(NULL, NULL) == MLF_ARGUMENT);
  snprintf(file, sizeof file, "%s/no_such.so", folder);
  CHECK(p_mlf_load_plugin(file, NULL) == MLF_FAULTY);
  CHECK(p_mlf_load_plugin(file, &faults) == MLF_FAULTY && strcmp(faults.code, "G01") == 0);
  CHECK(strstr(why, "cannot be read") != NULL);
}

/* The answer to a line of tests/golden/bindings_outside.txt, in `text`. */
static mlf_code answer(const mlf_flow* flow, const char* call, const char* given) {
  uint64_t hands, seed;
  char name[40];
  if (strcmp(call, "score") == 0) return p_mlf_score(flow, given, strlen(given), &out, NULL);
  if (strcmp(call, "hand") == 0) return p_mlf_hand(given, strlen(given), 4, &out, NULL);
  if (strcmp(call, "chart") == 0) {
    static char drawn[1 << 18];
    FILE* file = fopen("../../graphs/xueliu.dot", "rb");
    const size_t size = file == NULL ? 0 : fread(drawn, 1, sizeof drawn, file);
    CHECK(size > 0 && fclose(file) == 0);
    CHECK(p_mlf_chart(flow, given, MLF_ZH_EN, &out, NULL) == MLF_OK);
    CHECK(out.size == size && memcmp(text, drawn, size) == 0);
    strcpy(text, "graphs/xueliu.dot");
    return MLF_OK;
  }
  CHECK(strcmp(call, "simulate") == 0);
  CHECK(sscanf(given, "%" SCNu64 " %" SCNu64 " %39s", &hands, &seed, name) == 3);
  CHECK(p_mlf_simulate(flow, hands, seed, 2, name, &out, NULL) == MLF_OK);
  CHECK(sscanf(strstr(text, "\"actions\""), "\"actions\": %" SCNu64 ", \"discards\": %" SCNu64, &hands, &seed) == 2);
  sprintf(text, "%" PRIu64 " %" PRIu64, hands, seed);
  return MLF_OK;
}

static void outside_a_game(const char* golden) {
  mlf_flow* flow = opened("xueliu", NULL, NULL);
  static char line[1 << 14], room[1000];
  mlf_text small = {room, sizeof room, 0};
  mlf_faults faults = faults_into(room, sizeof room);
  int rows = 0;
  FILE* file = fopen(golden, "r");
  CHECK(file != NULL);
  for (; fgets(line, sizeof line, file) != NULL; ++rows) {
    char* given = strchr(line, '\t');
    char* wanted = strchr(given + 1, '\t');
    *given++ = *wanted++ = '\0';
    wanted[strcspn(wanted, "\n")] = '\0';
    CHECK(answer(flow, line, given) == MLF_OK && strcmp(text, wanted) == 0);
  }
  fclose(file);
  CHECK(rows == 6);
  CHECK(p_mlf_score(NULL, "{}", 2, &out, NULL) == MLF_ARGUMENT);
  CHECK(p_mlf_score(flow, NULL, 0, &out, NULL) == MLF_ARGUMENT);
  CHECK(p_mlf_score(flow, "{}", 2, NULL, NULL) == MLF_FAULTY);
  CHECK(p_mlf_score(flow, "{}", 2, &out, &faults) == MLF_FAULTY && strcmp(faults.code, "S02") == 0);
  CHECK(p_mlf_hand("{}", 2, 4, &out, &faults) == MLF_FAULTY && strstr(room, "tiles: is missing") != NULL);
  CHECK(p_mlf_hand("{}", 2, 8, &out, &faults) == MLF_FAULTY);
  CHECK(p_mlf_hand(NULL, 0, 4, &out, NULL) == MLF_ARGUMENT);
  /* Long work waits for the room that its answer needs: a run of so many hands would not end. */
  CHECK(p_mlf_simulate(flow, UINT64_MAX, 1, 1, NULL, &small, NULL) == MLF_ROOM && small.size + 1 == MLF_LONG_TEXT);
  CHECK(p_mlf_simulate(flow, 1, 1, 0, NULL, &out, NULL) == MLF_ARGUMENT);
  CHECK(p_mlf_simulate(flow, 1, 1, 1, "no_such", &out, &faults) == MLF_FAULTY && strstr(room, "no_such") != NULL);
  CHECK(p_mlf_chart(flow, "svg", MLF_ZH_EN + 1, &out, NULL) == MLF_ARGUMENT);
  CHECK(p_mlf_chart(flow, "gif", MLF_ZH, &out, &faults) == MLF_FAULTY && strcmp(faults.code, "F01") == 0);
  CHECK(p_mlf_chart(flow, "json", MLF_ZH, &out, NULL) == MLF_OK && strstr(text, "\"flowviz\"") != NULL);
  /* Only drawing loads Graphviz. */
  CHECK(dlopen("libgvc.so.6", RTLD_NOW | RTLD_NOLOAD) == NULL);
  CHECK(p_mlf_chart(flow, "svg", MLF_ZH_EN, &out, NULL) == MLF_OK && strstr(text, "<svg") != NULL);
  p_mlf_close(flow);
}

static void without_graphviz(void) {
  mlf_flow* flow = opened("erren", NULL, NULL);
  char room[1000];
  mlf_faults faults = faults_into(room, sizeof room);
  CHECK(p_mlf_chart(flow, "dot", MLF_EN, &out, NULL) == MLF_OK && strncmp(text, "digraph", 7) == 0);
  CHECK(p_mlf_chart(flow, "svg", MLF_EN, &out, &faults) == MLF_FAULTY && strcmp(faults.code, "F05") == 0);
  CHECK(strstr(room, "another version, without gv") != NULL);
  p_mlf_close(flow);
}

int main(int argc, char** argv) {
  CHECK(argc >= 3);
  load(argv[1]);
  if (argc > 3 && strcmp(argv[3], "without_graphviz") == 0) {
    without_graphviz();
    return 0;
  }
  if (argc > 3) {
    restore_only(argv[2]);
    return 0;
  }
  memory();
  opening(argv[2]);
  structs_and_json();
  journals();
  chance_of_the_caller();
  reloading(argv[2]);
  plugins(argv[2]);
  threads();
  validating();
  pieces_as_text();
  going_on();
  outside_a_game("../../tests/golden/bindings_outside.txt");
  saving(argv[2]);
  return 0;
}
