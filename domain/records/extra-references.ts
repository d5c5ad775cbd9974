/**
 * The records that an extra of each kind refers to, in its key and in its value: for new ids and for restored backups.
 */
import { extraId, type Extra, type ExtraKind } from './extra.ts';

/** The kinds of records that an extra can refer to. */
export type NamedByExtra = 'account' | 'broker' | 'savingsAccount' | 'transaction';

/** Where a value has ids: as the id itself, the keys of an object, the items of a list, or fields of an object. */
type Ids =
  | { readonly id: NamedByExtra }
  | { readonly keys: NamedByExtra }
  | { readonly items: Ids }
  | { readonly fields: Readonly<Record<string, Ids>> };

interface ExtraReferences {
  /** The record in the key: the key is its id, or with `isDated` starts with it, before `_` and a day or tax year. */
  readonly key?: { readonly id: NamedByExtra; readonly isDated?: true };
  readonly value?: Ids;
}

const ACCOUNT: ExtraReferences = { key: { id: 'account' } };
const NONE: ExtraReferences = {};

const EXTRA_REFERENCES: Readonly<Record<ExtraKind, ExtraReferences>> = {
  'losses-brought-forward': ACCOUNT,
  'column-mapping': NONE,
  'import-history': NONE,
  'balance-history': { key: { id: 'savingsAccount', isDated: true } },
  'account-settings': ACCOUNT,
  'merged-security': NONE,
  'other-income': ACCOUNT,
  'account-holder': {
    key: { id: 'account' },
    value: {
      fields: { spouseAccountId: { id: 'account' }, isas: { items: { fields: { brokerId: { id: 'broker' } } } } },
    },
  },
  'allowance-year': {
    key: { id: 'account', isDated: true },
    value: { fields: { cashIsas: { keys: 'savingsAccount' } } },
  },
  'planned-trades': {
    value: {
      fields: {
        trades: {
          items: {
            fields: {
              accountId: { id: 'account' },
              toAccountId: { id: 'account' },
              brokerId: { id: 'broker' },
              transactionId: { id: 'transaction' },
            },
          },
        },
      },
    },
  },
  // The key may also mean the household, which equals no account's id.
  targets: ACCOUNT,
  'income-nature': NONE,
  'excess-income': NONE,
};

/** The present id of a record; the same where it has not changed. */
type CurrentId = (entity: NamedByExtra, id: string) => string;

/** An extra whose references have their present ids; the same object where none has changed. */
export function withCurrentIds<E extends Extra & { readonly id: string }>(extra: E, currentId: CurrentId): E {
  const references = EXTRA_REFERENCES[extra.kind];
  const key = references.key === undefined ? extra.key : currentKey(extra.key, references.key, currentId);
  const value = references.value === undefined ? extra.value : currentValue(extra.value, references.value, currentId);
  return key === extra.key && value === extra.value
    ? extra
    : { ...extra, key, value: value as Extra['value'], id: extraId(extra.kind, key) };
}

function currentKey(key: string, { id, isDated }: NonNullable<ExtraReferences['key']>, currentId: CurrentId): string {
  const end = isDated === true ? key.lastIndexOf('_') : key.length;
  return end < 1 ? key : currentId(id, key.slice(0, end)) + key.slice(end);
}

/** Parts with another shape are left unchanged: another version may have written them. */
function currentValue(value: unknown, ids: Ids, currentId: CurrentId): unknown {
  if ('id' in ids) return typeof value === 'string' ? currentId(ids.id, value) : value;
  if ('items' in ids) {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: unknown) => currentValue(item, ids.items, currentId));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const current = entries.map(([name, part]: [string, unknown]): [string, unknown] => {
    if ('keys' in ids) return [currentId(ids.keys, name), part];
    const within = ids.fields[name];
    return [name, within === undefined ? part : currentValue(part, within, currentId)];
  });
  return current.some(([name, part], index) => name !== entries[index]?.[0] || part !== entries[index]?.[1])
    ? Object.fromEntries(current)
    : value;
}
