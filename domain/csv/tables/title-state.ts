/** Titles above rows that say whether the rows took place: `Pending orders`, `Executed trades`. */

const OPEN =
  /^(?:pending|cancell?ed|cancellations?|rejected|expired|failed|declined|lapsed|aborted|unexecuted|unfilled|outstanding|working|upcoming|forecast(?:ed)?|estimate[ds]?|projected|expected|scheduled|planned|placed|submitted|queued|awaiting|requested|proposed|provisional|simulated|drafts?|deleted|voided|indicative|hypothetical|reversed|superseded|replaced)$/u;
/** A line of its own that says that nothing below it took place. */
const NO_RECORD =
  /^(?:my )?(?:ideas?|wish ?lists?|watch ?lists?|to ?dos?|shopping list|what ifs?|possible (?:buys|sales|trades)|(?:plans?|targets?) for)\b/iu;
/** Words that say so only beside what they are about: `Open orders`. */
const OPEN_BESIDE = /^(?:open|future|void|model|demo|practice|virtual|paper|sample|declared|announced)$/u;
const DONE =
  /^(?:executed|completed?|filled|settled|settlement|past|historical?|historic|history|confirmed|processed|paid|received|traded|booked|done|all)$/u;
const ABOUT =
  /^(?:orders?|trades?|deals?|transactions?|instructions?|dividends?|income|interest|payments?|distributions?|purchases?|sales?|deposits?|withdrawals?|contributions?|activity|movements?|events?|items?|account|portfolio|trading|execution)$/u;
const FILLER = /^(?:the|of|and|or|your|my|our|to|be|date|as|at|in|is|are|still|recent|recently|status|state|list)$/u;
const NOT = /^(?:not|yet|non|un)$/u;

/** As long as such a title. */
const MOST_LENGTH = 80;

/** What a title says of the rows below it; null for a line that is no such title. */
export function stateOfTitle(title: string): 'done' | 'open' | null {
  if (title.length > MOST_LENGTH) return null;
  if (title.length <= 30 && NO_RECORD.test(title.trim())) return 'open';
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isAbout = words.some((word) => ABOUT.test(word));
  const isOpen = (word: string): boolean => OPEN.test(word) || (isAbout && OPEN_BESIDE.test(word));
  const fits = (word: string): boolean => [DONE, ABOUT, FILLER, NOT].some((known) => known.test(word)) || isOpen(word);
  if (words.length === 0 || !words.every(fits)) return null;
  const isDone = words.some((word) => DONE.test(word));
  const isDenied = isDone && words.some((word) => NOT.test(word));
  if (isDenied || (words.some(isOpen) && !isDone)) return 'open';
  return isDone || isAbout ? 'done' : null;
}
