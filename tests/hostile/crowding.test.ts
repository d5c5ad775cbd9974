/** One client that sends more at once than it reads: what others get of it, and what memory it takes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
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
let server: HostileServer;
beforeAll(async () => {
  server = await start();
});

/** Connections that send `text` and read nothing. */
async function unread(count: number, text: string): Promise<Socket[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(new URL(server.base).port), '127.0.0.1').pause();
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    }),
  );
}

/** Some answers to another client, which come after what arrived before them. */
async function answers(): Promise<void> {
  for (let asked = 0; asked < 50; asked += 1)
    expect((await request(server.base, 'GET', '/user', { token: server.token })).status).toBe(200);
}

it('thousands of requests in one packet keep nobody waiting', async () => {
  const { result, silence } = await server.watch(async () => {
    const sockets = await unread(10, 'GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n'.repeat(2000));
    await answers();
    return sockets;
  });
  expect(silence).toBeLessThan(LONGEST_SILENCE);
  for (const socket of result) socket.destroy();
});

it('requests in one packet are answered one after the other, but only a few wait', async () => {
  const ask = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
  const read = async (text: string): Promise<number> => {
    const [socket] = await unread(1, text);
    let got = '';
    for await (const part of socket ?? []) got += String(part);
    return got.split('HTTP/1.1 200').length - 1;
  };
  expect(await read(ask.repeat(20) + ask.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))).toBe(21);
  expect(await read(ask.repeat(1000))).toBeLessThan(1000);
});

it('a large file that is requested 150 times and never read takes the memory of a few', async () => {
  const accountId = await accountOf(server, 'Receipts');
  const row = '02/01/2014,Buy,GB00BH4HKS39,100,1,100,AJ Bell,Receipts,DEALING';
  const imported = await sendFile(
    server,
    '/transactions/import-selected',
    `Date,Type,ISIN,Quantity,Price,Consideration,Broker,Account,Tax Wrapper\n${row}\n`,
    { selectedRowNumbers: 'all', skipDuplicateCheck: 'true', defaultAccountId: accountId },
  );
  const { records } = JSON.parse(imported.text) as { records: { id: string }[] };
  const form = new FormData();
  form.append('transactionId', records[0]?.id ?? '');
  form.append('file', new Blob([`%PDF-1.4\n${'a'.repeat(9_900_000)}\n%%EOF\n`]), 'receipt.pdf');
  const headers = { authorization: `Bearer ${server.token}` };
  const uploaded = await fetch(`${server.base}/api/transactionreceipts/upload`, {
    method: 'POST',
    body: form,
    headers,
  });
  const { id } = (await uploaded.json()) as { id: string };
  const link = await request(server.base, 'GET', `/transactionreceipts/${id}/download`, { token: server.token });
  const { downloadUrl } = (await link.json()) as { downloadUrl: string };
  const { result, memory } = await server.watch(async () => {
    const sockets = await unread(150, `GET ${downloadUrl} HTTP/1.1\r\nHost: a\r\n\r\n`);
    await answers();
    return sockets;
  });
  expect(memory).toBeLessThan(MOST_MEMORY);
  for (const socket of result) socket.destroy();
  // The server hears of the closed connections one by one.
  await vi.waitFor(async () => {
    expect((await fetch(`${server.base}${downloadUrl}`)).status).toBe(200);
  });
});
