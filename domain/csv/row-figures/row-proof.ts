/**
 * Compares a trade's figures with each other: whether the amount includes the charges, what was charged, and warnings
 * where they disagree.
 */
import { add, parseExact, subtract, toText, type Exact } from '../../values/decimal.ts';
import { isPlausibleCharge, RATE_ROUNDING, roundingOf, tradeProof, type TradeProof } from '../cells/figure-proof.ts';
import { isNegative, readNumber } from '../cells/numbers.ts';
import { CHARGE_FIELDS } from '../tables/columns.ts';
import { signAgainst, type FigureField } from './figure-habits.ts';
import { priceByRate, proveAbroad } from './price-abroad.ts';
import { settleRebates } from './rebates.ts';
import { saleDoubts } from './sign-doubts.ts';
import { splitLevy } from './stamp-and-levy.ts';
import { doubtShapes, isNothing } from './unusual-figures.ts';
import { money, type ProofContext, type ProvedFigure, type ProvedFigures } from './proof-context.ts';

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 8 });

/**
 * Proves a trade's figures in their stated currency; charges are removed from amounts that include them. Returns true
 * when the signs mark a reversal.
 */
export function proveTrade(found: ProvedFigures, priceField: FigureField, context: ProofContext): boolean {
  const isPurchase = context.type === 'BUY';
  const { isBrokerFile, habits } = context;
  if (context.isStampAndLevy) splitLevy(found, isPurchase, context.date);
  const isProved = (context.proof?.net ?? '') !== '' || found[priceField] !== undefined;
  // Some files have no prices; a trade that alone has none may be something else, or its amount includes charges.
  const { stated, missing } = habits.prices;
  const isUsual = !isBrokerFile && (stated === 0 || (missing * 2 >= stated && statesCharges(found)));
  if (found.quantity !== undefined && !isProved && !isUsual)
    context.words.doubt('The row states no price, so nothing proves its units and amount. Check both.');
  if (isBrokerFile && context.proof?.isChargeDerived === true && found[priceField] === undefined)
    context.words.doubt('The row states no price, so the charges in its amount are not known. Check both.');
  doubtNothing(found, priceField, context);
  doubtShapes(found, priceField, isPurchase, context);
  const rebate = settleRebates(found, context);
  prove(found, priceField, isPurchase, rebate, context);
  if (rebate !== null && found.consideration !== undefined) {
    const amount = parseExact<'pounds'>(found.consideration.text);
    if (amount !== null) found.consideration.text = toText(isPurchase ? subtract(amount, rebate) : add(amount, rebate));
  }
  return isAgainstLedger(isPurchase, context);
}

/** True for a row with a charge of its own. */
export function statesCharges(found: ProvedFigures): boolean {
  return CHARGE_FIELDS.some((field) => !isNothing(found[field]?.text ?? '0'));
}

/**
 * True for an amount whose sign differs from the file's other trades of that side, which means that the money was
 * returned.
 */
function isAgainstLedger(isPurchase: boolean, { proof, habits, words }: ProofContext): boolean {
  const net = proof?.net ?? '';
  if (!/[1-9]/u.test(net)) return false;
  const signs = isPurchase ? habits.paid : habits.received;
  const against = signAgainst(signs, isNegative(net));
  if (against === 'tie') words.doubt('Trades of this type have both signs in the file. Is this one a reversal?');
  // A broker's usual sign also applies to the only such row of a file.
  if (against === 'none' && habits.paysNegative && isNegative(net) !== isPurchase)
    words.doubt(
      `${isPurchase ? 'Money paid is negative' : 'Money received is positive'} in files of this broker. Is this row a reversal?`,
    );
  else if (against === 'none')
    for (const doubt of saleDoubts(isPurchase, isNegative(net), net, habits.paid)) words.doubt(doubt);
  return against === 'rare' || against === 'fewer';
}

/** Warns about a trade of units for nothing, or at a price of nothing that is not the amount. */
function doubtNothing(found: ProvedFigures, priceField: FigureField, { words }: ProofContext): void {
  const { quantity, consideration } = found;
  if (quantity === undefined || isNothing(quantity.text) || consideration === undefined) return;
  const price = found[priceField];
  if (isNothing(consideration.text)) words.doubt('The amount is 0. Check it.');
  else if (price !== undefined && isNothing(price.text))
    words.doubt(`The price is 0, but the amount is ${money.format(Number(consideration.text))}. Check both.`);
}

