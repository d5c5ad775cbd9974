/**
 * Public lists of securities, for proposals only; loaded when a file first names a security that the catalogue lacks.
 */
import { readListedSecurities } from '../../domain/csv/stored/listed-securities.ts';
import type { ListedSecurity } from '../../domain/csv/stored/directory.ts';

let loading: Promise<readonly ListedSecurity[]> | null = null;

/** The securities of the lists; empty where they could not be loaded, because only proposals depend on them. */
export async function listedSecurities(): Promise<readonly ListedSecurity[]> {
  loading ??= load();
  return await loading;
}

async function load(): Promise<readonly ListedSecurity[]> {
  try {
    const [names, tickers] = await Promise.all([
      import('../../domain/facts/etf-names.csv?raw'),
      import('../../domain/facts/isin-tickers.csv?raw'),
    ]);
    return readListedSecurities(names.default, tickers.default);
  } catch {
    // Without a connection a new version's lists cannot be loaded: only the catalogue is searched, and the next search
    // tries again.
    loading = null;
    return [];
  }
}
