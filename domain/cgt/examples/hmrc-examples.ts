/** Worked examples that HMRC publishes of matching by day, within 30 days and with the pool. */
import type { PublishedExample } from './hmrc-example.ts';

export const MATCHING_EXAMPLES: readonly PublishedExample[] = [
  {
    source: 'HS284, example 2',
    about: '500 of 4,000 shares bought back within 30 days (HMRC gives no cost of the pool; one is assumed)',
    note: 'figures of the 2021 edition',
    rows: [
      ['2019-01-01', 'BUY', 'GB000000MSP5', 9500, 14250, 0],
      ['2020-08-30', 'SELL', 'GB000000MSP5', 4000, 6000, 0],
      ['2020-09-11', 'BUY', 'GB000000MSP5', 500, 850, 0],
    ],
    figures: [
      { of: 'net', year: '2020-21', published: '-100', within: '0.01' },
      { of: 'matchQuantity', year: '2020-21', disposal: 0, match: 0, published: '500', within: '0.000001' },
      { of: 'matchCost', year: '2020-21', disposal: 0, match: 0, published: '850', within: '0.0002' },
      { of: 'matchQuantity', year: '2020-21', disposal: 0, match: 1, published: '3500', within: '0.000001' },
      { of: 'matchCost', year: '2020-21', disposal: 0, match: 1, published: '5250', within: '0.0002' },
    ],
  },
  {
    source: 'CRYPTO22256, example 6',
    about: 'Same-day, 30-day and pool together',
    rows: [
      ['2020-01-01', 'BUY', 'GB000000TOK0', 100000, 300000, 0],
      ['2020-07-31', 'BUY', 'GB000000TOK0', 10000, 45000, 0],
      ['2020-07-31', 'SELL', 'GB000000TOK0', 30000, 150000, 0],
      ['2020-08-05', 'SELL', 'GB000000TOK0', 20000, 100000, 0],
      ['2020-08-06', 'BUY', 'GB000000TOK0', 50000, 225000, 0],
      ['2020-08-07', 'SELL', 'GB000000TOK0', 100000, 150000, 0],
    ],
    figures: [{ of: 'net', year: '2020-21', published: '-138636.36', within: '0.01' }],
  },
  {
    source: 'CRYPTO22251, example 1',
    about: 'Basic pool disposal',
    rows: [
      ['2020-01-01', 'BUY', 'GB000000TOK0', 100, 1000, 0],
      ['2020-09-18', 'BUY', 'GB000000TOK0', 50, 125000, 0],
      ['2020-12-01', 'SELL', 'GB000000TOK0', 50, 300000, 0],
    ],
    figures: [{ of: 'net', year: '2020-21', published: '258000', within: '0.01' }],
  },
  {
    source: 'CRYPTO22252, example 2',
    about: 'Same-day rule',
    rows: [
      ['2020-01-01', 'BUY', 'GB000000TOK0', 5000, 500, 0],
      ['2020-06-23', 'SELL', 'GB000000TOK0', 1000, 800, 0],
      ['2020-06-23', 'BUY', 'GB000000TOK0', 1600, 1000, 0],
      ['2020-06-23', 'SELL', 'GB000000TOK0', 500, 600, 0],
    ],
    figures: [{ of: 'net', year: '2020-21', published: '462.5', within: '0.01' }],
  },
  {
    source: 'CRYPTO22253, example 3',
    about: '30-day rule, two disposals and three acquisitions across 5 April',
    rows: [
      ['2021-01-01', 'BUY', 'GB000000TOK0', 2000, 1000, 0],
      ['2021-03-31', 'SELL', 'GB000000TOK0', 1000, 400, 0],
      ['2021-04-20', 'SELL', 'GB000000TOK0', 500, 150, 0],
      ['2021-04-21', 'BUY', 'GB000000TOK0', 700, 175, 0],
      ['2021-04-28', 'BUY', 'GB000000TOK0', 500, 100, 0],
      ['2021-05-01', 'BUY', 'GB000000TOK0', 500, 150, 0],
    ],
    figures: [
      { of: 'net', year: '2020-21', published: '165', within: '0.01' },
      { of: 'net', year: '2021-22', published: '20', within: '0.01' },
    ],
  },
  {
    source: 'CRYPTO22255, example 5',
    about: '30-day rule and pool',
    rows: [
      ['2020-01-01', 'BUY', 'GB000000TOK0', 14000, 200000, 0],
      ['2020-08-30', 'SELL', 'GB000000TOK0', 4000, 160000, 0],
      ['2020-09-11', 'BUY', 'GB000000TOK0', 500, 17500, 0],
    ],
    figures: [{ of: 'net', year: '2020-21', published: '92500', within: '0.01' }],
  },
  {
    source: 'CG51590, example 1',
    about: '30-day match in full, then a part disposal of the pool',
    rows: [
      ['2006-04-15', 'BUY', 'GB00000DAVY5', 1000, 1300, 0],
      ['2006-08-04', 'BUY', 'GB00000DAVY5', 1000, 1450, 0],
      ['2007-01-19', 'BUY', 'GB00000DAVY5', 500, 950, 0],
      ['2010-03-16', 'SELL', 'GB00000DAVY5', 2000, 6850, 0],
      ['2010-04-07', 'BUY', 'GB00000DAVY5', 2000, 6790, 0],
      ['2010-12-10', 'SELL', 'GB00000DAVY5', 2200, 7700, 0],
    ],
    figures: [
      { of: 'gain', year: '2009-10', disposal: 0, published: '60', within: '0' },
      { of: 'allowableCost', year: '2010-11', disposal: 0, published: '3256', within: '0' },
      { of: 'gain', year: '2010-11', disposal: 0, published: '4444', within: '0' },
      { of: 'poolQuantity', published: '300', within: '0' },
      { of: 'poolCost', published: '444', within: '0' },
    ],
  },
  {
    source: 'CG51590, example 2',
    about: 'Rights taken up join the pool',
    rows: [
      ['2008-08-17', 'BUY', 'GB000BROWNE5', 10000, 2500, 0],
      ['2009-04-01', 'BUY', 'GB000BROWNE5', 10000, 2600, 0],
      ['2009-10-08', 'RIGHTS_ISSUE', 'GB000BROWNE5', 4000, 1060, 0],
      ['2012-12-10', 'SELL', 'GB000BROWNE5', 7500, 3000, 0],
    ],
    figures: [
      { of: 'allowableCost', year: '2012-13', disposal: 0, published: '1925', within: '0' },
      { of: 'gain', year: '2012-13', disposal: 0, published: '1075', within: '0' },
      { of: 'poolQuantity', published: '16500', within: '0' },
      {
        of: 'poolCost',
        published: '4236',
        within: '0',
        erratum: 'HMRC prints £4,236, but its own £6,160 − £1,925 is £4,235.',
      },
    ],
  },
  {
    source: 'CG51590, example 3',
    about: 'Long-held pool (31 March 1982 value entered as the first cost)',
    rows: [
      ['1979-05-27', 'BUY', 'GB000MOUNTN3', 7500, 21000, 0],
      ['1988-02-06', 'BUY', 'GB000MOUNTN3', 4000, 16500, 0],
      ['1993-07-28', 'BUY', 'GB000MOUNTN3', 4000, 17000, 0],
      ['2005-03-31', 'BUY', 'GB000MOUNTN3', 6000, 29000, 0],
      ['2013-06-13', 'SELL', 'GB000MOUNTN3', 16500, 114675, 0],
    ],
    figures: [
      { of: 'allowableCost', year: '2013-14', disposal: 0, published: '64081', within: '1' },
      { of: 'gain', year: '2013-14', disposal: 0, published: '50594', within: '1' },
      { of: 'poolQuantity', published: '5000', within: '1' },
      { of: 'poolCost', published: '19419', within: '1' },
    ],
  },
  {
    source: 'CG51590, example 4',
    about: 'Two rights issues',
    rows: [
      ['1997-09-24', 'BUY', 'GB00PENINSL4', 15000, 6750, 0],
      ['2001-01-30', 'RIGHTS_ISSUE', 'GB00PENINSL4', 9000, 3600, 0],
      ['2004-06-14', 'BUY', 'GB00PENINSL4', 12000, 13800, 0],
      ['2005-11-26', 'RIGHTS_ISSUE', 'GB00PENINSL4', 9000, 9450, 0],
      ['2010-02-23', 'SELL', 'GB00PENINSL4', 20000, 39000, 0],
    ],
    figures: [
      { of: 'allowableCost', year: '2009-10', disposal: 0, published: '14934', within: '1' },
      { of: 'gain', year: '2009-10', disposal: 0, published: '24066', within: '1' },
      { of: 'poolQuantity', published: '25000', within: '1' },
      { of: 'poolCost', published: '18666', within: '1' },
    ],
  },
  {
    source: 'CG51560, example 1',
    about: 'Bought back on day 30',
    note: 'HMRC gives quantities and dates; holding and prices are assumed',
    rows: [
      ['2005-01-04', 'BUY', 'GB0000MISSA0', 1000, 1000, 0],
      ['2011-07-01', 'SELL', 'GB0000MISSA0', 1000, 2000, 0],
      ['2011-07-31', 'BUY', 'GB0000MISSA0', 1000, 2100, 0],
    ],
    figures: [{ of: 'matchQuantity', year: '2011-12', disposal: 0, match: 0, published: '1000', within: '0' }],
  },
  {
    source: 'CG51560, example 2',
    about: '500 of 1,700 shares bought back on day 3',
    note: 'HMRC gives quantities and dates; holding and prices are assumed',
    rows: [
      ['2005-01-04', 'BUY', 'GB000000MRB7', 2500, 2500, 0],
      ['2012-03-27', 'SELL', 'GB000000MRB7', 1700, 3400, 0],
      ['2012-03-30', 'BUY', 'GB000000MRB7', 500, 1050, 0],
    ],
    figures: [
      { of: 'matchQuantity', year: '2011-12', disposal: 0, match: 0, published: '500', within: '0' },
      { of: 'matchQuantity', year: '2011-12', disposal: 0, match: 1, published: '1200', within: '0' },
    ],
  },
  {
    source: 'HS284, example 2',
    about: '500 of 4,000 shares bought back within 30 days',
    note: 'dates of the 2025-26 edition; the 9,500 units of the pool are taken at £1.00 each',
    rows: [
      ['2015-01-05', 'BUY', 'GB00MESOPOT5', 9500, 9500, 0],
      ['2025-08-30', 'SELL', 'GB00MESOPOT5', 4000, 6000, 0],
      ['2025-09-11', 'BUY', 'GB00MESOPOT5', 500, 850, 0],
    ],
    figures: [
      { of: 'matchQuantity', year: '2025-26', disposal: 0, match: 0, published: '500', within: '0' },
      { of: 'matchCost', year: '2025-26', disposal: 0, match: 0, published: '850', within: '0' },
      { of: 'matchQuantity', year: '2025-26', disposal: 0, match: 1, published: '3500', within: '0' },
      { of: 'gain', year: '2025-26', disposal: 0, published: '1650', within: '0' },
    ],
  },
];
