import { formatCount } from '../../../ui/texts/format.ts';
import { visibleText } from '../../../ui/texts/visible-text.ts';

/** The words of a list of names that administrators keep: bank names (002 §2, §4, §8), and brokers after their pattern. */

export interface ReferenceTexts {
  /** 'Bank Name' */
  readonly title: string;
  /** 'Bank Names' */
  readonly titles: string;
  /** What the page is called. */
  readonly page: string;
  /** 'bank name' */
  readonly noun: string;
  /** 'bank names' */
  readonly nouns: string;
  /** What uses one, in the table. */
  readonly usage: (count: number) => string;
  /** What uses one, in the dialog: 'bank account(s)'. */
  readonly usedBy: string;
  /** What has to be done with those first: 'bank accounts'. */
  readonly users: string;
  /** True where the specification has neither a status nor a usage count: these are additions. */
  readonly isStatusOurs: boolean;
  /** Records say when they were made and changed. */
  readonly isDated: boolean;
}

export const BANK_NAME_TEXTS: ReferenceTexts = {
  title: 'Bank Name',
  titles: 'Bank Names',
  page: 'Bank Names',
  noun: 'bank name',
  nouns: 'bank names',
  usage: (count) => `${formatCount(count)} account(s)`,
  usedBy: 'bank account(s)',
  users: 'bank accounts',
  isStatusOurs: false,
  isDated: true,
};

export const BROKER_TEXTS: ReferenceTexts = {
  title: 'Broker',
  titles: 'Brokers',
  page: 'Broker Management',
  noun: 'broker',
  nouns: 'brokers',
  usage: (count) => (count === 1 ? '1 record' : `${formatCount(count)} records`),
  usedBy: 'transaction(s) and cash balance(s)',
  users: 'transactions and cash balances',
  isStatusOurs: true,
  isDated: false,
};

/** Longest name, in characters (002 §9). */
export const NAME_LIMIT = 100;

/** Why a name cannot be saved, or null (002 §5). `others` are the names of the other records. */
export function nameFault(name: string, texts: ReferenceTexts, others: readonly string[]): string | null {
  const text = visibleText(name);
  if (text === '') return `${texts.title} is required`;
  if (text.length > NAME_LIMIT) return `${texts.title} must be no more than ${NAME_LIMIT} characters`;
  const lower = text.toLowerCase();
  return others.some((other) => other.toLowerCase() === lower)
    ? `A ${texts.noun} with this name already exists.`
    : null;
}
