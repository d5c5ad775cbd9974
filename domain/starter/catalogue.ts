/**
 * The first catalogue and brokers of a new server, and of a device without one. GB and JE identifiers contain their
 * SEDOL; other entries have none here.
 */
import type { Percent } from '../values/amount.ts';
import type { AssetFields } from '../records/asset.ts';
import type { AssetCategory, AssetType, Denomination, IncomeTreatment, PriceSource } from '../fields/enums.ts';
import { isValidSedol } from '../values/isin.ts';

export const SEED_BROKERS = [
  'AJ Bell',
  'Barclays Smart Investor',
  'Bestinvest',
  'Charles Stanley Direct',
  'Computershare',
  'EQ Shareview',
  'eToro',
  'Fidelity',
  'Freetrade',
  'Halifax Share Dealing',
  'Hargreaves Lansdown',
  'HSBC InvestDirect',
  'IG',
  'Interactive Brokers',
  'interactive investor',
  'InvestEngine',
  'iWeb',
  'Lloyds Bank Share Dealing',
  'Revolut',
  'Santander Investment Hub',
  'Saxo',
  'Trading 212',
  'Vanguard Investor',
  'X-O',
  'Other',
] as const;

/** The National Numbering Agency puts the SEDOL into these countries' ISINs. */
function sedolIn(isin: string): string | null {
  const sedol = isin.slice(4, 11);
  return /^(?:GB|JE)00/u.test(isin) && isValidSedol(sedol) ? sedol : null;
}

interface Kind {
  readonly type: AssetType;
  readonly priceSource: PriceSource;
  readonly cgtExempt: boolean | null;
}

const SHARE: Kind = { type: 'EQUITY', priceSource: 'LSE', cgtExempt: null };
const ETF: Kind = { type: 'ETF', priceSource: 'LSE', cgtExempt: null };
const FUND: Kind = { type: 'FUND', priceSource: 'FT', cgtExempt: null };
/** Gilts are exempt by TCGA 1992 s115. */
const GILT: Kind = { type: 'BOND', priceSource: 'LSE', cgtExempt: true };
const METAL: Kind = { type: 'COMMODITY', priceSource: 'MANUAL', cgtExempt: null };

function asset(
  kind: Kind,
  isin: string,
  name: string,
  fetchCode: string,
  denomination: Denomination,
  category: AssetCategory,
  incomeTreatment: IncomeTreatment = 'NA',
  charge = 0,
): AssetFields {
  return {
    isin,
    name,
    fetchCode,
    denomination,
    category,
    incomeTreatment,
    totalExpenseRatio: charge as Percent,
    ...kind,
    sedol: sedolIn(isin),
    excludeFromPriceUpdates: false,
  };
}

const share = (isin: string, name: string, code: string) => asset(SHARE, isin, name, code, 'GBX', 'NON_CORE');
const gilt = (isin: string, name: string, code: string) =>
  asset(GILT, isin, name, code, 'GBP', 'LT_BONDS', 'DISTRIBUTING');
const fund = (isin: string, name: string, category: AssetCategory, charge: number) =>
  asset(FUND, isin, name, `${isin}:GBP`, 'GBP', category, 'ACCUMULATING', charge);

