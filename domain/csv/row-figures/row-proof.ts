/** A trade's figures against each other: what the amount is, what was charged, and what does not add up is said on its row. */
import type { IsoDate } from '../../dates.ts';
import { add, parseExact, subtract, toText, type Exact } from '../../decimal.ts';
import type { TransactionType } from '../../enums.ts';
import {
  isPlausibleCharge,
  roundingOf,
  tradeProof,
  type AmountReading,
  type TradeProof,
} from '../cells/figure-proof.ts';
import { readNumber, type DecimalMark } from '../cells/numbers.ts';
import type { RowProof } from '../profiles/source-row.ts';
import { CHARGE_FIELDS, isNegative, signAgainst, type FigureHabits, type FigureField } from './figure-habits.ts';
import type { RowWords } from './row-words.ts';

/** A figure as plain decimal text with the currency beside it. */
interface ProvedFigure {
  text: string;
  readonly currency: string | null;
}

export interface ProofContext {
  readonly type: TransactionType | null;
  readonly mark: DecimalMark;
  readonly isBrokerFile: boolean;
  readonly habits: FigureHabits;
  /** What the file states beside the row's own figures. */
  readonly proof: RowProof | null;
  /** What the user, the rows or the heading say that the amount is; null where nothing does: it is then asked. */
  readonly reading: AmountReading | null;
  /** The row's currency where a figure names none. */
  readonly currency: string;
  /** Pounds for one unit on the row's day, or null. */
  readonly rate: (currency: string, day: IsoDate) => string | null;
  readonly date: IsoDate | null;
  readonly words: Pick<RowWords, 'askReading' | 'doubt' | 'remark'>;
}

export type ProvedFigures = Partial<Record<FigureField, ProvedFigure>>;

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 8 });
const money = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Proves a purchase's or sale's figures in the currency that they are stated in; amounts with charges in them become those before charges. */
export function proveTrade(found: ProvedFigures, priceField: FigureField, context: ProofContext): boolean {
  const isPurchase = context.type === 'BUY';
  doubtShapes(found, priceField, isPurchase, context);
  const rebate = settleRebates(found, context);
  prove(found, priceField, isPurchase, rebate, context);
  if (rebate !== null && found.consideration !== undefined) {
    const amount = parseExact<'pounds'>(found.consideration.text);
    if (amount !== null) found.consideration.text = toText(isPurchase ? subtract(amount, rebate) : add(amount, rebate));
  }
  return isAgainstLedger(isPurchase, context);
}

/** True for what was paid or received with the other sign than the file's other trades of that side: the money came back. */
function isAgainstLedger(isPurchase: boolean, { proof, habits, words }: ProofContext): boolean {
  const net = proof?.net ?? '';
  if (!/[1-9]/u.test(net)) return false;
  const signs = isPurchase ? habits.paid : habits.received;
  const against = signAgainst(signs, isNegative(net));
  if (against === 'tie') words.doubt('Trades of this side have both signs in the file: is this one taken back?');
  // Alone in its file it has no other row to differ from.
  if (against === 'none' && habits.paysNegative && isNegative(net) !== isPurchase)
    words.doubt(
      `${isPurchase ? 'Money paid is negative' : 'Money received is positive'} in files of this broker: is this row taken back?`,
    );
  return against === 'rare' || against === 'fewer';
}

/** Shapes that figures of a right row hardly have: a price without pence beside a part of a share, duty where the charge is. */
function doubtShapes(
  found: ProvedFigures,
  priceField: FigureField,
  isPurchase: boolean,
  { words }: ProofContext,
): void {
  const { quantity, brokerCharge, stampDuty, consideration } = found;
  const price = found[priceField];
  if (
    quantity !== undefined &&
    price !== undefined &&
    quantity.text.includes('.') &&
    isWhole(price.text) &&
    !isWhole(quantity.text)
  )
    words.doubt(`Quantity ${quantity.text} and price ${price.text} look swapped. Check both.`);
  if (!isPurchase || (stampDuty?.text ?? '0') === '0') return;
  const duty = Number(consideration?.text) * 0.005;
  const isDuty = (charge: string | undefined): boolean => Math.abs(Number(charge ?? 0) - duty) <= 0.0151;
  if (duty > 0.1 && Number(stampDuty?.text ?? 0) > 0 && isDuty(brokerCharge?.text) && !isDuty(stampDuty?.text))
    words.doubt(`The broker's charge is 0.5 % of the amount and the stamp duty is not: they look swapped.`);
}

/** True for a figure of no size. */
function isNothing(text: string): boolean {
  return text === '0' || !/[1-9]/u.test(text);
}

/** A whole number as people write one: `25`, and `1000.0000000000` of a file that writes all units so. */
function isWhole(text: string): boolean {
  return /^\d+(?:\.0{4,})?$/u.test(text);
}

