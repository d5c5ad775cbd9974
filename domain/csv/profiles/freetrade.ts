/** Freetrade (FORMATS 3.2): amounts are always positive; totals contain stamp duty and the FX fee. */
import { splitCells } from './corporate-actions.ts';
import { cellOf, grossOf, sizeOf, valueOf, type Figure } from './figures.ts';
import {
  byHeadings,
  eachRow,
  unknownKind,
  type BrokerRow,
  type Profile,
  type ProfileCells,
  type ProfileRow,
} from './profile.ts';

const CASH = new Set(['TOP_UP', 'WITHDRAWAL', 'INTERNAL_TRANSFER', 'INTEREST_FROM_CASH']);
const IGNORED = new Set(['MONTHLY_STATEMENT', 'TAX_CERTIFICATE']);

export const freetrade: Profile = {
  broker: 'Freetrade',
  statesCurrency: true,
  orderReference: true,
  match: byHeadings({
    all: ['title', 'type', 'timestamp', 'account currency', 'buy / sell', 'isin'],
    any: [['total amount', 'total amount in account currency']],
  }),
  read: eachRow((row) => {
    const type = row.get('type').toUpperCase();
    if (CASH.has(type)) return { kind: 'cash' };
    if (IGNORED.has(type)) return { kind: 'ignored' };
    if (type === 'ORDER') return order(row);
    if (type === 'FREESHARE_ORDER')
      return { ...order(row), note: 'A free share: state its value on the day as consideration before you import it.' };
    if (type === 'DIVIDEND' || type === 'PROPERTY') {
      return {
        kind: 'transaction',
        cells: {
          ...common(row),
          transactionType: 'DIVIDEND',
          quantity: row.get('dividend eligible quantity', 'quantity'),
          consideration: cellOf(valueOf(total(row))),
        },
        proof: {
          price:
            row.get('instrument currency') === row.get('account currency') ? row.get('dividend amount per share') : '',
        },
      };
    }
    if (type === 'STOCK_SPLIT') return split(row);
    return unknownKind('Freetrade', 'type', row.get('type'), {
      ...common(row),
      consideration: cellOf(sizeOf(total(row))),
    });
  }),
};

function total(row: BrokerRow): string {
  return row.get('total amount', 'total amount in account currency');
}

function common(row: BrokerRow): ProfileCells {
  return {
    transactionDate: row.get('timestamp'),
    isin: row.get('isin'),
    assetName: row.get('title'),
    quantity: row.get('quantity'),
    brokerDealReference: row.get('order id'),
    currency: row.get('account currency'),
  };
}

function order(row: BrokerRow): ProfileRow {
  const side = row.get('buy / sell').toUpperCase();
  if (side !== 'BUY' && side !== 'SELL')
    return unknownKind('Freetrade', 'side', row.get('buy / sell'), {
      ...common(row),
      consideration: cellOf(sizeOf(total(row))),
    });
  const [stampDuty, fxCharge] = [sizeOf(row.get('stamp duty')), sizeOf(row.get('fx fee amount'))];
  const native = row.get('price per share');
  return {
    kind: 'transaction',
    cells: {
      ...common(row),
      transactionType: side,
      localPrice: row.get('price per share in account currency'),
      price: native === '' ? '' : `${native} ${row.get('instrument currency')}`,
      consideration: cellOf(grossOf(side, sizeOf(total(row)), [stampDuty, fxCharge])),
      stampDuty: cellOf(stampDuty),
      fxCharge: cellOf(fxCharge),
    },
  };
}

function split(row: BrokerRow): ProfileRow {
  const [from, to] = [
    row.get('stock split rate of share outturn from'),
    row.get('stock split rate of share outturn to'),
  ];
  if (from === '' || to === '')
    return {
      kind: 'fault',
      message: 'A stock split without its ratio. Enter it by hand.',
      cells: { ...common(row), transactionType: 'SPLIT', consideration: '0', currency: '' },
    };
  const [fresh, ratioNew, ratioOld] = [sizeOf(row.get('stock split new share quantity')), sizeOf(to), sizeOf(from)];
  const newIsin = row.get('stock split new isin');
  if (newIsin !== '' && newIsin !== row.get('isin'))
    return {
      kind: 'fault',
      message: `A stock split into ${newIsin}. Enter it by hand with a change of ISIN.`,
      cells: { ...common(row), transactionType: 'SPLIT', consideration: '0', currency: '' },
    };
  if (fresh !== null && ratioNew !== null && ratioOld !== null && ratioNew !== 0n) {
    const old = (fresh * ratioOld) / ratioNew;
    return {
      kind: 'transaction',
      cells: { ...splitCells(common(row), old as Figure, fresh), ratioNew: to, ratioOld: from },
    };
  }
  return {
    kind: 'transaction',
    cells: { ...common(row), transactionType: 'SPLIT', consideration: '0', currency: '', ratioNew: to, ratioOld: from },
  };
}
