/** What one user can make the server compute: refused beyond the limits, and never in the way of others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '../../server/testing/server-process.ts';
import {
  accountOf,
  hostileServers,
  LONGEST_SILENCE,
  MOST_MEMORY,
  sendFile,
  type HostileServer,
} from './hostile-server.ts';

const { start, processes } = await hostileServers();
afterAll(processes.end);
// A busy machine takes its time; what is asserted is what others notice.
let server: HostileServer;
beforeAll(async () => {
  server = await start();
});

const SHORT_HEADER = 'Date,Type,ISIN,Quantity,Consideration,Broker,Account\n';
const MEGABYTE = 1024 * 1024;
/** Rows of a file of so many megabytes in which every row has a fault in each column. */
const faulty = (megabytes: number): string => SHORT_HEADER + 'a,b\n'.repeat((megabytes * MEGABYTE) / 4);

describe('an import file', () => {
  it('of more rows than an import has is refused before it is read, others are answered meanwhile', async () => {
    for (const megabytes of [2, 12]) {
      const { result, silence, memory } = await server.watch(
        async () => await sendFile(server, '/transactions/preview-import', faulty(megabytes)),
      );
      expect(result).toMatchObject({ status: 413, text: expect.stringContaining('250,000 rows') as string });
      expect(silence).toBeLessThan(LONGEST_SILENCE);
      expect(memory).toBeLessThan(MOST_MEMORY);
    }
  });

  it('within the limits is answered with every row', async () => {
    const rows = 20_000;
    const { result, silence } = await server.watch(
      async () => await sendFile(server, '/transactions/preview-import', SHORT_HEADER + 'a,b\n'.repeat(rows)),
    );
    expect(result.status).toBe(200);
    const preview = JSON.parse(result.text) as { previewTransactions: unknown[] };
    expect(preview.previewTransactions).toHaveLength(rows);
    expect(silence).toBeLessThan(LONGEST_SILENCE);
  });

  it('whose answer needs more memory, time or bytes than one request may take is refused, and the server goes on', async () => {
    const small = await start({ HEAVY_MEMORY_MB: '64', HEAVY_SECONDS: '60' });
    const { result, silence, memory } = await small.watch(
      async () => await sendFile(small, '/transactions/preview-import', SHORT_HEADER + 'a,b\n'.repeat(100_000)),
    );
    expect(result.status).toBe(413);
    expect(result.text).toMatch(/memory|seconds|answer is larger/u);
    expect(silence).toBeLessThan(LONGEST_SILENCE);
    expect(memory).toBeLessThan(MOST_MEMORY);
    expect((await sendFile(small, '/transactions/preview-import', `${SHORT_HEADER}a,b\n`)).status).toBe(200);
  });

  it.each([
    ['/savingsaccounts/preview-import', 'Bank Name,Account Name,AER,Balance', `Bank,Name,1${' '.repeat(300_000)}x,5`],
    ['/savingsaccounts/preview-import', 'Bank Name,Account Name,AER,Balance', `Bank,Name,${' '.repeat(300_000)}x%,5`],
    [
      '/brokercashbalances/preview-import',
      'Account,Broker,Tax Wrapper,Cash Balance',
      `Main,B,ISA,1${' '.repeat(200_000)}x`,
    ],
  ])('%s with a cell of spaces slows nobody down', async (path, header, row) => {
    await accountOf(server);
    const { silence, result } = await server.watch(async () => await sendFile(server, path, `${header}\n${row}\n`));
    expect(result.status).toBeLessThan(500);
    expect(silence).toBeLessThan(LONGEST_SILENCE);
  });
});

it('1,200 splits whose ratios make the share basis ever finer keep nobody waiting', async () => {
  const accountId = await accountOf(server, 'Splits');
  const day = (index: number): string => {
    const [year, month, date] = new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10).split('-');
    return `${date}/${month}/${year}`;
  };
  const splits = Array.from(
    { length: 1200 },
    (_, index) =>
      `${day(index)},Split,GB00BH4HKS39,1,0,0,AJ Bell,Splits,DEALING,${index % 2 === 0 ? '999983,1' : '1,999979'}`,
  );
  const file = [
    'Date,Type,ISIN,Quantity,Price,Consideration,Broker,Account,Tax Wrapper,Ratio New,Ratio Old',
    '02/01/2014,Buy,GB00BH4HKS39,100,1,100,AJ Bell,Splits,DEALING,,',
    ...splits,
  ].join('\n');
  const imported = await sendFile(server, '/transactions/import-selected', file, {
    selectedRowNumbers: 'all',
    skipDuplicateCheck: 'true',
    defaultAccountId: accountId,
  });
  expect(JSON.parse(imported.text)).toMatchObject({ importedCount: 1201 });
  const { result, silence, memory } = await server.watch(
    async () => (await request(server.base, 'GET', '/holdings', { token: server.token })).status,
  );
  expect(result).toBe(200);
  expect(silence).toBeLessThan(LONGEST_SILENCE);
  expect(memory).toBeLessThan(MOST_MEMORY);
});
