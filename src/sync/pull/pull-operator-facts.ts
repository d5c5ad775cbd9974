/** Reading the facts that the operator of the server has added, when their version differs from that on this device. */
import type { operatorFactRoutes } from '../../../contract/operator-facts.ts';
import { checkAmount, isAmount, type Amount, type Unit } from '../../../domain/values/amount.ts';
import { parseIsoDate } from '../../../domain/values/dates.ts';
import type { OperatorExcess, OperatorFacts, OperatorRate } from '../../../domain/facts/operator-facts.ts';
import { isValidIsin } from '../../../domain/values/isin.ts';
import { readOperatorFacts, saveOperatorFacts } from '../../data/records/operator-facts.ts';
import { successOf } from '../api/api.ts';
import { asObject, listIn, textIn } from '../network/http.ts';
import { writeHeld, type PullContext } from './pull-context.ts';

const PATH = '/operator-facts' satisfies (typeof operatorFactRoutes.get)['path'];

/** If they cannot be read just now the earlier ones stay, and the next pull asks again: nothing else waits for them. */
export async function pullOperatorFacts(context: PullContext, version: string | null): Promise<void> {
  const { db, api } = context;
  if (((await readOperatorFacts(db))?.version ?? null) === version) return;
  const json = version === null ? null : successOf(await api.call('GET', PATH))?.json;
  // They may have changed once more since the page.
  const read = textIn(json, 'version');
  if (version !== null && read === '') return;
  const facts = version === null ? null : { version: read, facts: factsFrom(json) };
  await writeHeld(context, ['operatorFacts'], async () => await saveOperatorFacts(db, facts));
}

function factsFrom(json: unknown): OperatorFacts {
  return {
    excessIncome: listIn(json, 'excessIncome').flatMap(readExcess),
    monthlyRates: listIn(json, 'monthlyRates').flatMap(readRate),
  };
}

function figure<U extends Unit>(json: unknown, field: string): Amount<U> | null {
  const value = asObject(json)?.[field];
  const read = typeof value === 'number' ? checkAmount<U>(value) : null;
  return read !== null && isAmount(read) && read >= 0 ? read : null;
}

function readExcess(json: unknown): OperatorExcess[] {
  const isin = textIn(json, 'isin');
  const periodEnd = parseIsoDate(textIn(json, 'periodEnd'));
  const currency = textIn(json, 'currency');
  const excessPerUnit = figure<'money'>(json, 'excessPerUnit');
  if (!isValidIsin(isin) || periodEnd === null || excessPerUnit === null || currency === '') return [];
  const [provider, source] = [textIn(json, 'provider'), textIn(json, 'source')];
  return [{ isin, periodEnd, currency, excessPerUnit, provider, source }];
}

function readRate(json: unknown): OperatorRate[] {
  const perPound = figure<'rate'>(json, 'perPound');
  const [month, currency] = [textIn(json, 'month'), textIn(json, 'currency')];
  if (perPound === null || perPound === 0 || month === '' || currency === '') return [];
  return [{ month, currency, perPound, source: textIn(json, 'source') }];
}
