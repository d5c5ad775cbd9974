/** Finding the accounts, brokers and assets that a file names among those that are stored. */
import { isGilt } from '../cgt/gilts.ts';
import { commodityName, isIsinShaped, isValidIsin, isValidSedol } from '../isin.ts';
import type { Account, Asset, Broker } from '../records.ts';
import { nameKey } from './cell-text.ts';

/** Short names that files use for brokers, as `brokerKey` writes both sides. */
const BROKER_ALIASES: Readonly<Record<string, string>> = {
  hl: 'hargreaveslansdown',
  ii: 'interactiveinvestor',
  ajb: 'ajbell',
  youinvest: 'ajbell',
  ajbellyouinvest: 'ajbell',
  t212: 'trading212',
  ibkr: 'interactivebrokers',
  ib: 'interactivebrokers',
  vanguard: 'vanguarduk',
  vanguarduk: 'vanguard',
  fidelity: 'fidelityuk',
  fidelityuk: 'fidelity',
};

/** The seeded broker for what no broker fits. */
const OTHER_BROKER = 'other';

function brokerKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, '');
}

/** What a file's identifiers came to: the ISIN to use, or why there is none. */
export type AssetLookup =
  | { readonly ok: true; readonly isin: string; readonly asset: Asset | null; readonly correction: string | null }
  | {
      readonly ok: false;
      readonly reason: 'badIsin' | 'badCheckDigit' | 'unknownSedol' | 'badSedol';
      readonly value: string;
    };

/** Indexes of the stored accounts, brokers and assets. */
export class Directory {
  private readonly accountsById = new Map<string, Account>();
  private readonly accountsByName = new Map<string, Account>();
  private readonly brokersById = new Map<string, Broker>();
  private readonly brokersByName = new Map<string, Broker>();
  private readonly assetsByIsin = new Map<string, Asset>();
  private readonly assetsBySedol = new Map<string, Asset>();
  private readonly assetsByTicker = new Map<string, Asset | null>();
  private readonly assetsByName = new Map<string, Asset | null>();
  /** Names and identifiers as files write them, with what they were found to be. */
  private readonly accountNames = new Map<string, Account | null>();
  private readonly brokerNames = new Map<string, Broker | null>();
  private readonly lookups = new Map<string, AssetLookup>();
  private readonly similar = new Map<string, Asset | null>();
  private words: readonly NamedAsset[] | null = null;
  readonly onlyAccount: Account | null;
  readonly otherBroker: Broker | null;

  constructor(store: {
    readonly accounts: readonly Account[];
    readonly brokers: readonly Broker[];
    readonly assets: readonly Asset[];
  }) {
    for (const account of store.accounts) {
      this.accountsById.set(account.id, account);
      this.accountsByName.set(nameKey(account.name), account);
    }
    for (const broker of store.brokers) {
      this.brokersById.set(broker.id, broker);
      this.brokersByName.set(brokerKey(broker.name), broker);
    }
    for (const asset of store.assets) {
      this.assetsByIsin.set(asset.isin, asset);
      const name = nameKey(asset.name);
      this.assetsByName.set(name, this.assetsByName.has(name) ? null : asset);
      const ticker = tickerKey(asset.fetchCode);
      if (ticker !== '') this.assetsByTicker.set(ticker, this.assetsByTicker.has(ticker) ? null : asset);
      const sedol = asset.sedol ?? sedolOfIsin(asset.isin);
      if (sedol !== null && sedol !== '') this.assetsBySedol.set(sedol, asset);
    }
    this.onlyAccount = store.accounts.length === 1 ? (store.accounts[0] ?? null) : null;
    this.otherBroker = this.brokersByName.get(OTHER_BROKER) ?? null;
  }

  account(id: string, name: string): Account | null {
    return (
      this.accountsById.get(id) ??
      remembered(this.accountNames, name, () => this.accountsByName.get(nameKey(name)) ?? null)
    );
  }

  broker(id: string, name: string): Broker | null {
    return (
      this.brokersById.get(id) ??
      remembered(this.brokerNames, name, () => {
        const key = brokerKey(name);
        return this.brokersByName.get(key) ?? this.brokersByName.get(BROKER_ALIASES[key] ?? key) ?? null;
      })
    );
  }

  asset(isin: string): Asset | null {
    return this.assetsByIsin.get(isin) ?? null;
  }

  /** The one asset of that name; null when there is none or several. */
  assetNamed(name: string): Asset | null {
    return this.assetsByName.get(nameKey(name)) ?? null;
  }

  /** The one asset whose fetch code is that ticker, whatever the exchange beside it; null when there is none or several. */
  assetByTicker(ticker: string): Asset | null {
    return this.assetsByTicker.get(tickerKey(ticker)) ?? null;
  }

