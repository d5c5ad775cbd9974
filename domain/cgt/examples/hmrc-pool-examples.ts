/** Worked examples that HMRC publishes of pools, reorganisations and the tax on gains. */
import type { PublishedExample } from './hmrc-example.ts';

export const POOL_EXAMPLES: readonly PublishedExample[] = [
  {
    source: 'HS284, example 3',
    about: 'Pool with dealing costs; two part disposals',
    note: 'figures as in the 2023 edition',
    rows: [
      ['2014-04-01', 'BUY', 'GB00LOBSTER0', 1000, 4000, 150],
      ['2017-09-01', 'BUY', 'GB00LOBSTER0', 500, 2050, 80],
      ['2022-05-01', 'SELL', 'GB00LOBSTER0', 700, 3360, 100],
      ['2023-02-01', 'SELL', 'GB00LOBSTER0', 400, 2080, 105],
    ],
    figures: [
      { of: 'gain', year: '2022-23', disposal: 0, published: '329', within: '1' },
      { of: 'gain', year: '2022-23', disposal: 1, published: '300', within: '1' },
    ],
  },
  {
    source: 'CG52587',
    about: 'Takeover for shares and cash: part disposal of the old holding',
    rows: [
      ['2005-01-15', 'BUY', 'GB000DENIMS2', 20000, 60000, 0],
      ['2012-03-01', 'MERGER', 'GB000DENIMS2', 40000, 80000, 0, { relatedIsin: 'GB00EVENING2', valueAfter: 240000 }],
    ],
    figures: [
      { of: 'allowableCost', year: '2011-12', disposal: 0, published: '15000', within: '0' },
      { of: 'gain', year: '2011-12', disposal: 0, published: '65000', within: '0' },
      { of: 'poolQuantity', published: '40000', within: '0' },
      { of: 'poolCost', published: '45000', within: '0' },
    ],
  },
  {
    source: 'CG51895',
    about: 'Rights issue, then a third of the holding sold',
    note: 'no indexation; dates moved 25 years later',
    rows: [
      ['2010-05-15', 'BUY', 'GB000ABELEC8', 1000, 4300, 0],
      ['2012-10-15', 'RIGHTS_ISSUE', 'GB000ABELEC8', 200, 700, 0],
      ['2013-09-15', 'SELL', 'GB000ABELEC8', 400, 1640, 0],
    ],
    figures: [
      { of: 'allowableCost', year: '2013-14', disposal: 0, published: '1665', within: '2' },
      { of: 'poolQuantity', published: '800', within: '2' },
      { of: 'poolCost', published: '3335', within: '2' },
    ],
  },
  {
    source: 'CG54505',
    about: 'Convertible loan stock sold with accrued interest: clean price only',
    note: 'no indexation; dates moved 21 years later',
    rows: [
      ['2010-01-01', 'BUY', 'GB00UKCOMPT3', 100000, 108000, 0],
      ['2011-03-13', 'SELL', 'GB00UKCOMPT3', 100000, 106000, 0, { accruedInterest: 1972 }],
    ],
    bond: true,
    figures: [{ of: 'gain', year: '2010-11', disposal: 0, published: '-2000', within: '0' }],
  },
  {
    source: 'CG18202',
    about: 'Brought-forward losses used only down to the exempt amount',
    note: '2014-15 version',
    rows: [
      ['2012-05-01', 'BUY', 'GB000CEEPLC4', 1000, 10000, 0],
      ['2014-09-01', 'SELL', 'GB000CEEPLC4', 1000, 23000, 0],
    ],
    lossesBroughtForward: 3500,
    figures: [
      { of: 'lossesBroughtForwardUsed', year: '2014-15', published: '2000', within: '0' },
      { of: 'lossesCarriedForward', year: '2014-15', published: '1500', within: '0' },
      { of: 'taxable', year: '2014-15', published: '0', within: '0' },
    ],
  },
  {
    source: 'CG21220',
    about: '2010-11 gain of £70,000 after 23 June, £57,400 of the basic-rate band left: 18% and 28%',
    rows: [
      ['2008-05-06', 'BUY', 'GB00GIFTAID2', 1000, 30000, 0],
      ['2010-12-06', 'SELL', 'GB00GIFTAID2', 1000, 100000, 0],
    ],
    unusedBasicRateBand: 57400,
    figures: [
      { of: 'taxable', year: '2010-11', published: '59900', within: '0' },
      { of: 'tax', year: '2010-11', published: '11032', within: '0' },
    ],
  },
];
