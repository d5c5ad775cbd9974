/** Titles above rows that say whether the rows took place: `Pending orders`, `Executed trades`. */

const NOT_PLACED =
  /^(?:pending|cancell?ed|cancellations?|rejected|expired|failed|declined|lapsed|aborted|unexecuted|unfilled|outstanding|working|upcoming|forecast(?:ed)?|estimate[ds]?|projected|expected|scheduled|planned|provisional|simulated|draft|deleted|voided|indicative|hypothetical|reversed)$/u;
/** Words that say so only beside what they are about: `Open orders`. */
const NOT_PLACED_BESIDE = /^(?:open|future|void|model|demo)$/u;
const PLACED =
  /^(?:executed|completed?|filled|settled|settlement|past|historical?|historic|history|confirmed|processed|paid|received|traded|booked|done|all)$/u;
const ABOUT =
  /^(?:orders?|trades?|deals?|transactions?|instructions?|dividends?|income|interest|payments?|distributions?|purchases?|sales?|deposits?|withdrawals?|contributions?|activity|movements?|events?|items?)$/u;
const FILLER = /^(?:the|of|and|or|your|my|our|to|be|date|as|at|in|is|are|still|recent|recently|status|state|list)$/u;
const NOT = /^(?:not|yet|non|un)$/u;

/** As long as such a title. */
const MOST_LENGTH = 80;

/** What a title says of the rows below it; null for a line that is no such title. */
export function stateOfTitle(title: string): 'placed' | 'notPlaced' | null {
  if (title.length > MOST_LENGTH) return null;
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isAbout = words.some((word) => ABOUT.test(word));
  const isOpen = (word: string): boolean => NOT_PLACED.test(word) || (isAbout && NOT_PLACED_BESIDE.test(word));
  const fits = (word: string): boolean =>
    [PLACED, ABOUT, FILLER, NOT].some((known) => known.test(word)) || isOpen(word);
  if (words.length === 0 || !words.every(fits)) return null;
  const isPlaced = words.some((word) => PLACED.test(word));
  const isDenied = isPlaced && words.some((word) => NOT.test(word));
  if (isDenied || (words.some(isOpen) && !isPlaced)) return 'notPlaced';
  return isPlaced || isAbout ? 'placed' : null;
}
