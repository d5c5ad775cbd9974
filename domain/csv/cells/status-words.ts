/** What the status of an order says: whether it was executed. */

const EXECUTED =
  /^(?:completed?|executed|filled|fully (?:filled|executed)|settled|done|confirmed|booked|processed|success(?:ful)?|succeeded|traded|dealt|closed|ok|yes|y|final|finali[sz]ed|cleared|posted|active|accepted|matched|reconciled|paid|received|credited)$/u;
/** The trade took place, and its money or shares are still to be exchanged. */
const UNSETTLED = /^(?:unsettled|not (?:yet )?settled|(?:awaiting|pending) settlement)$/u;
const NOT_EXECUTED =
  /^(?:cancel|reject|expired?\b|fail|unfilled|not |unexecuted|withdrawn|declined|deleted|void|lapsed|error|pending|open$|working|placed|submitted|queued|in progress|awaiting|draft|reversed|reverted|replaced|aborted|inactive|staged)/u;

/** Whether an order of this status was executed; `unknown` where the word says neither. */
export function executionOf(status: string): 'executed' | 'notExecuted' | 'unknown' {
  const word = status.toLowerCase();
  if (EXECUTED.test(word)) return 'executed';
  return NOT_EXECUTED.test(word) && !UNSETTLED.test(word) ? 'notExecuted' : 'unknown';
}
