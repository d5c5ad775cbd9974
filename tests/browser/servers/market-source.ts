/** Sources of prices and rates on this machine: the quotes of `tests/fixtures/market`, and more currencies than a screen shows. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const read = (name: string): string => readFileSync(new URL(`../../fixtures/market/${name}`, import.meta.url), 'utf8');
const LETTERS = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));

/** Round figures, so that every derived rate is one that can be worked out by hand. */
const KNOWN: Readonly<Record<string, number>> = { GBP: 0.8, EUR: 0.64, XAU: 0.00025 };

/** 1,000 codes that are none of the known ones. */
const OTHERS = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}${b}${c}`)))
  .filter((code) => !(code in KNOWN) && code !== 'USD')
  .slice(0, 1000);

/** The currencies that a fetch brings. */
export const CURRENCY_COUNT = OTHERS.length + Object.keys(KNOWN).length;

export interface MarketSource {
  /** Names this source in a server's configuration. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => void;
}

/** Starts the sources; what they do not know is a 404. */
export async function startMarketSource(): Promise<MarketSource> {
  const answers: Readonly<Record<string, () => string>> = {
    '/alldata/SWDA': () => read('lse-SWDA.json'),
    '/data/equities/tearsheet/summary?s=AAPL%3ANSQ': () => read('ft-AAPL-NSQ.html'),
    '/latest.json': () =>
      JSON.stringify({ base: 'USD', rates: { ...KNOWN, ...Object.fromEntries(OTHERS.map((code) => [code, 1.5])) } }),
  };
  const server = createServer((request, reply) => {
    const answer = answers[request.url ?? ''];
    reply.statusCode = answer === undefined ? 404 : 200;
    reply.end(answer?.() ?? '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    env: { LSE_URL: `${url}/alldata/`, FT_URL: `${url}/data/`, EXCHANGE_RATES_URL: `${url}/latest.json` },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
