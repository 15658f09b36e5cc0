/* What the Go package calls instead of mlf.h where one call of cgo must do the work of several. */
#ifndef MLF_GO_BRIDGE_H
#define MLF_GO_BRIDGE_H

#include <stdlib.h>

#include "mlf.h"

/* A response with what Go reads of it without a call. */
typedef struct go_answer {
	mlf_response* response;
	mlf_response_head head;
} go_answer;

typedef struct go_action {
	mlf_code code;
	mlf_action action;
} go_action;

extern int32_t mlfGoOfHand(void* context, uint32_t hand, mlf_hand_chance* out);

static inline go_answer* go_answer_new(void) {
	go_answer* answer = calloc(1, sizeof *answer);
	if (answer != NULL && mlf_response_new(&answer->response) == MLF_OK) return answer;
	free(answer);
	return NULL;
}
static inline void go_answer_free(go_answer* answer) {
	if (answer == NULL) return;
	mlf_response_free(answer->response);
	free(answer);
}
static inline mlf_code go_seen(go_answer* answer, mlf_code code) {
	if (code == MLF_OK || code == MLF_REFUSED) mlf_response_head_of(answer->response, &answer->head);
	return code;
}

/* `chance` is NULL, or the context of mlfGoOfHand; so is the recorder where there is none. */
static inline mlf_code go_start(const mlf_flow* flow, mlf_recorder* recorder, mlf_records* records, uint64_t seed, void* chance,
                                go_answer* answer) {
	const mlf_chance own = {mlfGoOfHand, chance};
	if (recorder != NULL)
		return go_seen(answer, chance == NULL ? mlf_recorder_start(recorder, records, seed, answer->response)
		                                      : mlf_recorder_start_with(recorder, records, &own, answer->response));
	return go_seen(answer, chance == NULL ? mlf_start(flow, records, seed, answer->response)
	                                      : mlf_start_with(flow, records, &own, answer->response));
}
static inline mlf_code go_process(const mlf_flow* flow, mlf_recorder* recorder, mlf_records* records, mlf_action action, void* chance,
                                  go_answer* answer) {
	const mlf_chance own = {mlfGoOfHand, chance};
	if (recorder != NULL)
		return go_seen(answer, chance == NULL ? mlf_recorder_process(recorder, records, &action, answer->response)
		                                      : mlf_recorder_process_with(recorder, records, &action, &own, answer->response));
	return go_seen(answer, chance == NULL ? mlf_process(flow, records, &action, answer->response)
	                                      : mlf_process_with(flow, records, &action, &own, answer->response));
}

static inline mlf_code go_at(const mlf_flow* flow, const mlf_records* records, go_answer* answer) {
	return go_seen(answer, mlf_response_at(flow, records, answer->response));
}

static inline uint64_t go_count(const go_answer* answer, int32_t seat) {
	return answer == NULL ? 0 : mlf_response_action_count(answer->response, seat);
}
static inline go_action go_nth(const go_answer* answer, int32_t seat, uint64_t n) {
	go_action out = {MLF_ARGUMENT, {0}};
	if (answer != NULL) out.code = mlf_response_action(answer->response, seat, n, &out.action);
	return out;
}
static inline go_action go_default(const mlf_flow* flow, const mlf_records* records, int32_t seat) {
	go_action out = {MLF_OK, {0}};
	out.code = mlf_default(flow, records, seat, &out.action);
	return out;
}

#endif
