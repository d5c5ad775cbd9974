/** Files in German, French and Italian are read as those in English, or refused where a heading is not known. */
import { describe, expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const figuresOf = ({ rows }: PreparedImport): readonly unknown[] =>
  rows.map(({ fields }) => [fields?.transactionType, fields?.quantity, fields?.consideration, fields?.brokerCharge]);

describe('a file in German', () => {
  const header =
    'Datum;Auftrag #;Transaktionen;Symbol;Name;ISIN;Anzahl;Stückpreis;Kosten;Aufgelaufene Zinsen;Nettobetrag;Saldo;Währung';
  const rows = [
    "18-08-2022 15:30:02;1;Kauf;AAPL;APPLE ORD;US0378331005;200.0;19.85;5.96;0.00;-3'975.96;168'660.08;USD",
    '09-08-2022 10:37:37;2;Verkauf;MSFT;MICROSOFT ORD;US5949181045;37.0;255.945;18.91;0.00;9451.06;172636.04;USD',
  ];

  it('is read with its net amounts, and says so', () => {
    const prepared = read(header, ...rows);
    expect(figuresOf(prepared)).toEqual([
      ['BUY', 200, 2977.5, 4.47],
      ['SELL', 37, 7102.48, 14.18],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(prepared.content.notices).toContain('The file is in German: its headings and types were translated.');
  });

  it('with a type that is not known has a faulty row, and with such a heading it is refused', () => {
    expect(read(header, (rows[0] ?? '').replace('Kauf', 'Titeleingang')).rows.map(({ status }) => status)).toEqual([
      'error',
    ]);
    expect(() => read(header.replace('Kosten', 'Abzug'), ...rows)).toThrow('The file was refused.');
  });

  it('of Portfolio Performance asks whether its amounts include the charges', () => {
    const prepared = read(
      'Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz',
      '2024-01-16T09:30;Kauf;-1.004,99;GBP;;;;4,99;0,00;10;IE00B3RBWM25;;VWRL;Vanguard FTSE All-World;',
      '2024-08-02T00:00;Dividende;22,50;GBP;;;;0,00;0,00;600;GB00BH4HKS39;;VOD;Vodafone Group plc;',
    );
    expect(prepared.rows.map(({ status }) => status)).toEqual(['question', 'valid']);
  });
});

it('a file in French may call securities values', () => {
  const prepared = read(
    'Date;Opération;Valeur;Code ISIN;Quantité;Cours;Montant net;Frais;Devise',
    '16/01/2024;Achat;VANGUARD FTSE ALL-WORLD;IE00B3RBWM25;10;100,50;-1006,99;1,99;EUR',
    '20/02/2024;Vente;VANGUARD FTSE ALL-WORLD;IE00B3RBWM25;4;102,00;406,01;1,99;EUR',
  );
  expect(figuresOf(prepared)).toEqual([
    ['BUY', 10, 753.75, 1.49],
    ['SELL', 4, 306, 1.49],
  ]);
  expect(chosen(prepared)).toEqual([2, 3]);
});

it('a file in Italian may call its days operations, and its sides signs', () => {
  const prepared = read(
    'Operazione;Data valuta;Descrizione;Titolo;Isin;Segno;Quantita;Divisa;Prezzo;Cambio;Controvalore;Commissioni amministrato',
    '16/01/2024;18/01/2024;Compravendita;VANGUARD FTSE ALL-WORLD;IE00B3RBWM25;A;10;EUR;100,50;0,75;1.005,00;2,00',
    '20/02/2024;22/02/2024;Compravendita;VANGUARD FTSE ALL-WORLD;IE00B3RBWM25;V;4;EUR;102,00;0,75;408,00;2,00',
  );
  expect(figuresOf(prepared)).toEqual([
    ['BUY', 10, 753.75, 1.5],
    ['SELL', 4, 306, 1.5],
  ]);
  expect(prepared.rows.map(({ fields }) => fields?.transactionDate)).toEqual(['2024-01-16', '2024-02-20']);
});

it('words that are also English are none of another language', () => {
  const prepared = read(
    'Date,Operation,ISIN,Quantity,Price,Commission,Taxes,Total',
    '2024-01-16,Buy,IE00B3RBWM25,10,100.05,5.00,0.00,1005.50',
  );
  expect(prepared.content.notices.filter((notice) => notice.includes('translated'))).toEqual([]);
  // Nor are they beside one that is.
  const one = read(
    'Date,Operation,ISIN,Quantity,Price,Amount,Commission,Devise',
    '2024-01-16,Buy,IE00B3RBWM25,10,100.05,1000.50,5.00,GBP',
  );
  expect(one.content.notices.filter((notice) => notice.includes('translated'))).toEqual([]);
});

it('AJ Bell may call a distribution a dividend', () => {
  const prepared = read(
    'Date,Transaction,Description,Quantity,Price,Amount (GBP),Reference',
    '15/04/2025,Dividend,Vodafone Group plc,,,22.50,AB1C2D9',
    '10/04/2025,Transfer In,Unilever plc,100,40.00,0.00,AB1C2E0',
  );
  expect(prepared.rows.map(({ status, fields }) => [status, fields?.transactionType])).toEqual([
    ['valid', 'DIVIDEND'],
    ['error', undefined],
  ]);
});

it('a heading that is repeated in another language is one', () => {
  const header = 'Datum;Transaktionen;Name;ISIN;Anzahl;Stückpreis;Kosten;Nettobetrag;Währung';
  const buy = '18-08-2022;Kauf;APPLE ORD;US0378331005;200.0;19.85;5.96;-3975.96;USD';
  const prepared = read(
    header,
    buy,
    header,
    buy.replace('18-08', '19-08').replace('200.0', '100.0').replace('3975.96', '1990.96'),
  );
  expect(chosen(prepared)).toEqual([2, 4]);
});
