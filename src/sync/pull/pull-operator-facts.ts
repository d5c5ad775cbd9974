/** Reading the facts that the operator of the server has added, when their version differs from that on this device. */
import type { operatorFactRoutes } from '../../../contract/operator-facts.ts';
import { checkAmount, isAmount, type Amount, type Unit } from '../../../domain/values/amount.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import type { OperatorExcess, OperatorFacts, OperatorRate } from '../../../domain/facts/operator-facts.ts';
import { isValidIsin } from '../../../domain/values/isin.ts';
import { readOperatorFacts, saveOperatorFacts } from '../../data/records/operator-facts.ts';
import { successOf } from '../api/api.ts';
import { asObject } from '../network/http.ts';
import type { PullContext } from './pull-context.ts';

const PATH = '/operator-facts' satisfies (typeof operatorFactRoutes.get)['path'];

/** If they cannot be read just now the earlier ones stay, and the next pull asks again: nothing else waits for them. */
export async function pullOperatorFacts({ db, api }: PullContext, version: string | null): Promise<void> {
  if (((await readOperatorFacts(db))?.version ?? null) === version) return;
  if (version === null) {
    await saveOperatorFacts(db, null);
    return;
  }
  const json = asObject(successOf(await api.call('GET', PATH))?.json);
  // They may have changed once more since the page.
  const read = json?.['version'];
  if (json !== null && typeof read === 'string') await saveOperatorFacts(db, { version: read, facts: factsFrom(json) });
}

function factsFrom({ excessIncome, monthlyRates }: Readonly<Record<string, unknown>>): OperatorFacts {
  return {
    excessIncome: (Array.isArray(excessIncome) ? excessIncome : []).flatMap(readExcess),
    monthlyRates: (Array.isArray(monthlyRates) ? monthlyRates : []).flatMap(readRate),
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function figure<U extends Unit>(value: unknown): Amount<U> | null {
  const read = typeof value === 'number' ? checkAmount<U>(value) : null;
  return read !== null && isAmount(read) && read >= 0 ? read : null;
}

function readExcess(json: unknown): OperatorExcess[] {
  const row = asObject(json) ?? {};
  const isin = text(row['isin']);
  const periodEnd = parseIsoDate(text(row['periodEnd']));
  const excessPerUnit = figure<'money'>(row['excessPerUnit']);
  if (!isValidIsin(isin) || periodEnd === null || excessPerUnit === null || text(row['currency']) === '') return [];
  const currency = text(row['currency']);
  return [{ isin, periodEnd, currency, excessPerUnit, provider: text(row['provider']), source: text(row['source']) }];
}

function readRate(json: unknown): OperatorRate[] {
  const row = asObject(json) ?? {};
  const perPound = figure<'rate'>(row['perPound']);
  if (perPound === null || perPound === 0 || text(row['month']) === '' || text(row['currency']) === '') return [];
  return [{ month: text(row['month']), currency: text(row['currency']), perPound, source: text(row['source']) }];
}
