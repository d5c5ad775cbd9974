/** The income of a tax year for `holdfast report`, calculated here from the server's records by the app's own rules. */
import { existsSync, readFileSync } from 'node:fs';
import {
  DEFAULT_ACCOUNT_SETTINGS,
  readAccountSettings,
  type AccountSettings,
} from '../../domain/records/account-settings.ts';
import { computeGains } from '../../domain/cgt/matching/compute.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { divide } from '../../domain/values/decimal.ts';
import { excessIncomeTable } from '../../domain/facts/excess-income.ts';
import { withOperatorRates } from '../../domain/facts/operator-facts.ts';
import { incomeFactsFrom } from '../../domain/facts/shipped-facts.ts';
import { rateLookup } from '../../domain/holdings/quotes.ts';
import { excessIncome, isHeldIn } from '../../domain/income/excess-income.ts';
import { readStatedIncome } from '../../domain/income/stated-income.ts';
import { incomeFindings, type IncomeFinding } from '../../domain/income/income-findings.ts';
import { readNatureStatements, readOwnExcess } from '../../domain/income/income-statements.ts';
import { incomeYear, type IncomeYear } from '../../domain/income/income-year.ts';
import { DEFAULT_RATE_SETTING, rateFor, type Rates } from '../../domain/income/pound-rate.ts';
import { receiptsOf } from '../../domain/income/receipts.ts';
import { taxYearOf, type TaxYear } from '../../domain/values/tax-year.ts';
import type { RecordSource } from './record-source.ts';

/** A holder's year, with the gaps in it. */
export interface HolderIncome {
  readonly accountName: string;
  readonly year: IncomeYear;
  readonly missing: readonly (IncomeFinding & { readonly assetName: string })[];
}

/** The text of a shipped file: from the package, or from the sources. */
function factText(name: string): string {
  const packaged = new URL(`../facts/${name}`, import.meta.url);
  return readFileSync(existsSync(packaged) ? packaged : new URL(`../../domain/facts/${name}`, import.meta.url), 'utf8');
}

/** The income of every holder in the tax year, or of one account; `asOf` is the day of the calculation. */
export async function incomeReport(
  source: RecordSource,
  taxYear: TaxYear,
  accountId: string | null,
  asOf: IsoDate,
): Promise<readonly HolderIncome[]> {
  const { accounts, assets, transactions, rates, extras } = await readRecords(source);
  const facts = incomeFactsFrom(factText('excess-income.csv'), factText('monthly-rates.csv'));
  const operator = await source.operatorFacts();
  const known: Rates = {
    monthly: withOperatorRates(facts.monthlyRates, operator.monthlyRates),
    daily: rateLookup(rates),
  };
  const settings = new Map<string, AccountSettings>(
    extras('account-settings').map(({ key, value }) => [key, readAccountSettings(value)]),
  );
  const settingOf = (id: string) => (settings.get(id) ?? DEFAULT_ACCOUNT_SETTINGS).incomeRate ?? DEFAULT_RATE_SETTING;
  const { classes } = computeGains({ transactions, assets, settings, asOf });
  const excess = excessIncome({
    classes,
    asOf,
    facts: excessIncomeTable(
      facts.excessIncomeOf(new Set(classes.flatMap(({ codes }) => codes))),
      extras('excess-income').flatMap(({ key, value }) => readOwnExcess(key, value)),
      operator.excessIncome,
    ),
    assets,
    rates: known,
    settings: new Map(accounts.map(({ id }) => [id, settingOf(id)])),
  });
  const findings = incomeFindings(
    {
      periods: excess.periods.filter(({ distributionDate }) => taxYearOf(distributionDate) === taxYear),
      unknownFunds: excess.unknownFunds.filter((fund) => isHeldIn(fund, taxYear)),
    },
    asOf,
  );
  const nameOf = (isin: string): string => (isin === '' ? 'Cash at broker' : (assets.get(isin)?.name ?? isin));
  const natures = new Map(extras('income-nature').map(({ key, value }) => [key, readNatureStatements(value)]));
  const holders = new Map(extras('other-income').map(({ key, value }) => [key, readStatedIncome(value)]));
  return accounts
    .filter(({ id }) => accountId === null || id === accountId)
    .map(({ id, name }) => {
      const receipts = receiptsOf(
        {
          transactions,
          assets,
          natures,
          inPounds: (amount, currency, date) => {
            const rate = rateFor(currency, date, settingOf(id).source, known);
            return rate === null ? null : divide<'pounds'>(amount, rate.perPound);
          },
        },
        id,
        taxYear,
      );
      return {
        accountName: name,
        year: incomeYear(receipts, id, taxYear, nameOf, holders.get(id)),
        missing: findings
          .filter((finding) => finding.accountId === id)
          .map((finding) => ({ ...finding, assetName: finding.isin === null ? '' : nameOf(finding.isin) })),
      };
    });
}

async function readRecords(source: RecordSource) {
  const all = [...(await source.records('user')), ...(await source.records('shared'))];
  const records = all.flatMap((change) => (change.record === undefined ? [] : [change]));
  const accounts = records.flatMap((change) => (change.entity === 'account' && change.record ? [change.record] : []));
  const assets = records.flatMap((change) => (change.entity === 'asset' && change.record ? [change.record] : []));
  return {
    accounts: accounts.toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB')),
    assets: new Map(assets.map((asset) => [asset.isin, asset])),
    transactions: records.flatMap((change) =>
      change.entity === 'transaction' && change.record ? [change.record] : [],
    ),
    rates: records.flatMap((change) => (change.entity === 'rate' && change.record ? [change.record] : [])),
    extras: (kind: string) =>
      records.flatMap((change) => (change.entity === 'extra' && change.record?.kind === kind ? [change.record] : [])),
  };
}
