/** The words that files use for tax wrappers, in cells of their own and in names of accounts. */
import { TAX_WRAPPERS, type TaxWrapper } from '../../fields/enums.ts';
import { wordKey, wordMap } from './words.ts';

const WRAPPER_WORDS: Readonly<Record<TaxWrapper, readonly string[]>> = {
  DEALING: [
    'gia',
    'general',
    'general investment account',
    'general account',
    'dealing account',
    'investment account',
    'fund and share account',
    'share dealing',
    'share dealing account',
    'taxable',
    'unwrapped',
    'none',
    'trading account',
    'invest',
  ],
  SIPP: [
    'pension',
    'self invested personal pension',
    'sipp pension savings account',
    'pension savings account',
    'personal pension',
  ],
  ISA: [
    'stocks and shares isa',
    'stocks shares isa',
    's s isa',
    's and s isa',
    'investment isa',
    'shares isa',
    'individual savings account',
  ],
  LISA: ['lifetime isa', 'stocks and shares lifetime isa', 'stocks shares lifetime isa'],
  SPECULATIVE: ['speculative account'],
  JISA: [
    'junior isa',
    'junior stocks and shares isa',
    'junior stocks shares isa',
    'junior investment isa',
    'stocks and shares junior isa',
    'stocks shares junior isa',
    'junior individual savings account',
  ],
};

const WRAPPERS = wordMap(
  WRAPPER_WORDS,
  TAX_WRAPPERS.map((value) => [value, value] as const),
);

/** The wrapper that a word means, or null. */
export function wrapperOfWord(text: string): TaxWrapper | null {
  return WRAPPERS.get(wordKey(text)) ?? null;
}

/** Words beside a wrapper that say that it is not meant. */
const NOT_THIS = /\b(?:non|not|outside|excluding|excl|ex|from|to)\b/iu;

const KINDS = [/\b[lj]?isa\b/iu, /\bsipp\b|pension/iu, /\bgia\b|\bgeneral investment\b/iu];

const TITLE_BEFORE = /\b(?:mrs?|ms|miss|mx|dr|dame|lady)\.? +$/iu;
const WORD_BEHIND = /^ +(\p{Lu}[\p{L}'-]{0,40})/u;
/** Words that are written behind a wrapper's name in capitals, besides those for accounts. */
const BEHIND_WRAPPER =
  /^(?:cash|trading|equit(?:y|ies)|growth|income|managed|diy|transfer|subscription|wrapper|allowance)$/u;

/** The text without Isa and Lisa where they are somebody's name: behind a title, or before what may be a surname. */
export function withoutNames(text: string): string {
  const isCapitals = !/\p{Ll}/u.test(text);
  return text.replace(/(?<!\p{L})l?isa(?!\p{L})/giu, (word: string, at: number) => {
    if (TITLE_BEFORE.test(text.slice(Math.max(at - 20, 0), at))) return ' ';
    const behind = WORD_BEHIND.exec(text.slice(at + word.length))?.[1]?.toLowerCase() ?? '';
    const isSurname =
      behind !== '' && ![BESIDE_WRAPPER, IN_WRAPPER, BEHIND_WRAPPER].some((words) => words.test(behind));
    return isSurname && (isCapitals || /^L?[Ii]sa$/u.test(word)) && /^\p{Lu}/u.test(word) ? ' ' : word;
  });
}

/** The wrapper in a broker's name for an account, such as `Stocks & Shares ISA Account 2`; null for none or several. */
export function wrapperInWords(written: string): TaxWrapper | null {
  const text = withoutNames(written);
  const exact = wrapperOfWord(text);
  if (exact !== null) return exact;
  if (NOT_THIS.test(text) || KINDS.filter((kind) => kind.test(text)).length > 1) return null;
  if (/\bjisa\b|\bjunior\b.{0,40}\bisa\b|\bisa\b.{0,40}\bjunior\b/iu.test(text)) return 'JISA';
  if (/\bLISA\b|[Ll]ifetime (?:ISA|[Ii]sa)/u.test(text)) return 'LISA';
  if (/\bsipp\b|pension/iu.test(text)) return 'SIPP';
  if (/\bisa\b/iu.test(text)) return 'ISA';
  return /\bgia\b|\bgeneral investment\b/iu.test(text) ? 'DEALING' : null;
}

/** The wrapper in the name of an account, which may also be that of a person; null for none. */
export function wrapperOfAccount(name: string): TaxWrapper | null {
  return isOtherName(name) ? null : wrapperInWords(name);
}

/** True for a word for a wrapper that may name a person or an account of any wrapper. */
export function isOtherName(text: string): boolean {
  return /^(?:lisa|none|general|invest)$/iu.test(text) && text !== 'LISA';
}

/** Words beside a wrapper's name that change nothing of it. */
const BESIDE_WRAPPER =
  /^(?:accounts|acc|a|c|number|no|name|type|portfolio|product|wrapper|plan|tax|transactions?|history|statement|activity|trades|investments|holdings|your|my|the|for|of|in|[a-z]{0,9}\d\w*)$/u;
/** The words of which wrappers' names consist. */
const IN_WRAPPER =
  /^(?:account|stocks?|and|shares?|s|isa|lisa|jisa|junior|lifetime|flexible|sipp|pension|self|invested|personal|individual|savings|gia|general|investment|dealing|fund)$/u;

/**
 * The one wrapper that a line names, with nothing but words for an account and its number beside it, such as `Account:
 * 123 - Stocks & Shares ISA`; null for any other line, such as `Dealing history`.
 */
export function wrapperNamed(text: string): TaxWrapper | null {
  const words = wordKey(text)
    .split(' ')
    .filter((word) => !BESIDE_WRAPPER.test(word));
  const name = words.slice(words[0] === 'account' && words.length > 1 ? 1 : 0);
  if (name.length === 0 || isOtherName(text) || !name.every((word) => IN_WRAPPER.test(word))) return null;
  if (name.filter((word) => /^[lj]?isa$/u.test(word)).length > 1) return null;
  const found = wrapperInWords(name.join(' ').replaceAll('lisa', 'LISA'));
  const isPlain =
    found === 'DEALING' && !/\b(?:gia|general investment|(?:dealing|and share) account)\b/u.test(name.join(' '));
  return isPlain ? null : found;
}