/** Compares the amount of an acquisition that is not a purchase with quantity x price; an amount of nothing is none. */
export function proveAcquisition(found: ProvedFigures, priceField: FigureField, context: ProofContext): void {
  doubtNothing(found, priceField, context);
  const { quantity, consideration } = found;
  const price = found[priceField];
  const currencies = [price, consideration].map((figure) => figure?.currency ?? context.currency);
  if (price === undefined || currencies[0] !== currencies[1]) return;
  const charges = chargesOf(found, currencies[1] ?? context.currency, context.currency, true) ?? 0;
  const proof = tradeProof({
    isPurchase: true,
    quantity: quantity?.text ?? null,
    price: price.text,
    amount: consideration?.text ?? null,
    charges,
  });
  if (proof === 'net' && consideration !== undefined)
    takeOffCharges(found, consideration, charges, true, context.words);
  else if (proof === 'neither') context.words.doubt(differs(quantity, price, consideration));
}

/** Compares income with the amount per unit, where the file states it; zero is not income. */
export function proveIncome(found: ProvedFigures, context: ProofContext): void {
  const { proof, currency, words, isBrokerFile } = context;
  const { quantity, consideration } = found;
  if (consideration === undefined) {
    if (!isBrokerFile && quantity !== undefined && found.price !== undefined)
      words.doubt('The income was calculated from units and price, which may be the price of the security. Check it.');
    return;
  }
  const amount = Number(consideration.text);
  if (amount === 0) return words.doubt('The amount is 0. Check it.');
  if (!isBrokerFile) doubtPlainIncome(found, currency, words);
  const stated = isBrokerFile ? (proof?.price ?? '') : '';
  const price =
    stated === '' ? (proof?.perUnitAbroad ?? found.price) : { text: stated, currency: consideration.currency };
  if (quantity === undefined || price === undefined) return;
  const currencies = [price, consideration].map((figure) => figure.currency ?? currency);
  if (currencies[0] !== currencies[1])
    return proveAbroad(Number(quantity.text) * Math.abs(Number(price.text)), currencies, found, context, true);
  const product = Number(quantity.text) * Math.abs(Number(price.text));
  const rounding = roundingOf(
    quantity.text,
    price.text.includes('.') ? price.text : `${price.text}.00`,
    consideration.text,
  );
  // Tax of at most 45 % may have been deducted.
  if (product > 0 && (amount > product + rounding + amount * 0.002 || amount < product * 0.55 - rounding))
    words.doubt(differs(quantity, price, consideration));
}

/** In a file without a profile, an income with a charge, or not in whole pence, may not be what was received. */
function doubtPlainIncome(found: ProvedFigures, currency: string, words: ProofContext['words']): void {
  const charge = CHARGE_FIELDS.map((field) => found[field]?.text ?? '0').find((text) => !isNothing(text));
  if (charge !== undefined)
    words.doubt(`The file states a charge of ${charge} for this income. Check that the amount is what was received.`);
  const { consideration } = found;
  if ((consideration?.currency ?? currency) === 'GBP' && /\.\d{2}0*[1-9]/u.test(consideration?.text ?? ''))
    words.doubt(`The amount of ${consideration?.text} is not in whole pence. It may be that of one unit. Check it.`);
}

