/** One PostgreSQL for all files of a run that use one, each on databases of its own. */
import { throwAwayPostgres } from '../server/store/testing/throw-away-postgres.ts';

export async function setup(): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  const postgres = given === '' ? await throwAwayPostgres() : null;
  // The processes that run the files take it from here.
  if (postgres !== null) process.env['TEST_DATABASE_URL'] = postgres.url;
  return async () => {
    await postgres?.stop();
    delete process.env['TEST_DATABASE_URL'];
    if (given !== '') process.env['TEST_DATABASE_URL'] = given;
  };
}
