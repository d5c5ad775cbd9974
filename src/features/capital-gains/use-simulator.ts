import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { parseAmount, type Pounds, type Price, type Quantity } from '../../../domain/values/amount.ts';
import { exact, toText } from '../../../domain/values/decimal.ts';
import { recordablePrice } from '../../../domain/cgt/planned-sale/recordable-price.ts';
import { type SaleIdea, type SaleSimulation, saleOf } from '../../../domain/cgt/planned-sale/simulate-sale.ts';
import { londonDate, parseIsoDate } from '../../../domain/values/dates.ts';
import { TAX_WRAPPERS, type TaxWrapper } from '../../../domain/fields/enums.ts';
import { checkTransaction } from '../../../domain/records/transaction.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { saveRecord } from '../../data/records/records.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { type Live, useLive } from '../../ui/hooks/use-live.ts';
import { amountFaultText } from '../../ui/texts/amount-fault-text.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';

/** What is typed; figures are text. */
export interface SaleInputs {
  /** A holding: account, ISIN and wrapper, joined by `|`; empty until one is chosen. */
  readonly holding: string;
  readonly aim: 'units' | 'gain';
  readonly units: string;
  readonly target: string;
  readonly date: string;
  readonly price: string;
  readonly charges: string;
}

/** Null for a price that was not typed: it is then the price that the holding is valued at. */
type TypedInputs = Omit<SaleInputs, 'price'> & { readonly price: string | null };

export function holdingValue({
  accountId,
  isin,
  taxWrapper,
}: Pick<HoldingView, 'accountId' | 'isin' | 'taxWrapper'>): string {
  return [accountId, isin, taxWrapper].join('|');
}

/** The result of a trial; `units` are those that were found for a target. */
export interface Trial {
  readonly simulation: SaleSimulation | null;
  readonly units: Quantity | null;
}

export interface Simulator {
  readonly inputs: SaleInputs;
  readonly change: (change: Partial<TypedInputs>) => void;
  readonly holdings: readonly HoldingView[];
  /** Why there are none to choose from, when they could not be read. */
  readonly holdingsError: unknown;
  /** True once it is known that nothing is held. */
  readonly isNothingHeld: boolean;
  readonly chosen: HoldingView | undefined;
  /** Null while the input is not a sale. */
  readonly idea: SaleIdea | null;
  readonly trial: Live<Trial | null>;
  /** Records the sale under a broker; returns why it did not, or null. */
  readonly record: (brokerId: string) => Promise<string | null>;
}

const NOT_RECORDED = 'The sale could not be recorded. Please try again.';

function positive(text: string): number | null {
  const amount = parseAmount(text);
  return typeof amount === 'number' && amount > 0 ? amount : null;
}

function nonNegative(text: string): number | null {
  if (text.trim() === '') return 0;
  const amount = parseAmount(text);
  return typeof amount === 'number' && amount >= 0 ? amount : null;
}

/** The price that a holding is valued at, as it can be typed and recorded: a quotient of rates has more digits than a price. */
function offeredPrice(holding: HoldingView | undefined): string {
  return holding?.currentPrice == null ? '' : toText(exact(recordablePrice(exact(holding.currentPrice))));
}

export type SaleFigure = 'units' | 'target' | 'price' | 'charges';

/** What is wrong with a figure of a sale; null for a correct one, and while nothing is typed. */
export function saleFault(figure: SaleFigure, label: string, text: string): string | null {
  const isNilAllowed = figure === 'target' || figure === 'charges';
  if (text.trim() === '' || (isNilAllowed ? nonNegative(text) : positive(text)) !== null) return null;
  const what = figure === 'units' ? 'a number' : 'an amount in pounds';
  return amountFaultText(label, text, `${what} ${isNilAllowed ? 'of 0 or more' : 'above 0'}`);
}

type Sale = Omit<SaleIdea, 'quantity'>;

function saleWithoutUnits({ holding, date, price, charges }: SaleInputs): Sale | null {
  const [accountId = '', isin = '', wrapper = ''] = holding.split('|');
  const taxWrapper: TaxWrapper | undefined = TAX_WRAPPERS.find((value) => value === wrapper);
  const [day, each, cost] = [parseIsoDate(date), positive(price), nonNegative(charges)];
  if (accountId === '' || isin === '' || taxWrapper === undefined || day === null || each === null || cost === null)
    return null;
  return { accountId, isin, taxWrapper, date: day, price: each as Price, charges: cost as Pounds };
}

async function tryOut(sale: Sale | null, { aim, units, target }: SaleInputs): Promise<Trial | null> {
  if (sale === null) return null;
  if (aim === 'units') {
    const quantity = positive(units);
    return quantity === null
      ? null
      : {
          simulation: await compute().simulateSale({ ...sale, quantity: quantity as Quantity }),
          units: quantity as Quantity,
        };
  }
  const gain = nonNegative(target);
  if (gain === null || target.trim() === '') return null;
  const found = await compute().unitsForGain({ idea: sale, target: gain as Pounds });
  return found === null
    ? { simulation: null, units: null }
    : { simulation: await compute().simulateSale({ ...sale, quantity: found }), units: found };
}

const NO_HOLDINGS: readonly HoldingView[] = [];

/** The state of the sell simulator; nothing of it is stored until the sale is recorded. */
export function useSimulator(): Simulator {
  const [address] = useSearchParams();
  const { data, error: holdingsError } = useLive(() => compute().holdings({}), onComputeChange, []);
  const holdings = data?.holdings ?? NO_HOLDINGS;
  const [typed, setTyped] = useState<TypedInputs>(() => ({
    holding: ['accountId', 'isin', 'taxWrapper'].every((name) => address.has(name))
      ? ['accountId', 'isin', 'taxWrapper'].map((name) => address.get(name)).join('|')
      : '',
    aim: 'units',
    units: '',
    target: '',
    date: londonDate(Date.now()),
    price: null,
    charges: '',
  }));
  const chosen = holdings.find((holding) => holdingValue(holding) === typed.holding);
  const inputs: SaleInputs = { ...typed, price: typed.price ?? offeredPrice(chosen) };
  const sale = saleWithoutUnits(inputs);
  const trial = useLive(() => tryOut(sale, inputs), onComputeChange, [inputs]);
  const units = trial.data?.units ?? null;
  const idea: SaleIdea | null = sale === null || units === null || trial.loading ? null : { ...sale, quantity: units };
  return {
    inputs,
    holdings,
    holdingsError,
    isNothingHeld: data?.holdings.length === 0,
    chosen,
    idea,
    trial,
    change: (change) => {
      setTyped({ ...typed, ...change });
    },
    record: async (brokerId) => {
      if (idea === null) return NOT_RECORDED;
      const checked = checkTransaction({ ...saleOf(idea), brokerId });
      if (!checked.ok) return NOT_RECORDED;
      const saved = await saveRecord(currentDatabase(), 'transaction', checked.value).catch(tellFaultAnd(null));
      return saved?.ok === true ? null : notWrittenText(saved, NOT_RECORDED);
    },
  };
}