/** Income against what one unit paid, where the file says it; nothing is no income. */
export function proveIncome(found: ProvedFigures, { proof, currency, words, isBrokerFile }: ProofContext): void {
  const { quantity, consideration } = found;
  if (consideration === undefined) return;
  const amount = Number(consideration.text);
  if (amount === 0) return words.doubt('The amount is nothing. Check it.');
  const stated = isBrokerFile ? (proof?.price ?? '') : '';
  const price = stated === '' ? found.price : { text: stated, currency: consideration.currency };
  if (
    quantity === undefined ||
    price === undefined ||
    (price.currency ?? currency) !== (consideration.currency ?? currency)
  )
    return;
  const product = Number(quantity.text) * Math.abs(Number(price.text));
  const rounding = roundingOf(
    quantity.text,
    price.text.includes('.') ? price.text : `${price.text}.00`,
    consideration.text,
  );
  // Tax may have been taken off: at most 45 %.
  if (product > 0 && (amount > product + rounding + amount * 0.002 || amount < product * 0.55 - rounding))
    words.doubt(differs(quantity, price, consideration));
}

function prove(
  found: ProvedFigures,
  priceField: FigureField,
  isPurchase: boolean,
  rebate: Exact<'pounds'> | null,
  context: ProofContext,
): void {
  const { quantity, consideration } = found;
  const stated = context.proof?.price ?? '';
  const price =
    stated === ''
      ? found[priceField]
      : { text: stated.replace(/^-/u, ''), currency: found.consideration?.currency ?? null };
  const currencyOf = (figure: ProvedFigure | undefined): string => figure?.currency ?? context.currency;
  const charged = chargesOf(found, currencyOf(consideration), context.currency);
  if (charged === null) return;
  const charges = rebate === null ? charged : charged - Number(toText(rebate));
  const inOneCurrency = price === undefined || currencyOf(price) === currencyOf(consideration);
  if (consideration !== undefined && quantity !== undefined && price !== undefined && !inOneCurrency)
    return proveAbroad(
      Number(quantity.text) * Number(price.text),
      [price, consideration].map(currencyOf),
      found,
      context,
    );
  const proof = tradeProof({
    isPurchase,
    quantity: quantity?.text ?? null,
    price: price?.text ?? null,
    amount: consideration?.text ?? null,
    charges,
    isConverted: stated !== '' || (priceField === 'localPrice' && (found.price?.currency ?? 'GBP') !== 'GBP'),
  });
  if (consideration !== undefined && charges !== 0 && !context.isBrokerFile && proof !== 'neither')
    settleReading(found, consideration, charges, proof, isPurchase, context);
  else if (proof === 'neither' || proof === 'net') context.words.doubt(differs(quantity, price, consideration));
  if (context.isBrokerFile && stated !== '' && proof === 'none')
    context.words.doubt('The price that the file states does not prove the amount. Check it.');
  doubtCutCharges(found, currencyOf(consideration), context);
  if (consideration !== undefined && !isPlausibleCharge(charges, Number(consideration.text)))
    context.words.doubt(
      `Charges of ${money.format(charges)} are high for a trade of ${money.format(Number(consideration.text))}. Check both.`,
    );
  proveNet(found, charges, isPurchase, context);
}

/** A charge in pounds is in whole pence: one that is not has lost its point. */
function doubtCutCharges(found: ProvedFigures, currency: string, { words, isBrokerFile, proof }: ProofContext): void {
  if (currency !== 'GBP' || (isBrokerFile && (proof?.net ?? '') !== '')) return;
  for (const field of CHARGE_FIELDS) {
    const text = found[field]?.text ?? '';
    if (text.length > 4 && /\.\d{2}0*[1-9]/u.test(text))
      words.doubt(`The charge of ${text} is not in whole pence. Check it.`);
  }
}

/** Takes the charges out of an amount that contains them, as the file's rows prove it; asks where they do not settle it. */
function settleReading(
  found: ProvedFigures,
  consideration: ProvedFigure,
  charges: number,
  proof: TradeProof,
  isPurchase: boolean,
  { reading, words }: ProofContext,
): void {
  if (proof === 'gross' && reading !== 'net') return;
  const [stated, charged] = [money.format(Number(consideration.text)), money.format(charges)];
  if (proof === 'gross') {
    words.doubt(`Quantity x price is ${stated}, the amount without the charges of ${charged}. Check it.`);
    return;
  }
  if (reading === null)
    words.askReading(
      proof === 'net'
        ? `Quantity x price shows that the amount of ${stated} contains the charges of ${charged}, but the file's other rows do not.`
        : `Nothing in the file tells whether the amount of ${stated} contains the charges of ${charged}.`,
    );
  if (proof !== 'net' && reading !== 'net') return;
  consideration.text = withoutCharges(found, consideration.text, isPurchase);
  const sentence = `The amount of ${stated} contains the charges of ${charged}: the consideration is ${money.format(Number(consideration.text))}`;
  if (reading === 'gross') words.doubt(`${sentence}, unlike the file's other rows. Check it.`);
  else words.remark(`${sentence}.`);
}

