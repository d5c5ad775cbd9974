/** Records of a user for which the specification has no call; they sync with a server that supports extras. */
import { checkAmount, isAmount } from '../values/amount.ts';
import type { Option } from '../fields/enums.ts';
import type { Checked } from '../fields/issue.ts';
import {
  checkFields,
  choice,
  object,
  text,
  type FieldsOf,
  type InputOf,
  type JsonObject,
} from '../fields/record-fields.ts';

/** The kinds of extras, as they appear in addresses; a closed list. */
export const EXTRA_KIND_OPTIONS = [
  { value: 'losses-brought-forward', label: 'Losses Brought Forward' },
  { value: 'column-mapping', label: 'Remembered Answers' },
  { value: 'import-history', label: 'Import' },
  { value: 'balance-history', label: 'Balance' },
  { value: 'account-settings', label: 'Settings' },
  { value: 'merged-security', label: 'Merged Security' },
  { value: 'other-income', label: 'Other Income' },
  { value: 'account-holder', label: 'Account Holder' },
  { value: 'allowance-year', label: 'Allowances of a Year' },
  { value: 'planned-trades', label: 'Planned Trades' },
  { value: 'targets', label: 'Target Allocation' },
  { value: 'income-nature', label: 'Nature of Income' },
  { value: 'excess-income', label: 'Excess Reportable Income' },
] as const satisfies readonly Option[];
export type ExtraKind = (typeof EXTRA_KIND_OPTIONS)[number]['value'];
export const EXTRA_KINDS: readonly ExtraKind[] = EXTRA_KIND_OPTIONS.map(({ value }) => value);

/** An extra's own JSON object; the feature that writes it defines its fields. */
export type ExtraValue = JsonObject;

/** A record for which the specification has no call: an object with a kind and a key. */
export const EXTRA = {
  kind: choice<ExtraKind>(EXTRA_KIND_OPTIONS, { label: 'Kind', expected: 'a kind of extra' }),
  /** Identifies it within its kind: the id of an account or an import, or another unique text. */
  key: text(64, {
    label: 'Key',
    expected: 'a key',
    pattern: { shape: /^[0-9A-Za-z_-]{1,64}$/u, code: 'notAllowed', expected: 'letters, digits, "_" and "-"' },
  }),
  value: object(extraValueFault, { label: 'Value', expected: 'a JSON object' }),
};
export type Extra = FieldsOf<typeof EXTRA>;

/** Checks an extra: a kind of the list, a key that an address can contain, and a value of plain and exact JSON. */
export function checkExtra(input: InputOf<typeof EXTRA>): Checked<Extra> {
  return checkFields(EXTRA, input);
}

/**
 * The key of a savings account's balance on a day, `yyyy-MM-dd`. Each day has its own, so that devices which save
 * balances of different days change different records.
 */
export function balanceHistoryKey(savingsAccountId: string, date: string): string {
  return `${savingsAccountId}_${date}`;
}

/** The account and day that such a key names. */
export function parseBalanceHistoryKey(key: string): { readonly savingsAccountId: string; readonly date: string } {
  const end = key.lastIndexOf('_');
  return { savingsAccountId: key.slice(0, end), date: key.slice(end + 1) };
}

/** The most characters of an extra's value as JSON; a longer list is split over several keys. */
export const MAX_EXTRA_LENGTH = 256 * 1024;
/** The deepest nesting of lists and objects within a value. */
export const MAX_EXTRA_DEPTH = 16;

/** The id of an extra among the synced changes; a kind has no slash. */
export function extraId(kind: ExtraKind, key: string): string {
  return `${kind}/${key}`;
}

/** Reads the id of an extra, or returns null when it is not one. */
export function parseExtraId(id: string): Pick<Extra, 'kind' | 'key'> | null {
  const slash = id.indexOf('/');
  const kind = EXTRA_KINDS.find((known) => known === id.slice(0, slash));
  return slash < 0 || kind === undefined || slash === id.length - 1 ? null : { kind, key: id.slice(slash + 1) };
}

/** What a value would have to be, or null when it is valid. Numbers must be exact: at most 15 significant digits. */
export function extraValueFault(value: ExtraValue): string | null {
  // First, because the rest takes time for each part of a value.
  if (JSON.stringify(value).length > MAX_EXTRA_LENGTH)
    return `an object of at most ${MAX_EXTRA_LENGTH} characters as JSON`;
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_EXTRA_DEPTH) return `lists and objects at most ${MAX_EXTRA_DEPTH} deep`;
    const next: unknown[] = [];
    for (const part of level) {
      if (typeof part === 'number' && !isAmount(checkAmount(part)))
        return 'numbers of at most 15 significant digits and 12 decimal places';
      if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) next.push(inner);
    }
    level = next;
  }
  return null;
}
