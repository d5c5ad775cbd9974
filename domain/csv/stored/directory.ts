/** Finds the stored accounts, brokers and assets that a file names. */
import { isGilt } from '../../cgt/terms/gilts.ts';
import { commodityName, isIsinShaped, isValidIsin, isValidSedol } from '../../values/isin.ts';
import type { Account, Asset, Broker } from '../../records/records.ts';
import { nameKey } from '../cells/cell-text.ts';
import { remembered } from '../cells/remembered.ts';
import { isMetalNamed, securityNameKey } from './security-name.ts';

/** The stored names that a broker's name in files or profiles may mean, by `brokerKey`. */
const BROKER_ALIASES: Readonly<Record<string, readonly string[]>> = {
  hl: ['hargreaveslansdown'],
  ii: ['interactiveinvestor'],
  ajb: ['ajbell'],
  youinvest: ['ajbell'],
  ajbellyouinvest: ['ajbell'],
  t212: ['trading212'],
  ibkr: ['interactivebrokers'],
  ib: ['interactivebrokers'],
  vanguard: ['vanguardinvestor', 'vanguarduk'],
  vanguarduk: ['vanguardinvestor', 'vanguard'],
  vanguardinvestor: ['vanguarduk', 'vanguard'],
  fidelity: ['fidelityuk'],
  fidelityuk: ['fidelity'],
  hsbc: ['hsbcinvestdirect'],
  barclays: ['barclayssmartinvestor'],
  schwab: ['charlesschwab'],
  halifax: ['halifaxsharedealing'],
  lloyds: ['lloydsbanksharedealing'],
  // Several brokers of one group share this layout, so the user must choose.
  halifaxiweblloyds: ['halifaxsharedealing', 'halifax', 'iweb', 'lloydsbanksharedealing', 'lloyds'],
};

/** The seeded broker for rows of no other broker. */
const OTHER_BROKER = 'other';

function brokerKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/gu, '');
}

/** The result of looking up a file's identifiers: the ISIN to use, or why there is none. */
export type AssetLookup =
  | { readonly ok: true; readonly isin: string; readonly asset: Asset | null; readonly correction: string | null }
  | {
      readonly ok: false;
      readonly reason: 'badIsin' | 'badCheckDigit' | 'unknownSedol' | 'badSedol';
      readonly value: string;
    };

/**
 * A security of a public list. Such a list may give an ISIN another security's name, so it is only used for proposals.
 */
export interface ListedSecurity {
  readonly isin: string;
  /** Empty when only tickers are known. */
  readonly name: string;
  readonly tickers: readonly string[];
}

/** Indexes of the stored accounts, brokers and assets. */
export class Directory {
  private readonly accountsById = new Map<string, Account>();
  private readonly accountsByName = new Map<string, Account>();
  private readonly brokersById = new Map<string, Broker>();
  private readonly brokersByName = new Map<string, Broker>();
  private readonly assetsByIsin = new Map<string, Asset>();
  private readonly assetsBySedol = new Map<string, Asset>();
  private readonly assetsByTicker = new Map<string, readonly Asset[]>();
  private readonly metals: Asset[] = [];
  private readonly assetsByName = new Map<string, Asset | null>();
  /** The results for names and identifiers as files write them. */
  private readonly accountNames = new Map<string, Account | null>();
  private readonly brokerNames = new Map<string, Broker | null>();
  private readonly lookups = new Map<string, AssetLookup>();
  readonly accounts: readonly Account[];
  /** Securities that the catalogue lacks, used only for proposals; empty until they are needed. */
  listed: readonly ListedSecurity[] = [];
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
      const name = securityNameKey(asset.name);
      this.assetsByName.set(name, this.assetsByName.has(name) ? null : asset);
      if (commodityName(asset.isin) !== null) this.metals.push(asset);
      const ticker = tickerParts(asset.fetchCode).code;
      if (ticker !== '') this.assetsByTicker.set(ticker, [...(this.assetsByTicker.get(ticker) ?? []), asset]);
      const sedol = asset.sedol ?? sedolOfIsin(asset.isin);
      if (sedol !== null && sedol !== '') this.assetsBySedol.set(sedol, asset);
    }
    this.accounts = store.accounts;
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
        const found = this.brokersNamed(name);
        return found.length === 1 ? (found[0] ?? null) : null;
      })
    );
  }

  /** The stored brokers that a name may mean: the one with that name, else those of which it is an alias. */
  brokersNamed(name: string): readonly Broker[] {
    const key = brokerKey(name);
    const own = this.brokersByName.get(key);
    if (own !== undefined) return [own];
    return (BROKER_ALIASES[key] ?? [])
      .map((alias) => this.brokersByName.get(alias))
      .filter((broker) => broker !== undefined);
  }

  /** The whole catalogue. */
  get assets(): Iterable<Asset> {
    return this.assetsByIsin.values();
  }

  asset(isin: string): Asset | null {
    return this.assetsByIsin.get(isin) ?? null;
  }

  /** The only asset whose full name equals a name by `securityNameKey`; null for none or several. */
  assetNamed(name: string): Asset | null {
    const found = this.assetsByName.get(securityNameKey(name)) ?? null;
    if (found !== null && commodityName(found.isin) === null) return found;
    return this.metals.find(({ isin }) => isMetalNamed(isin, name)) ?? null;
  }

  /**
   * The only asset with that ticker in that currency, or on the exchange beside the ticker; null for none or several.
   */
  assetByTicker(ticker: string, { currency, market }: { currency: string | null; market: string }): Asset | null {
    const exchange = tickerParts(ticker).exchange ?? exchangeNamed(market);
    // Exchanges of the United States quote in dollars only.
    const quoted = exchange === 'US' ? 'USD' : currency;
    const fitting = this.assetsOfTicker(ticker).filter((asset) => {
      const own = exchangeOf(asset);
      if (exchange !== null && own !== null) return exchange === own;
      return quoted !== null && quoted === (asset.denomination === 'GBX' ? 'GBP' : asset.denomination);
    });
    return fitting.length === 1 ? (fitting[0] ?? null) : null;
  }

  /** All assets whose fetch code is that ticker, on any exchange. */
  assetsOfTicker(ticker: string): readonly Asset[] {
    return this.assetsByTicker.get(tickerParts(ticker).code) ?? [];
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

  /** Reads a SEDOL; spreadsheets drop leading zeros, so it is padded to seven characters and its check digit tested. */
  bySedolText(text: string): AssetLookup {
    const padded = text.padStart(7, '0');
    if (!isValidSedol(padded)) return { ok: false, reason: 'badSedol', value: text };
    const asset = this.assetsBySedol.get(padded);
    if (asset === undefined) return { ok: false, reason: 'unknownSedol', value: padded };
    const correction = padded === text ? null : `SEDOL ${text} was read as ${padded} (its check digit is correct).`;
    return { ok: true, isin: asset.isin, asset, correction };
  }
}

