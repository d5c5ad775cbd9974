/** The bank names of a new server; administrators add and retire others. */
export const SEED_BANK_NAMES = [
  'Aldermore', 'Atom Bank', 'Bank of Scotland', 'Barclays', 'Chase', 'Coventry Building Society', 'first direct', 'Halifax', 'HSBC', 'Leeds Building Society',
  'Lloyds Bank', 'Marcus by Goldman Sachs', 'Metro Bank', 'Monzo', 'Nationwide Building Society', 'NatWest', 'NS&I', 'Royal Bank of Scotland', 'Sainsbury’s Bank',
  'Santander', 'Shawbrook Bank', 'Skipton Building Society', 'Starling Bank', 'Tesco Bank', 'The Co-operative Bank', 'Trading 212', 'TSB', 'Virgin Money',
  'Yorkshire Building Society', 'Zopa Bank',
] as const;