function prove(
  found: ProvedFigures,
  priceField: FigureField,
  isPurchase: boolean,
  rebate: Exact<'pounds'> | null,
  context: ProofContext,
): void {
  const { quantity, consideration } = found;
  const currencyOf = (figure: ProvedFigure | undefined): string => figure?.currency ?? context.currency;
  const converted =
    (context.proof?.price ?? '') === '' ? priceByRate(found[priceField], currencyOf, found, context) : null;
  const stated = converted?.text ?? context.proof?.price ?? '';
  const price =
    stated === ''
      ? found[priceField]
      : { text: stated.replace(/^-/u, ''), currency: found.consideration?.currency ?? null };
  const charged = chargesOf(found, currencyOf(consideration ?? price), context.currency, isPurchase);
  if (charged === null) return;
  const charges = rebate === null ? charged : charged - Number(toText(rebate));
  const inOneCurrency = price === undefined || currencyOf(price) === currencyOf(consideration);
  const amount = Number(consideration?.text ?? Number(quantity?.text) * Number(price?.text));
  if (!Number.isNaN(amount) && !isPlausibleCharge(charges, amount))
    context.words.doubt(
      `Charges of ${money.format(charges)} are high for a trade of ${money.format(amount)}. Check both.`,
    );
  if (consideration !== undefined && quantity !== undefined && price !== undefined && !inOneCurrency) {
    proveAbroad(Number(quantity.text) * Number(price.text), [price, consideration].map(currencyOf), found, context);
    const { isBrokerFile, proof: others } = context;
    if (isBrokerFile && others?.isChargeDerived === true && (others.converted ?? null) === null)
      context.words.doubt(
        'The price is in another currency and the row states no rate, so the charges in its amount are not known. Check it.',
      );
    // The day's rate is not exact enough to show whether the amount includes the charges.
    if (charges !== 0 && !context.isBrokerFile)
      settleReading(found, consideration, charges, 'either', isPurchase, context);
    return;
  }
  const proof = tradeProof({
    isPurchase,
    quantity: quantity?.text ?? null,
    price: price?.text ?? null,
    amount: consideration?.text ?? null,
    charges,
    ...((stated !== '' || (priceField === 'localPrice' && (found.price?.currency ?? 'GBP') !== 'GBP')) && {
      conversion: converted?.conversion ?? RATE_ROUNDING,
    }),
  });
  if (converted !== null && price !== undefined && areAbroad(found, charges, Number(price.text), isPurchase))
    context.words.doubt(
      `At the row's rate the charges of ${money.format(charges)} make the amount in the currency of the price, and not in that of the amount. Check them.`,
    );
  if (consideration !== undefined && charges !== 0 && !context.isBrokerFile && proof !== 'neither')
    settleReading(found, consideration, charges, proof, isPurchase, context);
  else if (
    proof === 'neither' &&
    charges === 0 &&
    converted === null &&
    splitDerived(found, price, isPurchase, context)
  )
    return;
  else if (proof === 'neither' || proof === 'net') context.words.doubt(differs(quantity, price, consideration));
  if (proof === 'none' && consideration !== undefined && !context.isBrokerFile && context.reading !== 'net')
    doubtAccrued(consideration, found.accruedInterest, context);
  if (context.isBrokerFile && stated !== '' && proof === 'none')
    context.words.doubt('The amount could not be checked against the price that the file states. Check it.');
  doubtCutCharges(found, currencyOf(consideration), context);
  proveNet(found, charges, isPurchase, context);
}

/** Whether charges without a currency make the amount to the penny in that of the price alone; `price` is converted. */
function areAbroad(found: ProvedFigures, charges: number, price: number, isPurchase: boolean): boolean {
  const priced = Number(found.price?.text ?? found.localPrice?.text);
  if (charges === 0 || !(priced > 0) || CHARGE_FIELDS.some((field) => (found[field]?.currency ?? null) !== null))
    return false;
  const makes = (sum: number): boolean =>
    Math.abs(Number(found.quantity?.text) * price + (isPurchase ? sum : -sum) - Number(found.consideration?.text)) <=
    0.0101;
  return makes((charges * price) / priced) && !makes(charges);
}

/** A gilt's amount may include the accrued interest, whatever its heading; only quantity x price shows it. */
function doubtAccrued(amount: ProvedFigure, accrued: ProvedFigure | undefined, { words }: ProofContext): void {
  if (accrued === undefined || isNothing(accrued.text)) return;
  words.doubt(
    `Nothing shows whether the amount of ${money.format(Number(amount.text))} includes the accrued interest of ${money.format(Number(accrued.text))}. Check it.`,
  );
}

/** Splits an amount into consideration and charge where other rows of the file have the same charge. */
function splitDerived(
  found: ProvedFigures,
  price: ProvedFigure | undefined,
  isPurchase: boolean,
  { habits, words }: ProofContext,
): boolean {
  const { quantity, consideration } = found;
  if (quantity === undefined || price === undefined || consideration === undefined) return false;
  const [units, each, amount] = [quantity.text, price.text, consideration.text];
  const parts = habits.derived?.of({ isPurchase, quantity: units, price: each, amount }) ?? null;
  if (parts === null) return false;
  consideration.text = parts.consideration;
  found.brokerCharge = { text: parts.charge, currency: consideration.currency };
  words.remark(
    `The amount of ${money.format(Number(amount))} includes charges of ${money.format(Number(parts.charge))}, as in other rows: the consideration is ${money.format(Number(parts.consideration))}.`,
  );
  return true;
}

