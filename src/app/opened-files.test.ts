import { afterEach, expect, it, vi } from 'vitest';
import { keepSharedFile } from '../data/shared-file.ts';
import { receiveOpenedFiles } from './opened-files.ts';

vi.mock('../data/shared-file.ts', () => ({ keepSharedFile: vi.fn() }));
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the file that the operating system opens with the app, and nothing when it opens none', async () => {
  let open: (params: { files?: { getFile: () => Promise<File> }[] }) => void = () => undefined;
  vi.stubGlobal('launchQueue', {
    setConsumer: (consumer: typeof open) => {
      open = consumer;
    },
  });
  receiveOpenedFiles();
  open({});
  open({ files: [] });
  const file = new File(['a,b'], 'trades.csv', { type: 'text/csv' });
  open({ files: [{ getFile: async () => file }] });
  await vi.waitFor(() => {
    expect(keepSharedFile).toHaveBeenCalledExactlyOnceWith(file);
  });
});

it('is nothing where the browser opens no files', () => {
  expect(receiveOpenedFiles).not.toThrow();
});
