/** The outside servers of tests: sources that know a few codes, with the replies in `tests/fixtures/market`. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Outgoing } from '../services/market/outgoing.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../tests/fixtures/market/${name}`, import.meta.url), 'utf8');

export const FIXTURE_MARKET: Config['market'] = {
  lseUrl: new URL('https://lse.example/alldata/'),
  ftUrl: new URL('https://ft.example/data/'),
  ratesUrl: new URL('https://rates.example/latest.json?app_id=secret'),
  dailyAt: null,
};

/** A source's reply at a path with its query; anything else is a 404. */
export const FIXTURE_ANSWERS: ReadonlyMap<string, string> = new Map([
  ['/alldata/SWDA', read('lse-SWDA.json')],
  ['/alldata/VOD', read('lse-VOD.json')],
  ['/data/funds/tearsheet/summary?s=GB00B3X7QG63%3AGBP', read('ft-GB00B3X7QG63-GBP.html')],
  ['/data/equities/tearsheet/summary?s=AAPL%3ANSQ', read('ft-AAPL-NSQ.html')],
  ['/data/etfs/tearsheet/summary?s=AAPL%3ANSQ', read('ft-unknown.html')],
  ['/latest.json?app_id=secret', read('rates-open-exchange-rates.json')],
]);

export const fixtureMarket: Outgoing = async (url) => {
  const body = FIXTURE_ANSWERS.get(`${url.pathname}${url.search}`);
  return await Promise.resolve(body === undefined ? { ok: false, fault: 'status', status: 404 } : { ok: true, body });
};
