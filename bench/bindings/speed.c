/* Actions a second of one core: speed VARIANT SECONDS. Random play by number, as speed.* of the other languages. */
#include "mlf.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char** argv) {
  mlf_flow* flow;
  mlf_response* response;
  mlf_response_head head = {0};
  mlf_action action;
  static mlf_records records;
  const double seconds = argc > 2 ? atof(argv[2]) : 1;
  double best = 0;
  uint64_t seed = 0, n = 0;
  int round;
  if (mlf_open(argc > 1 ? argv[1] : "xueliu", NULL, 0, NULL, &flow, NULL) != MLF_OK) return 1;
  if (mlf_response_new(&response) != MLF_OK) return 1;
  head.status = MLF_OVER;
  for (round = 0; round < 5; ++round) {
    const double start = now();
    const uint64_t first = n;
    while ((n & 1023) != 0 || now() < start + seconds) {
      ++n;
      if (head.status == MLF_OVER) {
        if (mlf_start(flow, &records, ++seed, response) != MLF_OK) return 1;
      } else {
        const int seat = __builtin_ctz(head.asked);
        const uint64_t number = n * 7919 % mlf_response_action_count(response, seat);
        if (mlf_response_action(response, seat, number, &action) != MLF_OK || mlf_process(flow, &records, &action, response) != MLF_OK) return 1;
      }
      mlf_response_head_of(response, &head);
    }
    if ((double)(n - first) / (now() - start) > best) best = (double)(n - first) / (now() - start);
  }
  printf("%.0f\n", best);
  return 0;
}
