/* A first program: a match by the first legal action, what a seat may do, and a hand judged. */
#include "mlf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const char* hand = "{\"hand\":\"123m456m789m12p55p\",\"win\":\"3p\",\"by\":\"self_draw\"}";
  const mlf_option hands = {"hands", "2"};
  static char text[1 << 14];
  mlf_text out = {text, sizeof text, 0};
  mlf_flow *flow, *xueliu;
  mlf_response* response;
  mlf_response_head head;
  mlf_records records;
  mlf_action action;
  int actions = 0, seat;
  if (mlf_open("erren", &hands, 1, NULL, &flow, NULL) != MLF_OK) return 1;
  if (mlf_open("xueliu", NULL, 0, NULL, &xueliu, NULL) != MLF_OK) return 1;
  if (mlf_response_new(&response) != MLF_OK) return 1;
  if (mlf_start(flow, &records, 42, response) != MLF_OK) return 1;
  while (mlf_response_head_of(response, &head) == MLF_OK && head.status != MLF_OVER) {
    for (seat = 0; (head.asked >> seat & 1) == 0;) ++seat;
    /* What this seat sees and may do, in words. */
    if (actions == 5 && mlf_explain(flow, &records, seat, MLF_EN, &out) == MLF_OK) puts(text);
    if (mlf_response_action(response, seat, 0, &action) != MLF_OK) return 1;
    if (mlf_process(flow, &records, &action, response) != MLF_OK) return 1;
    ++actions;
  }
  printf("erren: %d actions, hash %016" PRIx64 "\n", actions, mlf_hash(&records));
  if (mlf_process(flow, &records, &action, response) == MLF_REFUSED)
    puts("after the end every action is refused");
  if (mlf_score(xueliu, hand, strlen(hand), &out, NULL) == MLF_OK) puts(text);
  mlf_response_free(response);
  mlf_close(xueliu);
  mlf_close(flow);
  return 0;
}
