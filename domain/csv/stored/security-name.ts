/**
 * Decides whether two names mean the same security. Names are compared in full: only words known not to identify the
 * security are removed. Words for the class, the instrument, the currency and the fund house always count.
 */
import { commodityName } from '../../values/isin.ts';

const PUBLIC_COMPANY = /\b(?:plc|p\.l\.c\.?)(?![\w.])/gu;
/**
 * `Ord`, `Ordinary Shares`, `Com Stk`, `NPV`: the ordinary share of its class, which a name without these words also
 * means.
 */
const PLAIN_SHARE = /\b(?:ord(?:inary)?(?: (?:shares?|shs?|stock))?|com stk|common stock|npv|no par value)(?!\w)/gu;
const CODE = '(?:gbp|gbx|usd|eur|chf|cad|aud|jpy|nok|sek|dkk|hkd|zar|us\\$|[£$€])';
const FRACTION = '(?: ?\\d+/\\d+)?';
/**
 * `GBP0.05`, `USD 0.20 20/21`, `£1`, `25p`, `28 101/108p`; a number that continues, as in `GBP 0-5yr`, is not a par
 * value.
 */
const PAR_VALUE = new RegExp(
  `(?<![\\w.,-])(?:${CODE}(?:\\d+(?:\\.\\d+)?| \\d+\\.\\d+)${FRACTION}|\\d+(?:\\.\\d+)?${FRACTION}p)(?![\\w.,%+/-])`,
  'gu',
);

/** Words with the same meaning in several spellings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  accumulation: 'acc',
  accumulating: 'acc',
  accum: 'acc',
  distribution: 'dist',
  distributing: 'dist',
  limited: 'ltd',
  corporation: 'corp',
  company: 'co',
};

/** The form in which names are compared. Equal forms mean the same security; different ones may or may not. */
export function securityNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’'`]/gu, '')
    .replace(PUBLIC_COMPANY, ' ')
    .replace(/\s+/gu, ' ')
    .replace(PLAIN_SHARE, ' ')
    .replace(/\s+/gu, ' ')
    .replace(PAR_VALUE, ' ')
    .replaceAll('&', ' and ')
    .replace(/(?<!\d)[.,]|[.,](?!\d)/gu, ' ')
    .replace(/[^\p{L}\p{N}%.,$£€+*/#@]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => SPELLINGS[word] ?? word)
    .join(' ');
}

/** True when a metal is named by its own name: `Gold`, `Gold (XAU)`, `XAU`; nothing is removed from it. */
export function isMetalNamed(isin: string, name: string): boolean {
  const metal = commodityName(isin);
  if (metal === null) return false;
  const named = name.trim().toLowerCase();
  const own = metal.toLowerCase();
  const code = isin.toLowerCase();
  return named === own || named === `${own} (${code})` || named === code;
}

/** Words that distinguish one issuer's securities; words of one group exclude each other. */
const INSTRUMENTS: readonly (readonly [string, RegExp])[] = [
  ['preference', /\bpref(?:s|erence|erred)?\b|\bprf\b/u],
  ['bond', /\bbonds?\b|\bgilts?\b|\btreasury \d|\bdebentures?\b|\bloan stock\b|\bconv(?:ertible)?\b/u],
  ['note', /\bnotes?\b/u],
  ['receipt', /\badrs?\b|\bads\b|\bgdrs?\b|\bdepos[ia]tary\b|\bdepository\b|\bcdis?\b/u],
  ['warrant', /\bwarrants?\b|\bwts?\b/u],
  ['rights', /\brights?\b|\bnil paid\b|\bfully paid\b|\bsubscription\b/u],
  ['coupon', /\d\s?%/u],
];
const INCOME_KINDS: readonly (readonly [string, RegExp])[] = [
  ['acc', /\bacc(?:um(?:ulation|ulating)?|umulation)?\b/u],
  ['dist', /\bdist(?:ribut(?:ing|ion))?\b|\binc(?:ome)?\b/u],
];

function kindsIn(name: string, kinds: readonly (readonly [string, RegExp])[]): string {
  const text = name.toLowerCase();
  return kinds
    .filter(([, words]) => words.test(text))
    .map(([kind]) => kind)
    .join(' ');
}

/** True when the name beside a ticker names another instrument or class than the ticker's security. */
export function namesAnotherKind(named: string, known: string): boolean {
  if (kindsIn(named, INSTRUMENTS) !== kindsIn(known, INSTRUMENTS)) return true;
  const [namedIncome, knownIncome] = [kindsIn(named, INCOME_KINDS), kindsIn(known, INCOME_KINDS)];
  return namedIncome !== '' && knownIncome !== '' && namedIncome !== knownIncome;
}

/** True where one name is that of units that accumulate income, and the other of units that pay it out. */
export function namesOtherIncome(named: string, known: string): boolean {
  return [kindsIn(named, INCOME_KINDS), kindsIn(known, INCOME_KINDS)].toSorted().join('|') === 'acc|dist';
}

/** Words that many securities have, besides those of one or two letters. */
const COMMON =
  /^(?:plc|ltd|limited|inc|corp|corporation|company|group|holdings?|the|and|ord|ordinary|shares?|stock|common|class|fund|funds|etf|etc|ucits|trust|investments?|international|global|acc|accumulation|accumulating|dist|distributing|income|gbp|usd|eur|npv|index|capital|units?|adr|reit|new)$/u;

/** Who offers funds: a fund of one is never one of another. */
const HOUSES =
  /\b(?:ishares|vanguard|xtrackers|invesco|spdr|amundi|lyxor|l&g|legal (?:and|&) general|fidelity|wisdomtree|vaneck|ubs|jpm(?:organ)?|hsbc|blackrock|fundsmith|baillie gifford|lindsell train|royal london|m&g|jupiter|schroders?|abrdn|artemis|liontrust|rathbone|franklin)\b/gu;

function wordsIn(name: string): readonly string[] {
  return (
    name
      .toLowerCase()
      .replace(/[’'`.]/gu, '')
      .match(/[\p{L}\p{N}&]+/gu)
      ?.filter((word) => word.length >= 3 && !COMMON.test(word)) ?? []
  );
}

function initialsOf(name: string): string {
  return (name.toLowerCase().match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).map((word) => word.slice(0, 1)).join('');
}

/**
 * True where two names cannot be those of one security: funds of two houses, or no word of the one is in the other, as
 * a part or as its initials. A name without a word of its own says nothing.
 */
export function namesAnotherIssuer(named: string, known: string): boolean {
  const houses = (name: string): readonly string[] => [...name.toLowerCase().matchAll(HOUSES)].map(([house]) => house);
  const [ofNamed, ofKnown] = [houses(named), houses(known)];
  if (ofNamed.length > 0 && ofKnown.length > 0 && !ofNamed.some((house) => ofKnown.includes(house))) return true;
  const [words, others] = [wordsIn(named), wordsIn(known)];
  if (words.length === 0 || others.length === 0) return false;
  const isIn = (word: string, name: string): boolean => initialsOf(name).startsWith(word.slice(0, 4));
  return !words.some(
    (word) =>
      isIn(word, known) ||
      others.some(
        (other) => other.startsWith(word.slice(0, 4)) || word.startsWith(other.slice(0, 4)) || isIn(other, named),
      ),
  );
}
