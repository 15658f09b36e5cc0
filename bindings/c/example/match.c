/* Plays a whole match of each variant named, and prints one line for each: variant, seed, accepted
 * actions, hash of the last records. With -v it also prints what seat 0 sees of each event. With -c
 * it shuffles the wall of each hand itself, as a server does whose walls nobody may guess.
 *
 *   cc match.c -I <headers> -lmlf_c -o match && ./match xueliu riichi
 *
 * The players: the lowest seat asked answers. A word w of SplitMix64 decides: if w % 8 is 7, the seat
 * lets its time pass; otherwise it takes action number (w >> 8) % count of its legal actions. */
#include "mlf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint64_t next_word(uint64_t seed, uint64_t n) {
  uint64_t z = seed + 0x9E3779B97F4A7C15u * n;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* The chance of a hand. A server takes words that nobody can guess instead. */
static int32_t shuffle(void* context, uint32_t hand, mlf_hand_chance* out) {
  const uint64_t seed = *(const uint64_t*)context + hand;
  uint64_t words = 0;
  uint32_t i;
  for (i = out->count; i > 1; --i) {
    const uint32_t other = (uint32_t)(next_word(seed, ++words) % i);
    const uint8_t piece = out->wall[i - 1];
    out->wall[i - 1] = out->wall[other];
    out->wall[other] = piece;
  }
  out->seed = next_word(seed, ++words);
  return 0;
}

static int lowest_seat(unsigned asked) {
  int seat = 0;
  while ((asked >> seat & 1) == 0) ++seat;
  return seat;
}

static void print_events(const mlf_flow* flow, const mlf_response* response) {
  mlf_event events[256];
  size_t count = 0, i;
  if (mlf_response_events(flow, response, 0, events, 256, &count) == MLF_ROOM) count = 256;
  for (i = 0; i < count; ++i)
    printf("  %.*s seat %d%s%.*s\n", (int)events[i].type.size, events[i].type.data, events[i].seat,
           events[i].text.size > 0 ? " " : "", (int)events[i].text.size, events[i].text.data);
}

static int fail(const char* what, mlf_code code, const char* text) {
  fprintf(stderr, "%s: %s\n%s", what, mlf_code_name(code), text);
  return 1;
}

/* Plays one match. Returns 0, or 1 after a message. */
static int play(const char* variant, uint64_t seed, int verbose, int own_chance) {
  char text[2000] = "";
  mlf_faults faults;
  mlf_flow* flow = NULL;
  mlf_response* response = NULL;
  mlf_response_head head;
  mlf_records records;
  uint64_t words = 0;
  mlf_code code;
  mlf_chance chance;
  chance.of_hand = shuffle;
  chance.context = &seed;
  memset(&faults, 0, sizeof faults);
  faults.text.data = text;
  faults.text.room = sizeof text;
  code = mlf_open(variant, NULL, 0, NULL, &flow, &faults);
  if (code != MLF_OK) return fail(variant, code, text);
  code = mlf_response_new(&response);
  if (code == MLF_OK)
    code = own_chance ? mlf_start_with(flow, &records, &chance, response)
                      : mlf_start(flow, &records, seed, response);
  while (code == MLF_OK && mlf_response_head_of(response, &head) == MLF_OK &&
         head.status != MLF_OVER) {
    mlf_action action;
    const int seat = lowest_seat(head.asked);
    const uint64_t word = next_word(seed, ++words);
    if (verbose) print_events(flow, response);
    if (word % 8 == 7) {
      memset(&action, 0, sizeof action);
      action.node = MLF_TIMEOUT;
      action.seat = (int8_t)seat;
      action.ask = head.ask;
    } else {
      const uint64_t count = mlf_response_action_count(response, seat);
      code = mlf_response_action(response, seat, (word >> 8) % count, &action);
    }
    if (code == MLF_OK)
      code = own_chance ? mlf_process_with(flow, &records, &action, &chance, response)
                        : mlf_process(flow, &records, &action, response);
  }
  if (code == MLF_OK)
    printf("%s %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", variant, seed, words, mlf_hash(&records));
  else
    fail(variant, code, "");
  mlf_response_free(response);
  mlf_close(flow);
  return code == MLF_OK ? 0 : 1;
}

int main(int argc, char** argv) {
  int verbose = 0, own_chance = 0, i;
  for (i = 1; i < argc; ++i) {
    if (strcmp(argv[i], "-v") == 0)
      verbose = 1;
    else if (strcmp(argv[i], "-c") == 0)
      own_chance = 1;
    else if (play(argv[i], 2026, verbose, own_chance) != 0)
      return 1;
  }
  return 0;
}