  /** The one asset whose name says the same in other words, such as `Vodafone Group plc USD0.20 20/21`; null when none or several do. */
  assetLike(name: string): Asset | null {
    return remembered(this.similar, name, () => {
      this.words ??= [...this.assetsByIsin.values()].map((asset) => ({ asset, words: nameWords(asset.name) }));
      const wanted = nameWords(name);
      return (
        likest(this.words.filter(({ words }) => within(words, wanted))) ??
        likest(
          this.words.filter(({ words }) => within(wanted, words)),
          true,
        )
      );
    });
  }

  /** Reads the text of an ISIN column, in which some files put a SEDOL. */
  byIsinText(text: string): AssetLookup {
    return remembered(this.lookups, text, () => this.readIsin(text));
  }

  private readIsin(text: string): AssetLookup {
    if (isValidIsin(text)) return { ok: true, isin: text, asset: this.asset(text), correction: null };
    if (text.length <= 7) {
      const sedol = this.bySedolText(text);
      if (sedol.ok) return { ...sedol, correction: `${text} is a SEDOL; the catalogue has it as ${sedol.isin}.` };
    }
    return { ok: false, reason: isIsinShaped(text) ? 'badCheckDigit' : 'badIsin', value: text };
  }

  /** Reads a SEDOL; spreadsheets eat leading zeros, so it is filled up to seven characters and its check digit tried. */
  bySedolText(text: string): AssetLookup {
    const padded = text.padStart(7, '0');
    if (!isValidSedol(padded)) return { ok: false, reason: 'badSedol', value: text };
    const asset = this.assetsBySedol.get(padded);
    if (asset === undefined) return { ok: false, reason: 'unknownSedol', value: padded };
    const correction = padded === text ? null : `SEDOL ${text} was read as ${padded} (check digit fits).`;
    return { ok: true, isin: asset.isin, asset, correction };
  }
}

/** `VOD.L`, `VOD:LSE`, `VOD LN` and `vod` are VOD; `BP.` is BP. Codes that are an ISIN are no tickers. */
function tickerKey(code: string): string {
  const key =
    code
      .trim()
      .toUpperCase()
      .split(/[:./ ]/u)[0] ?? '';
  return key.length > 8 ? '' : key;
}

interface NamedAsset {
  readonly asset: Asset;
  readonly words: ReadonlySet<string>;
}

/** Words that say what kind of share it is, not whose. */
const KIND_WORDS = new Set([
  'plc',
  'ord',
  'ordinary',
  'shares',
  'share',
  'inc',
  'corp',
  'corporation',
  'ltd',
  'limited',
  'com',
  'stk',
  'the',
  'of',
  'and',
  'class',
  'npv',
]);

function nameWords(name: string): ReadonlySet<string> {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9%]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '' && !KIND_WORDS.has(word));
  return new Set(words);
}

function within(small: ReadonlySet<string>, large: ReadonlySet<string>): boolean {
  return small.size > 0 && [...small].every((word) => large.has(word));
}

/** The asset with the most words in common; null for a tie. `fewest` prefers the name with the least beside them. */
function likest(found: readonly NamedAsset[], fewest = false): Asset | null {
  const sorted = found.toSorted((a, b) => (fewest ? a.words.size - b.words.size : b.words.size - a.words.size));
  const [first, second] = sorted;
  if (first === undefined || (second !== undefined && (fewest || second.words.size === first.words.size))) return null;
  return first.asset;
}

function remembered<V>(known: Map<string, V>, key: string, find: () => V): V {
  const value = known.get(key);
  if (value !== undefined) return value;
  const found = find();
  known.set(key, found);
  return found;
}

/** The SEDOL inside an ISIN of the British Isles; only a candidate, so it is used against the catalogue alone. */
function sedolOfIsin(isin: string): string | null {
  return /^(?:GB|IE|JE|GG|IM)00/u.test(isin) ? isin.slice(4, 11) : null;
}

/** An entry of the catalogue for a valid ISIN that it does not have: NON_CORE, without a price, for an administrator to complete. */
export function unlistedAsset(id: string, isin: string, name: string): Asset {
  const metal = commodityName(isin);
  return {
    id,
    name: metal ?? (name === '' ? isin : name),
    type: metal === null ? (isGilt(isin) ? 'BOND' : 'EQUITY') : 'COMMODITY',
    category: metal === null ? 'NON_CORE' : 'PRECIOUS_METALS',
    incomeTreatment: 'NA',
    totalExpenseRatio: 0 as Asset['totalExpenseRatio'],
    isin,
    sedol: null,
    priceSource: 'MANUAL',
    fetchCode: '',
    denomination: 'GBP',
    excludeFromPriceUpdates: true,
    cgtExempt: null,
  };
}
