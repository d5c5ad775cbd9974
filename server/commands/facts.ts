/** `npm run admin`: public facts that the operator adds for all users of the server. */
import Papa from 'papaparse';
import type { FactFault } from '../../domain/facts/fact-rows.ts';
import { excessKey } from '../../domain/facts/excess-income.ts';
import { rateKey, readOperatorFile, type OperatorFacts } from '../../domain/facts/operator-facts.ts';
import { done, fail, type Outcome } from '../outcome.ts';
import { claimOperatorFacts, readOperatorFacts, saveOperatorFacts } from '../store/shared-records/operator-facts.ts';
import type { Db, Store } from '../store/database/store.ts';

export type FactCommand =
  | { readonly action: 'add-facts'; readonly file: string; readonly source: string }
  | { readonly action: 'list-facts' }
  /** `first` and `second` name the fact: ISIN and period end, or month and currency. */
  | { readonly action: 'remove-fact'; readonly first: string; readonly second: string };

export interface FactCommandContext {
  readonly store: Store;
  readonly newId: () => string;
  /** The text of a file; throws where it does not exist. */
  readonly read: (file: string) => string;
}

const SHOWN_FAULTS = 20;

/** Runs a command and returns the lines to print; a file is accepted completely or not at all. */
export async function runFactCommand(
  { store, newId, read }: FactCommandContext,
  command: FactCommand,
): Promise<Outcome<readonly string[]>> {
  if (command.action === 'list-facts') return done(listed((await readOperatorFacts(store)).facts));
  const text = command.action === 'add-facts' ? read(command.file) : '';
  return await store.transact(async (tx) => {
    const known = await claimOperatorFacts(tx, newId());
    return command.action === 'add-facts'
      ? await addFile(tx, known, text, command)
      : await remove(tx, known, `${command.first} ${command.second}`);
  });
}

async function addFile(
  tx: Db,
  known: OperatorFacts,
  text: string,
  { file, source }: { readonly file: string; readonly source: string },
): Promise<Outcome<readonly string[]>> {
  const reading = readOperatorFile(Papa.parse<string[]>(text.replace(/^\uFEFF/u, '')).data, source, known);
  if (!reading.ok) return fail('invalid', faultText(file, reading.faults));
  const { excessIncome, monthlyRates } = reading.added;
  await saveOperatorFacts(tx, {
    excessIncome: [...known.excessIncome, ...excessIncome],
    monthlyRates: [...known.monthlyRates, ...monthlyRates],
  });
  const count = excessIncome.length + monthlyRates.length;
  return done([
    count === 0
      ? `Everything in ${file} was already added.`
      : `${counted(count)} added from ${file}. Devices get ${count === 1 ? 'it' : 'them'} the next time they synchronise.`,
  ]);
}

const counted = (count: number): string => `${count} figure${count === 1 ? '' : 's'}`;

function faultText(file: string, faults: readonly FactFault[]): string {
  const lines = faults
    .slice(0, SHOWN_FAULTS)
    .map(({ line, field, value, expected }) => `  line ${line}: ${field} "${value}", expected ${expected}`);
  const more = faults.length - SHOWN_FAULTS;
  return [`Nothing from ${file} was added.`, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

async function remove(tx: Db, known: OperatorFacts, key: string): Promise<Outcome<readonly string[]>> {
  const left: OperatorFacts = {
    excessIncome: known.excessIncome.filter((row) => excessKey(row) !== key),
    monthlyRates: known.monthlyRates.filter((row) => rateKey(row) !== key),
  };
  const isFound =
    left.excessIncome.length + left.monthlyRates.length < known.excessIncome.length + known.monthlyRates.length;
  if (!isFound) return fail('notFound', `You have added no figure for ${key}: see list-facts.`);
  await saveOperatorFacts(tx, left);
  return done([`The figure for ${key} was removed.`]);
}

function listed({ excessIncome, monthlyRates }: OperatorFacts): readonly string[] {
  const lines = [
    ...excessIncome
      .toSorted((a, b) => (excessKey(a) < excessKey(b) ? -1 : 1))
      .map(
        ({ isin, periodEnd, excessPerUnit, currency, provider, source }) =>
          `${isin} ${periodEnd}  ${excessPerUnit} ${currency} a unit  ${provider}  (${source})`,
      ),
    ...monthlyRates
      .toSorted((a, b) => (rateKey(a) < rateKey(b) ? -1 : 1))
      .map(({ month, currency, perPound, source }) => `${month} ${currency}  ${perPound} for a pound  (${source})`),
  ];
  return lines.length === 0 ? ['No figures were added on this server.'] : lines;
}
