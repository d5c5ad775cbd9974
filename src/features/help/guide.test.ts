/** The guide says what is so: its labels stand in the app, each broker has its section, and its figures are the engine's. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { acquisitionCost } from '../../../domain/cgt/terms/charges.ts';
import { computeGains } from '../../../domain/cgt/matching/compute.ts';
import { toDisposalView } from '../../../domain/cgt/views/disposal-view.ts';
import { PROFILES } from '../../../domain/csv/profiles/recognise.ts';
import { daysBetween, parseIsoDate, type IsoDate } from '../../../domain/values/dates.ts';
import { toAmount } from '../../../domain/values/decimal.ts';
import { DEMO_SEED, makeDemoInvestor } from '../../../domain/demo/investor.ts';
import { SEED_ASSETS } from '../../../domain/starter/catalogue.ts';
import { formatLongDate } from '../../ui/texts/date-text.ts';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import { GUIDE_PAGES } from '../../ui/texts/guide-pages.ts';
import { guideDocument, guideDocuments } from './guide.ts';
import type { GuideBlock, GuideInline } from './guide-block.ts';

const plain = (text: string): string => text.replaceAll('’', "'");

function textOf(content: readonly GuideInline[]): string {
  return content
    .map((inline) =>
      typeof inline === 'string' ? inline : inline.kind === 'code' ? inline.text : textOf(inline.content),
    )
    .join('');
}

function inlinesOf(blocks: readonly GuideBlock[]): readonly GuideInline[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'paragraph') return block.content;
    if (block.kind === 'list') return block.items.flatMap(inlinesOf);
    return block.kind === 'table' ? [block.head, ...block.rows].flat(2) : [];
  });
}

function headingsOf(page: string) {
  return guideDocument(page)?.blocks.flatMap((block) => (block.kind === 'heading' ? [block] : [])) ?? [];
}

it('has every page of the folder, in order, with a first paragraph', () => {
  const pages = readdirSync('docs/guide').filter((file) => file !== 'pictures');
  expect(pages.toSorted()).toEqual(GUIDE_PAGES.map((page) => `${page}.md`).toSorted());
  expect(guideDocuments().map(({ page }) => page)).toEqual(GUIDE_PAGES);
  for (const { document } of guideDocuments()) expect(document.blocks[0]?.kind).toBe('paragraph');
});

it('names in bold only what stands on a screen', () => {
  const sources = ['src', 'domain']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file))
        .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
    )
    .map(plain)
    .join('\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&apos;', "'");
  const labels = guideDocuments()
    .flatMap(({ document }) => inlinesOf(document.blocks))
    .flatMap((inline) => (typeof inline !== 'string' && inline.kind === 'strong' ? [textOf(inline.content)] : []));
  expect(labels.length).toBeGreaterThan(50);
  expect(labels.filter((label) => !sources.includes(plain(label)))).toEqual([]);
});

it('the guide has a picture on every page', () => {
  for (const { page, document } of guideDocuments())
    expect(
      document.blocks.some((block) => block.kind === 'picture'),
      page,
    ).toBe(true);
});

it('links lead to pages and headings that are there', () => {
  const broken = guideDocuments().flatMap(({ document }) =>
    inlinesOf(document.blocks).flatMap((inline) => {
      if (typeof inline === 'string' || inline.kind !== 'link' || !inline.to.startsWith('/help/')) return [];
      const [page = '', anchor] = inline.to.slice('/help/'.length).split('#');
      const isThere = anchor === undefined || headingsOf(page).some((heading) => heading.anchor === anchor);
      return guideDocument(page) !== null && isThere ? [] : [inline.to];
    }),
  );
  expect(broken).toEqual([]);
});

it('has a section for each broker whose files are read', () => {
  const sections = headingsOf('broker-files').map(({ text }) => text);
  expect([...new Set(PROFILES.map(({ broker }) => broker))].filter((broker) => !sections.includes(broker))).toEqual([]);
});

describe('the sale that is followed step by step', () => {
  const day = (text: string): IsoDate => {
    const read = parseIsoDate(text);
    if (read === null) throw new RangeError(text);
    return read;
  };
  const assets = new Map(SEED_ASSETS.map((asset) => [asset.isin, asset]));
  const asOf = day('2026-07-31');
  const demo = makeDemoInvestor({
    seed: DEMO_SEED,
    today: asOf,
    factsOf: (isin) => {
      const facts = assets.get(isin);
      if (facts === undefined) throw new RangeError(isin);
      return facts;
    },
    brokerIdOf: (name) => name,
    bankNameIdOf: (name) => name,
  });
  const result = computeGains({ transactions: demo.transactions, assets, asOf });
  const found = result.classes
    .flatMap(({ disposals }) => disposals)
    .find(({ isin, date }) => isin === 'GB0007980591' && date === '2020-03-06');
  if (found === undefined) throw new RangeError('the made-up records have no such sale');
  const accounts = new Map(demo.accounts.map((account) => [account.id, account]));
  const sale = toDisposalView(found, { assets, accounts, asOf });
  const text = textOf(inlinesOf(guideDocument('gains')?.blocks ?? []));

  it('is the one of the made-up records', () => {
    expect(text).toContain(`who sold ${sale.quantityDisposed} shares of BP on ${formatLongDate(sale.disposalDate)}`);
    expect(text).toContain(accounts.get(sale.accountId)?.name);
  });

  it('has the figures of the engine', () => {
    const amounts = [
      sale.disposalProceeds,
      sale.allowableCost,
      sale.capitalGain,
      sale.incidentalCosts,
      ...sale.matches.flatMap(({ cost, poolBefore, poolAfter }) => [cost, poolBefore?.cost, poolAfter?.cost]),
    ].flatMap((amount) => (amount === undefined ? [] : [formatMoney(amount)]));
    const units = sale.matches
      .flatMap(({ quantity, poolBefore, poolAfter }) => [quantity, poolBefore?.quantity, poolAfter?.quantity])
      .flatMap((quantity) => (quantity === undefined ? [] : [formatQuantity(quantity)]));
    expect([...amounts, ...units].filter((figure) => !text.includes(figure))).toEqual([]);
    expect(sale.matches.map(({ rule }) => rule)).toEqual(['THIRTY_DAY', 'SECTION_104']);
  });

  it('has both purchases around it, one within the thirty days and one outside', () => {
    const bought = demo.transactions.filter(
      ({ isin, accountId, transactionType, transactionDate }) =>
        isin === sale.isin &&
        accountId === sale.accountId &&
        transactionType === 'BUY' &&
        transactionDate > sale.disposalDate &&
        transactionDate < '2020-06-01',
    );
    const rows = guideDocument('gains')?.blocks.flatMap((block) => (block.kind === 'table' ? [block.rows] : []))[0];
    expect(rows?.map((cells) => cells.map(textOf))).toEqual(
      bought.map((row) => [
        formatLongDate(row.transactionDate),
        formatQuantity(row.quantity ?? sale.quantityDisposed),
        formatMoney(toAmount(acquisitionCost(row, false))),
        String(daysBetween(sale.disposalDate, row.transactionDate)),
      ]),
    );
  });
});