/** A charge in pounds has whole pence; one that has not lacks its decimal point. */
function doubtCutCharges(found: ProvedFigures, currency: string, { words, isBrokerFile, proof }: ProofContext): void {
  if (currency !== 'GBP' || (isBrokerFile && (proof?.net ?? '') !== '')) return;
  for (const field of CHARGE_FIELDS) {
    const text = found[field]?.text ?? '';
    if (text.length > 4 && /\.\d{2}0*[1-9]/u.test(text))
      words.doubt(`The charge of ${text} is not in whole pence. Check it.`);
  }
}

/**
 * Deducts the charges from an amount that includes them, where the file's rows prove that; asks where they do not
 * settle it.
 */
function settleReading(
  found: ProvedFigures,
  consideration: ProvedFigure,
  charges: number,
  proof: TradeProof,
  isPurchase: boolean,
  { habits, reading, words }: ProofContext,
): void {
  if (proof === 'gross' && reading !== 'net') return;
  const [stated, charged] = [money.format(Number(consideration.text)), chargesText(found, charges)];
  if (proof === 'gross') {
    words.doubt(`Quantity x price is ${stated}, the amount without the ${charged}. Check it.`);
    return;
  }
  // Where no row proves the other reading, the row's own figures are enough.
  if (reading === null && !(proof === 'net' && habits.evidence.gross === 0))
    words.askReading(
      proof === 'net'
        ? `Quantity x price shows that the amount of ${stated} includes the ${charged}, but the file's other rows do not.`
        : `The file does not show whether the amount of ${stated} includes the ${charged}.`,
    );
  if (proof !== 'net' && reading !== 'net') return;
  takeOffCharges(found, consideration, charges, isPurchase, words, reading === 'gross');
}

/** `charges of 5.00`, and the accrued interest among them. */
function chargesText(found: ProvedFigures, charges: number): string {
  const amount = money.format(Math.abs(charges));
  if (isNothing(found.accruedInterest?.text ?? '0')) return `charges of ${amount}`;
  return CHARGE_FIELDS.every((field) => isNothing(found[field]?.text ?? '0'))
    ? `accrued interest of ${amount}`
    : `charges and accrued interest of ${amount}`;
}

/** Deducts the charges from an amount that includes them. */
function takeOffCharges(
  found: ProvedFigures,
  consideration: ProvedFigure,
  charges: number,
  isPurchase: boolean,
  words: ProofContext['words'],
  isUnlikeOthers = false,
): void {
  const [stated, charged] = [money.format(Number(consideration.text)), chargesText(found, charges)];
  consideration.text = withoutCharges(found, consideration.text, isPurchase);
  const sentence = `The amount of ${stated} includes the ${charged}: the consideration is ${money.format(Number(consideration.text))}`;
  if (isUnlikeOthers) words.doubt(`${sentence}, unlike the file's other rows. Check it.`);
  else words.remark(`${sentence}.`);
}

function differs(...cells: readonly (ProvedFigure | undefined)[]): string {
  const [quantity = 0, price = 0, amount = 0] = cells.map((figure) => Number(figure?.text));
  return `${figures.format(quantity)} x ${figures.format(price)} is ${money.format(quantity * price)}, but the amount is ${money.format(amount)}. Check both.`;
}

/**
 * The charges in the currency of the amount, with the accrued interest, which a sale brings; null where a charge is in
 * another currency.
 */
function chargesOf(found: ProvedFigures, currency: string, declared: string, isPurchase: boolean): number | null {
  let sum = 0;
  for (const field of CHARGE_FIELDS) {
    const charge = found[field];
    if (charge === undefined || isNothing(charge.text)) continue;
    if ((charge.currency ?? (found.consideration?.currency === null ? declared : currency)) !== currency) return null;
    sum += Number(charge.text);
  }
  return sum + (isPurchase ? 1 : -1) * Number(found.accruedInterest?.text ?? 0);
}

/** The amount without the charges of a purchase, or with those of a sale added; exactly. */
function withoutCharges(found: ProvedFigures, amount: string, isPurchase: boolean): string {
  let value = parseExact<'pounds'>(amount);
  for (const field of [...CHARGE_FIELDS, 'accruedInterest'] as const) {
    const charge = parseExact<'pounds'>(found[field]?.text ?? '0');
    if (value === null || charge === null) return amount;
    // A sale's accrued interest is paid to the seller, who pays the charges.
    value = isPurchase !== (field === 'accruedInterest' && !isPurchase) ? subtract(value, charge) : add(value, charge);
  }
  return value === null || value < 0n ? amount : toText(value);
}

/** The amount paid or received, where the file states it, must be the consideration with its charges. */
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