/** Exchanges as tickers name them. */
const EXCHANGES: Readonly<Record<string, string>> = {
  L: 'LSE',
  LN: 'LSE',
  LON: 'LSE',
  LSE: 'LSE',
  XLON: 'LSE',
  UK: 'LSE',
  N: 'US',
  O: 'US',
  OQ: 'US',
  US: 'US',
  UN: 'US',
  UW: 'US',
  NYSE: 'US',
  NASDAQ: 'US',
  XNYS: 'US',
  XNAS: 'US',
};

/** The exchange that a column names, by its code or in words; null for an unknown one. */
function exchangeNamed(text: string): string | null {
  const name = text.trim().toUpperCase();
  if (name.startsWith('LONDON')) return 'LSE';
  return EXCHANGES[name] ?? null;
}

/**
 * A ticker's code and exchange: `VOD.L`, `VOD:LSE`, `LON:VOD`, `VOD LN` and `vod`; `BP.` is BP; `BRK B` is BRK.B. A code as long as an
 * ISIN is not a ticker.
 */
function tickerParts(text: string): { readonly code: string; readonly exchange: string | null } {
  const parts = text
    .trim()
    .toUpperCase()
    .split(/[:./ ]/u)
    .filter((part) => part !== '');
  const isExchange = (part: string | undefined): part is string => part !== undefined && part in EXCHANGES;
  const [first, last] = [parts[0], parts.at(-1)];
  const place =
    parts.length < 2 ? undefined : isExchange(last) ? parts.pop() : isExchange(first) ? parts.shift() : undefined;
  // Other parts are of the code: `BRK.B` is another share than `BRK.A`, and an option's name begins with a share's.
  const code = parts.join('.');
  return { code: code.length > 8 ? '' : code, exchange: place === undefined ? null : (EXCHANGES[place] ?? null) };
}

/** The exchange on which an asset's ticker is quoted, as far as its entry states it. */
function exchangeOf({ fetchCode, priceSource }: Asset): string | null {
  return tickerParts(fetchCode).exchange ?? (priceSource === 'LSE' ? 'LSE' : null);
}

/** The SEDOL inside an ISIN of the British Isles; only a candidate, so it is only looked up in the catalogue. */
function sedolOfIsin(isin: string): string | null {
  return /^(?:GB|IE|JE|GG|IM)00/u.test(isin) ? isin.slice(4, 11) : null;
}

/** An entry for a valid ISIN that the catalogue lacks: NON_CORE, without a price, for an administrator to complete. */
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
    // The form requires a fetch code (001 §5), and an ISIN cannot belong to another security.
    fetchCode: isin,
    denomination: 'GBP',
    excludeFromPriceUpdates: true,
    cgtExempt: null,
  };
}
