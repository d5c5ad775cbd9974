/**
 * Small files in the brokers' own layouts, each damaged or unusual in one way that was seen or may well be: what is right is chosen
 * beforehand, everything else is held, asked about or refused. `expected.json` says by line which; each was checked by hand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import { prepare, tableOf } from './samples.ts';

const folder = new URL('../fixtures/brokers/hostile/', import.meta.url);
const EXPECTED = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

/** `chosen BUY GB00BH4HKS39 1000 for 725.4, charges 7.62`, or what keeps a row from being chosen. */
function outcomeOf({ status, fields, notes, remarks, newAccount }: PreparedRow): string {
  if (status !== 'valid') return status;
  if (notes.length > 0 || fields === null) return 'held';
  const { transactionType, isin, quantity, consideration, brokerCharge, stampDuty, fxCharge } = fields;
  const said = remarks.length > 0 ? ', said' : '';
  if (isin === '') return `chosen ${transactionType} of ${fields.cashAmount ?? 0} ${fields.cashCurrency ?? ''}${said}`;
  const charges = [brokerCharge, stampDuty, fxCharge].filter((charge) => charge > 0);
  const owner = [
    fields.taxWrapper === 'DEALING' ? '' : `, ${fields.taxWrapper}`,
    newAccount === null ? '' : `, account ${newAccount}`,
  ].join('');
  const ratio = fields.ratioNew === undefined ? '' : `, ${fields.ratioNew} for ${fields.ratioOld ?? ''}`;
  return (
    [
      `chosen ${transactionType} ${isin} ${quantity ?? 'no units'} for ${consideration}${ratio}`,
      ...(charges.length > 0 ? [`charges ${charges.join(' + ')}`] : []),
    ].join(', ') +
    owner +
    said
  );
}

const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));

it('every hostile file has an expected result', () => {
  expect(files.map((name) => name.replace('.csv', ''))).toEqual(Object.keys(EXPECTED).toSorted());
  expect(files.length).toBeGreaterThan(40);
});

it.each(files)('%s puts no wrong figure into a chosen row', (name) => {
  const table = tableOf(`brokers/hostile/${name}`);
  const prepared = table === null ? null : prepare(table);
  const outcomes = Object.fromEntries((prepared?.rows ?? []).map((row) => [row.rowNumber, outcomeOf(row)]));
  expect(outcomes).toEqual(EXPECTED[name.replace('.csv', '')]);
});