function differs(...cells: readonly (ProvedFigure | undefined)[]): string {
  const [quantity = 0, price = 0, amount = 0] = cells.map((figure) => Number(figure?.text));
  return `${figures.format(quantity)} x ${figures.format(price)} is ${money.format(quantity * price)}, but the amount is ${money.format(amount)}. Check both.`;
}

/** What was charged, in the currency of the amount; null where a charge is in another one. */
function chargesOf(found: ProvedFigures, currency: string, declared: string): number | null {
  let sum = 0;
  for (const field of CHARGE_FIELDS) {
    const charge = found[field];
    if (charge === undefined || isNothing(charge.text)) continue;
    if ((charge.currency ?? (found.consideration?.currency === null ? declared : currency)) !== currency) return null;
    sum += Number(charge.text);
  }
  return sum + Number(found.accruedInterest?.text ?? 0);
}

/** The amount less charges for a purchase, with them added for a sale; exactly. */
function withoutCharges(found: ProvedFigures, amount: string, isPurchase: boolean): string {
  let value = parseExact<'pounds'>(amount);
  for (const field of [...CHARGE_FIELDS, 'accruedInterest'] as const) {
    const charge = parseExact<'pounds'>(found[field]?.text ?? '0');
    if (value === null || charge === null) return amount;
    // A sale's accrued interest is paid to the seller, beside the charges that he pays.
    value = isPurchase !== (field === 'accruedInterest' && !isPurchase) ? subtract(value, charge) : add(value, charge);
  }
  return value === null || value < 0n ? amount : toText(value);
}

/** Price and amount in two currencies, at the day's rates: enough to see a figure that has lost its point. */
function proveAbroad(
  product: number,
  currencies: readonly string[],
  found: ProvedFigures,
  context: ProofContext,
): void {
  const [ofPrice, ofAmount] = currencies.map((currency) =>
    currency === 'GBP'
      ? 1
      : Number((context.date === null ? null : context.rate(currency, context.date)) ?? Number.NaN),
  );
  const [expected, stated] = [product * (ofPrice ?? 0), Number(found.consideration?.text) * (ofAmount ?? 0)];
  if (!(expected > 0) || !(stated > 0)) return;
  if (
    Math.abs(expected - stated) > Math.max(expected, stated) * 0.1 + 40 ||
    expected > stated * 3 ||
    stated > expected * 3
  )
    context.words.doubt(
      `Quantity x price is about £${money.format(expected)} at the rate of the day, but the amount is £${money.format(stated)}. Check both.`,
    );
}

/** What was paid or received, where the file states it too: the consideration with its charges. */
function proveNet(found: ProvedFigures, charges: number, isPurchase: boolean, context: ProofContext): void {
  const net = context.proof?.net;
  if (net === undefined || net === '' || found.consideration === undefined) return;
  const read = readNumber(net, context.mark);
  if (read.kind !== 'number') return;
  const stated = Math.abs(Number(read.text));
  const gross = Number(found.consideration.text);
  const expected = Math.abs(isPurchase ? gross + charges : gross - charges);
  if (Math.abs(stated - expected) > 0.0151)
    context.words.doubt(
      `${money.format(gross)} and charges of ${money.format(charges)} make ${money.format(expected)}, but the file states ${money.format(stated)}. Check them.`,
    );
}

/** A charge with the sign that the file's other charges do not have is a rebate: it lowers them; returns what is left of it. */
function settleRebates(found: ProvedFigures, context: ProofContext): Exact<'pounds'> | null {
  let rebate: Exact<'pounds'> | null = null;
  for (const field of CHARGE_FIELDS) {
    const charge = found[field];
    if (charge === undefined || isNothing(charge.text)) continue;
    const negative = charge.text.startsWith('-');
    const against = context.isBrokerFile
      ? negative
        ? 'rare'
        : 'none'
      : signAgainst(context.habits.charges[field], negative);
    if (negative) charge.text = charge.text.slice(1);
    if (against === 'none') continue;
    if (against !== 'rare') {
      context.words.doubt(
        `The sign of the charge of ${charge.text} is not that of the file's other charges: it was read as a charge.`,
      );
      continue;
    }
    const value = parseExact<'pounds'>(charge.text);
    if (value === null) continue;
    rebate = rebate === null ? value : add(rebate, value);
    context.words.remark(`A rebate of ${money.format(Number(charge.text))} was taken off what was charged.`);
    delete found[field];
  }
  return rebate === null ? null : takeOff(found, rebate);
}

function takeOff(found: ProvedFigures, rebate: Exact<'pounds'>): Exact<'pounds'> | null {
  let left = rebate;
  for (const field of CHARGE_FIELDS) {
    const charge = found[field];
    const value = charge === undefined ? null : parseExact<'pounds'>(charge.text);
    if (charge === undefined || value === null || value <= 0n) continue;
    const part = value < left ? value : left;
    charge.text = toText(subtract(value, part));
    left = subtract(left, part);
  }
  return left > 0n ? left : null;
}