export const SEED_ASSETS: readonly AssetFields[] = [
  asset(
    ETF,
    'IE00B3RBWM25',
    'Vanguard FTSE All-World UCITS ETF Distributing',
    'VWRL',
    'GBP',
    'DEVELOPED_WORLD_TSM',
    'DISTRIBUTING',
    0.19,
  ),
  asset(
    ETF,
    'IE00BK5BQT80',
    'Vanguard FTSE All-World UCITS ETF Accumulating',
    'VWRP',
    'GBP',
    'DEVELOPED_WORLD_TSM',
    'ACCUMULATING',
    0.19,
  ),
  asset(ETF, 'IE00B3XXRP09', 'Vanguard S&P 500 UCITS ETF Distributing', 'VUSA', 'GBP', 'US_TSM', 'DISTRIBUTING', 0.07),
  asset(ETF, 'IE00BFMXXD54', 'Vanguard S&P 500 UCITS ETF Accumulating', 'VUAG', 'GBP', 'US_TSM', 'ACCUMULATING', 0.07),
  asset(
    ETF,
    'IE00B8GKDB10',
    'Vanguard FTSE All-World High Dividend Yield UCITS ETF',
    'VHYL',
    'GBP',
    'DEVELOPED_WORLD_TSM',
    'DISTRIBUTING',
    0.29,
  ),
  asset(ETF, 'IE00B810Q511', 'Vanguard FTSE 100 UCITS ETF Distributing', 'VUKE', 'GBP', 'UK_TSM', 'DISTRIBUTING', 0.09),
  asset(ETF, 'IE00BKX55Q28', 'Vanguard FTSE 250 UCITS ETF Distributing', 'VMID', 'GBP', 'UK_TSM', 'DISTRIBUTING', 0.1),
  asset(
    ETF,
    'IE00BKX55T58',
    'Vanguard FTSE Developed World UCITS ETF Distributing',
    'VEVE',
    'GBP',
    'DEVELOPED_WORLD_TSM',
    'DISTRIBUTING',
    0.12,
  ),
  asset(
    ETF,
    'IE00B3VVMM84',
    'Vanguard FTSE Emerging Markets UCITS ETF Distributing',
    'VFEM',
    'GBP',
    'EM_TSM',
    'DISTRIBUTING',
    0.17,
  ),
  asset(
    ETF,
    'IE00B42WWV65',
    'Vanguard UK Gilt UCITS ETF Distributing',
    'VGOV',
    'GBP',
    'LT_BONDS',
    'DISTRIBUTING',
    0.05,
  ),
  asset(
    ETF,
    'IE00B4L5Y983',
    'iShares Core MSCI World UCITS ETF',
    'SWDA',
    'GBX',
    'DEVELOPED_WORLD_TSM',
    'ACCUMULATING',
    0.2,
  ),
  asset(ETF, 'IE00B5BMR087', 'iShares Core S&P 500 UCITS ETF USD (Acc)', 'CSP1', 'GBX', 'US_TSM', 'ACCUMULATING', 0.07),
  asset(ETF, 'IE0005042456', 'iShares Core FTSE 100 UCITS ETF', 'ISF', 'GBX', 'UK_TSM', 'DISTRIBUTING', 0.07),
  asset(ETF, 'IE00BKM4GZ66', 'iShares Core MSCI EM IMI UCITS ETF', 'EMIM', 'GBX', 'EM_TSM', 'ACCUMULATING', 0.18),
  asset(ETF, 'IE00B4ND3602', 'iShares Physical Gold ETC', 'SGLN', 'GBX', 'PRECIOUS_METALS', 'NA', 0.12),
  asset(ETF, 'IE0032077012', 'Invesco EQQQ Nasdaq-100 UCITS ETF', 'EQQQ', 'GBX', 'US_TSM', 'DISTRIBUTING', 0.2),
  asset(
    { ...ETF, priceSource: 'FT' },
    'IE00BSPLC413',
    'SPDR MSCI USA Small Cap Value Weighted UCITS ETF',
    'ZPRV:GER:EUR',
    'EUR',
    'US_SCV',
    'ACCUMULATING',
    0.3,
  ),
  fund('GB00B41YBW71', 'Fundsmith Equity I Acc', 'NON_CORE', 0.94),
  fund('GB00B41XG308', 'Vanguard LifeStrategy 100% Equity A Acc', 'DEVELOPED_WORLD_TSM', 0.22),
  fund('GB00B4PQW151', 'Vanguard LifeStrategy 80% Equity A Acc', 'NON_CORE', 0.22),
  fund('GB00B3TYHH97', 'Vanguard LifeStrategy 60% Equity A Acc', 'NON_CORE', 0.22),
  fund('GB00BD3RZ582', 'Vanguard FTSE Global All Cap Index A Acc', 'DEVELOPED_WORLD_TSM', 0.23),
  fund('GB00B5B71Q71', 'Vanguard U.S. Equity Index A Acc', 'US_TSM', 0.1),
  fund('GB00B3X7QG63', 'Vanguard FTSE UK All Share Index A Acc', 'UK_TSM', 0.06),
  fund('GB00BMJJJF91', 'HSBC FTSE All-World Index C Acc', 'DEVELOPED_WORLD_TSM', 0.13),
  fund('GB00BJS8SJ34', 'Fidelity Index World P Acc', 'DEVELOPED_WORLD_TSM', 0.12),
  fund('GB0006061963', 'Baillie Gifford American B Acc', 'NON_CORE', 0.52),
  share('GB00BH4HKS39', 'Vodafone Group plc', 'VOD'),
  share('GB0008706128', 'Lloyds Banking Group plc', 'LLOY'),
  share('GB0007980591', 'BP plc', 'BP.'),
  share('GB00BLDYK618', 'Scottish Mortgage Investment Trust plc', 'SMT'),
  share('GB00B8SC6K54', 'Greencoat UK Wind plc', 'UKW'),
  share('GB00B10RZP78', 'Unilever plc', 'ULVR'),
  share('GB0009895292', 'AstraZeneca plc', 'AZN'),
  share('GB00BP6MXD84', 'Shell plc', 'SHEL'),
  share('GB0005405286', 'HSBC Holdings plc', 'HSBA'),
  share('GB00BN7SWP63', 'GSK plc', 'GSK'),
  share('GB0002374006', 'Diageo plc', 'DGE'),
  share('GB0007188757', 'Rio Tinto plc', 'RIO'),
  share('GB0002875804', 'British American Tobacco plc', 'BATS'),
  share('GB0005603997', 'Legal & General Group plc', 'LGEN'),
  share('GB00BDR05C01', 'National Grid plc', 'NG.'),
  share('GB00BLGZ9862', 'Tesco plc', 'TSCO'),
  share('GB0031348658', 'Barclays plc', 'BARC'),
  share('GB00BPQY8M80', 'Aviva plc', 'AV.'),
  share('JE00B4T3BW64', 'Glencore plc', 'GLEN'),
  share('GB00B63H8491', 'Rolls-Royce Holdings plc', 'RR.'),
  share('GB0002634946', 'BAE Systems plc', 'BA.'),
  share('GB00B2B0DG97', 'RELX plc', 'REL'),
  share('GB0030913577', 'BT Group plc', 'BT.A'),
  share('GB00BM8PJY71', 'NatWest Group plc', 'NWG'),
  share('GB0001990497', 'The City of London Investment Trust plc', 'CTY'),
  share('GB0003466074', 'F&C Investment Trust plc', 'FCIT'),
  gilt('GB00B16NNR78', '4¼% Treasury Gilt 2027', 'TG27'),
  gilt('GB00BMBL1G81', '0⅛% Treasury Gilt 2028', 'TN28'),
  gilt('GB00BFX0ZL78', '1⅝% Treasury Gilt 2028', 'TR28'),
  gilt('GB00BJMHB534', '0⅞% Treasury Gilt 2029', 'TG29'),
  gilt('GB00B24FF097', '4¾% Treasury Gilt 2030', 'TR30'),
  gilt('GB0004893086', '4¼% Treasury Gilt 2032', 'TR32'),
  gilt('GB00B52WS153', '4½% Treasury Gilt 2034', 'TR34'),
  gilt('GB0032452392', '4¼% Treasury Gilt 2036', 'T4Q'),
  asset(METAL, 'XAU', 'Gold', 'XAU', 'GBP', 'PRECIOUS_METALS'),
  asset(METAL, 'XAG', 'Silver', 'XAG', 'GBP', 'PRECIOUS_METALS'),
  asset(METAL, 'XPT', 'Platinum', 'XPT', 'GBP', 'PRECIOUS_METALS'),
];
