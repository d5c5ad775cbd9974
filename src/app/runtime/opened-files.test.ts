import { afterEach, expect, it, vi } from 'vitest';
import * as sharedFile from '../../data/device/shared-file.ts';
import { receiveOpenedFiles } from './opened-files.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('keeps the file that the operating system opens with the app, and nothing when it opens none', async () => {
  let open: (params: { files?: { getFile: () => Promise<File> }[] }) => void = () => undefined;
  vi.stubGlobal('launchQueue', {
    setConsumer: (consumer: typeof open) => {
      open = consumer;
    },
  });
  const keepOpenedFile = vi.spyOn(sharedFile, 'keepOpenedFile').mockReturnValue();
  receiveOpenedFiles();
  open({});
  open({ files: [] });
  const file = new File(['a,b'], 'trades.csv', { type: 'text/csv' });
  open({ files: [{ getFile: async () => file }] });
  await vi.waitFor(() => {
    expect(keepOpenedFile).toHaveBeenCalledExactlyOnceWith(file);
  });
});

it('does nothing where the browser cannot open files', () => {
  expect(receiveOpenedFiles).not.toThrow();
});
