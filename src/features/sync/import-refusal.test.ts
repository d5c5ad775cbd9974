import { expect, it } from 'vitest';
import { refusalOf } from '../../sync/api/api.ts';
import { send, type NetworkEnvironment } from '../../sync/network/http.ts';
import { importRefusalText } from './import-refusal.ts';

/** What the user reads of a server's answer. */
async function wordsOf(answer: Response): Promise<string> {
  const network: NetworkEnvironment = { fetch: async () => answer, schedule: () => () => undefined };
  const reply = await send(network, { method: 'POST', url: '/x', timeoutMs: 1 });
  if (reply.kind === 'offline') return 'offline';
  return importRefusalText({ status: reply.status, ...refusalOf(reply) });
}

it('a refused part of an import says why in the words of the specification', async () => {
  expect(importRefusalText({ status: 0, message: '' })).toBe(
    'Network error: Could not connect to server. Please check your connection.',
  );
  expect(await wordsOf(Response.json({ message: 'Row 3 has no date' }, { status: 400 }))).toBe(
    'Import error: Row 3 has no date',
  );
  expect(await wordsOf(Response.json({ message: 'x' }, { status: 401 }))).toBe(
    'Authentication error: Please log in again.',
  );
  expect(await wordsOf(Response.json({ message: 'x' }, { status: 403 }))).toBe(
    'Permission error: You do not have permission to import data.',
  );
  expect(await wordsOf(new Response('disk full', { status: 422, headers: { 'content-type': 'text/plain' } }))).toBe(
    'Server error: disk full',
  );
  expect(await wordsOf(Response.json({ message: 'no such account' }, { status: 422 }))).toBe('Error: no such account');
  expect(await wordsOf(new Response(null, { status: 413 }))).toBe(
    'HTTP 413: Failed to import CSV. Please check the file format and try again.',
  );
});
