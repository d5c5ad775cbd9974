/**
 * Public lists of securities, for proposals only; loaded when a file first names a security that is not in the
 * catalogue.
 */
import { readListedSecurities } from '../domain/csv/stored/listed-securities.ts';
import type { ListedSecurity } from '../domain/csv/stored/directory.ts';

let loading: Promise<readonly ListedSecurity[]> | null = null;

/** The securities of the lists; none where they could not be loaded, because only proposals depend on them. */
export async function listedSecurities(): Promise<readonly ListedSecurity[]> {
  loading ??= load();
  return await loading;
}

async function load(): Promise<readonly ListedSecurity[]> {
  try {
    const [names, tickers] = await Promise.all([
      import('../domain/facts/etf-names.csv?raw'),
      import('../domain/facts/isin-tickers.csv?raw'),
    ]);
    return readListedSecurities(names.default, tickers.default);
  } catch {
    // Without a connection a new version's lists cannot be loaded: the catalogue alone is searched, and the next search asks again.
    loading = null;
    return [];
  }
}
