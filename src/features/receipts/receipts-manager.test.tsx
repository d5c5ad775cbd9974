import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_RECEIPT_BYTES } from '../../../domain/records/receipt.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { ReceiptsManager } from './receipts-manager.tsx';
import { ACCEPTED_TYPES, type ReceiptItem, type ReceiptsStore } from './receipts-store.ts';

const pdf = (name = 'note.pdf', size = 1536) =>
  new File([`%PDF-1.7 ${'x'.repeat(size - 9)}`], name, { type: 'application/pdf' });
const note: ReceiptItem = {
  id: 'r1',
  originalFileName: 'note.pdf',
  contentType: 'application/pdf',
  fileSize: 1536,
  uploadedAt: '2024-03-03T12:00:00Z',
  receiptType: 'contract_note',
  description: 'For the purchase',
  pending: false,
  needsFile: false,
};
const photo: ReceiptItem = {
  ...note,
  id: 'r2',
  originalFileName: 'photo.png',
  contentType: 'image/png',
  receiptType: null,
  description: '',
  pending: true,
};
const INVALID = 'Invalid file type. Please upload a PDF or image file (JPEG, PNG, GIF, WebP).';

/** A store in memory that tells its listener of changes. */
function memory(first: readonly ReceiptItem[] = []) {
  let items = [...first];
  let changed: () => void = () => undefined;
  const set = (next: readonly ReceiptItem[]) => {
    items = [...next];
    changed();
  };
  const list = vi.fn(async (): Promise<readonly ReceiptItem[]> => items);
  const store = {
    useReceipts: (round) => {
      const subscribe = (listener: () => void) => {
        changed = listener;
        return () => undefined;
      };
      return useLive(list, subscribe, [round]);
    },
    refresh: () => undefined,
    add: vi.fn<ReceiptsStore['add']>(async (file, details) => {
      set([
        {
          ...note,
          id: `r${items.length + 1}`,
          originalFileName: file.name,
          receiptType: details.receiptType,
          description: details.description,
        },
        ...items,
      ]);
      return null;
    }),
    addAgain: vi.fn<ReceiptsStore['addAgain']>(async (id) => {
      set(items.map((item) => (item.id === id ? { ...item, needsFile: false } : item)));
      return null;
    }),
    update: vi.fn<ReceiptsStore['update']>(async (id, details) => {
      set(items.map((item) => (item.id === id ? { ...item, ...details } : item)));
      return true;
    }),
    remove: vi.fn<ReceiptsStore['remove']>(async (id) => {
      set(items.filter((item) => item.id !== id));
      return true;
    }),
    link: vi.fn<ReceiptsStore['link']>(async () => null),
    bytes: vi.fn<ReceiptsStore['bytes']>(async () => new TextEncoder().encode('%PDF-1.7').buffer as ArrayBuffer),
  } satisfies ReceiptsStore;
  return { ...store, list };
}

function open(store: ReceiptsStore) {
  const { container } = render(<ReceiptsManager store={store} />);
  return { container, user: userEvent.setup({ delay: null }) };
}

const input = () => screen.getByLabelText<HTMLInputElement>('Drop file here or click to browse');
const uploadButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Upload Receipt|Uploading/u });
const cards = () => screen.queryAllByRole('listitem').map((card) => card.textContent);

const madeUrl = vi.fn((_blob: Blob) => 'blob:receipt');

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: madeUrl, revokeObjectURL: vi.fn() }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the upload panel (000 §2.13, §5)', () => {
  it('takes a file by choosing or dropping it, and removes it again', async () => {
    const { user, container } = open(memory());
    expect(screen.getByRole('heading', { name: 'Upload Receipt' })).toBeTruthy();
    expect(screen.getByText('PDF or images (max 10 MB)')).toBeTruthy();
    expect(input().accept.split(',')).toEqual(ACCEPTED_TYPES);
    expect(uploadButton().disabled).toBe(true);
    const options = [...screen.getByLabelText<HTMLSelectElement>('Receipt Type (Optional)').options].map(
      ({ value, text }) => [value, text],
    );
    expect(options).toEqual([
      ['', '-- Select Type --'],
      ['contract_note', 'Contract Note'],
      ['trade_confirmation', 'Trade Confirmation'],
      ['tax_form', 'Tax Form'],
      ['statement', 'Statement'],
      ['other', 'Other'],
    ]);
    expect(screen.getByLabelText('Description (Optional)').tagName).toBe('TEXTAREA');

    await user.upload(input(), pdf());
    expect(screen.getByText('note.pdf').parentElement?.textContent).toBe('note.pdf1.50 KB');
    expect(uploadButton().disabled).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Remove file' }));
    expect(screen.queryByText('note.pdf')).toBeNull();
    expect(uploadButton().disabled).toBe(true);
    expect(document.activeElement).toBe(input());

    const zone = input().parentElement as HTMLElement;
    fireEvent.drop(zone, { dataTransfer: { files: { item: () => pdf('dropped.pdf') } } });
    expect(await screen.findByText('dropped.pdf')).toBeTruthy();
    expect(container.querySelectorAll('input[type="file"]')).toHaveLength(1);
  });

  it('uploads a file with its type and description, and refreshes the list', async () => {
    const store = memory();
    let finish: () => void = () => undefined;
    const add = store.add.getMockImplementation();
    store.add.mockImplementation(async (file, details) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return (await add?.(file, details)) ?? null;
    });
    const { user } = open(store);
    await user.upload(input(), pdf());
    await user.selectOptions(screen.getByLabelText('Receipt Type (Optional)'), 'statement');
    await user.type(screen.getByLabelText('Description (Optional)'), 'Yearly');
    await user.click(uploadButton());
    await waitFor(() => {
      expect(uploadButton().textContent).toBe('Uploading...');
    });
    await waitFor(() => {
      expect(store.add).toHaveBeenCalledOnce();
    });
    finish();
    await waitFor(() => {
      expect(cards()).toHaveLength(1);
    });
    expect(store.add.mock.calls[0]?.[0]).toMatchObject({ name: 'note.pdf', contentType: 'application/pdf' });
    expect(store.add.mock.calls[0]?.[1]).toEqual({ receiptType: 'statement', description: 'Yearly' });
    expect(screen.getByText('1 file(s)')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description (Optional)').value).toBe('');
    expect(uploadButton().disabled).toBe(true);
    expect(document.activeElement).toBe(input());
  });

  it.each(['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'])(
    'takes a file of the type %s',
    async (type) => {
      open(memory());
      await userEvent.upload(input(), new File(['x'], 'a file', { type }), { applyAccept: false });
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByText('a file')).toBeTruthy();
    },
  );

  it('refuses other types, and files over 10 MB', async () => {
    const store = memory();
    const { user } = open(store);
    await userEvent.upload(input(), new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }), { applyAccept: false });
    expect(screen.getByRole('alert').textContent).toBe(INVALID);
    expect(MAX_RECEIPT_BYTES).toBe(10_485_760);
    await user.upload(
      input(),
      new File([new Uint8Array(MAX_RECEIPT_BYTES + 1)], 'big.pdf', { type: 'application/pdf' }),
    );
    expect(screen.getByRole('alert').textContent).toBe('File size exceeds 10 MB limit.');
    await user.upload(input(), new File([new Uint8Array(MAX_RECEIPT_BYTES)], 'just.pdf', { type: 'application/pdf' }));
    expect(screen.queryByRole('alert')).toBeNull();
    // The name says PDF, the bytes do not.
    await user.click(uploadButton());
    expect((await screen.findByRole('alert')).textContent).toBe(INVALID);
    expect(store.add).not.toHaveBeenCalled();
    for (const type of ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'])
      expect(ACCEPTED_TYPES).toContain(type);
  });
});

describe('row 59: a file that is not a receipt', () => {
  const FILES: readonly (readonly [what: string, file: File, said: string])[] = [
    [
      'HTML named .pdf',
      new File(['<!doctype html><script>alert(1)</script>'], 'note.pdf', { type: 'application/pdf' }),
      INVALID,
    ],
    [
      'SVG named .png',
      new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'photo.png', { type: 'image/png' }),
      INVALID,
    ],
    ['an empty file', new File([], 'note.pdf', { type: 'application/pdf' }), INVALID],
    [
      '10 MB and a byte',
      new File([`%PDF-1.7${' '.repeat(MAX_RECEIPT_BYTES - 7)}`], 'note.pdf', { type: 'application/pdf' }),
      'File size exceeds 10 MB limit.',
    ],
    ['a path without an ending', new File(['%PDF-1.7'], '../x', { type: 'application/pdf' }), INVALID],
  ];

  it.each(FILES)('row 59: %s is refused, and what was typed stays', async (_what, file, said) => {
    const store = memory();
    const { user } = open(store);
    await user.selectOptions(screen.getByLabelText('Receipt Type (Optional)'), 'statement');
    fireEvent.change(screen.getByLabelText('Description (Optional)'), { target: { value: 'Yearly' } });
    // Dropped: a picker would not even offer some of them.
    fireEvent.drop(input().parentElement as HTMLElement, { dataTransfer: { files: { item: () => file } } });
    if (!uploadButton().disabled) await user.click(uploadButton());
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    expect(store.add).not.toHaveBeenCalled();
    expect(cards()).toEqual([]);
    expect(screen.getByLabelText<HTMLSelectElement>('Receipt Type (Optional)').value).toBe('statement');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Description (Optional)').value).toBe('Yearly');
  });
});

describe('the list of receipts (000 §2.13, §4.8)', () => {
  it('lists the receipts, or says that there are none', async () => {
    open(memory());
    expect(screen.getByRole('heading', { name: 'Receipts & Documents' })).toBeTruthy();
    expect(await screen.findByText('No receipts uploaded yet')).toBeTruthy();
    expect(screen.getByText('0 file(s)')).toBeTruthy();
    cleanup();
    open(memory([note, photo]));
    expect(await screen.findByText('2 file(s)')).toBeTruthy();
  });

  it('says that it is loading, and offers to retry', async () => {
    const store = memory([note]);
    store.list.mockImplementationOnce(() => new Promise(() => undefined));
    open(store);
    expect(await screen.findByText('Loading receipts...')).toBeTruthy();
    cleanup();
    store.list.mockRejectedValueOnce(new Error('gone'));
    const { user } = open(store);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load receipts. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('note.pdf')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows each receipt with icon, size, date, type and description', async () => {
    // A server may tell no day; September has three letters as every month.
    open(
      memory([
        note,
        photo,
        { ...note, id: 'r3', uploadedAt: '2024-09-03T12:00:00Z', receiptType: null, description: '' },
        { ...photo, id: 'r4', uploadedAt: '', pending: false },
      ]),
    );
    await screen.findAllByText('note.pdf');
    expect(cards()).toEqual([
      'PDFnote.pdf1.50 KB • 03 Mar 2024Contract NoteFor the purchaseDownloadEditDelete',
      'IMGphoto.png1.50 KB • 03 Mar 2024 • Waiting to be sentDownloadEditDelete',
      'PDFnote.pdf1.50 KB • 03 Sep 2024DownloadEditDelete',
      'IMGphoto.png1.50 KBDownloadEditDelete',
    ]);
  });

  it('edits type and description in place', async () => {
    const store = memory([photo, note]);
    const { user } = open(store);
    await user.click(await screen.findByRole('button', { name: 'Edit note.pdf' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Receipt' });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    await user.selectOptions(within(dialog).getByLabelText('Receipt Type'), 'other');
    await user.clear(within(dialog).getByLabelText('Description'));
    await user.type(within(dialog).getByLabelText('Description'), 'New words');
    let finish: () => void = () => undefined;
    const update = store.update.getMockImplementation();
    store.update.mockImplementation(async (id, details) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return (await update?.(id, details)) ?? false;
    });
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await within(dialog).findByRole('button', { name: 'Saving...' })).toBeTruthy();
    finish();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(cards()[1]).toContain('OtherNew words');
    expect(cards()[0]).toContain('photo.png');
  });

  it('asks before it deletes, and the card is gone', async () => {
    const store = memory([note, photo]);
    const { user } = open(store);
    await user.click(await screen.findByRole('button', { name: 'Delete note.pdf' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Receipt' });
    for (const text of [
      'Are you sure you want to delete this receipt?',
      'note.pdf',
      'This action cannot be undone. The file will be permanently removed from storage.',
    ])
      expect(within(dialog).getByText(text)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeTruthy();
    let finish: () => void = () => undefined;
    const remove = store.remove.getMockImplementation();
    store.remove.mockImplementation(async (id) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return (await remove?.(id)) ?? false;
    });
    await user.click(within(dialog).getByRole('button', { name: 'Delete Receipt' }));
    expect(await within(dialog).findByRole('button', { name: 'Deleting...' })).toBeTruthy();
    finish();
    await waitFor(() => {
      expect(cards()).toHaveLength(1);
    });
    await waitFor(() => {
      expect(document.activeElement?.textContent).toContain('photo.png');
    });
  });

  it('previews a PDF in a frame and an image inline', async () => {
    const { user } = open(memory([note, photo]));
    await user.click(await screen.findByRole('button', { name: 'Preview note.pdf' }));
    const dialog = await screen.findByRole('dialog', { name: 'note.pdf' });
    expect(within(dialog).getByText('1.50 KB')).toBeTruthy();
    expect((await within(dialog).findByTitle<HTMLIFrameElement>('note.pdf')).getAttribute('src')).toBe('blob:receipt');
    expect(madeUrl.mock.lastCall?.[0]).toMatchObject({ type: 'application/pdf' });
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await user.click(screen.getByRole('button', { name: 'Preview photo.png' }));
    expect((await screen.findByRole<HTMLImageElement>('img', { name: 'photo.png' })).getAttribute('src')).toBe(
      'blob:receipt',
    );
  });

  it('takes the keyboard back from a PDF viewer that was clicked, but not from one reached by Tab', async () => {
    const { user } = open(memory([note]));
    await user.click(await screen.findByRole('button', { name: 'Preview note.pdf' }));
    const dialog = await screen.findByRole('dialog', { name: 'note.pdf' });
    const frame = await within(dialog).findByTitle('note.pdf');
    const giveFocus = () => {
      act(() => {
        frame.tabIndex = 0;
        frame.focus();
        window.dispatchEvent(new Event('blur'));
      });
    };
    giveFocus();
    await waitFor(() => {
      expect(document.activeElement).toBe(dialog);
    });
    await user.keyboard('{Tab}');
    giveFocus();
    await act(async () => await new Promise((resolve) => setTimeout(resolve)));
    expect(document.activeElement).toBe(frame);
    await user.hover(frame);
    giveFocus();
    await waitFor(() => {
      expect(document.activeElement).toBe(dialog);
    });
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  it('opens the file in a new tab to download it', async () => {
    const opened = vi.fn(() => ({}));
    vi.stubGlobal('open', opened);
    const { user } = open(memory([{ ...note, contentType: 'text/html' }]));
    await user.click(await screen.findByRole('button', { name: 'Download note.pdf' }));
    await waitFor(() => {
      expect(opened).toHaveBeenCalledWith('blob:receipt', '_blank');
    });
    // A type that could run is never given to the browser.
    expect(madeUrl.mock.lastCall?.[0]).toMatchObject({ type: 'application/octet-stream' });
    cleanup();
    const store = memory([note]);
    store.link.mockResolvedValue('https://money.example/api/file/1');
    const other = open(store);
    await other.user.click(await screen.findByRole('button', { name: 'Download note.pdf' }));
    await waitFor(() => {
      expect(opened).toHaveBeenCalledWith('https://money.example/api/file/1', '_blank', 'noopener');
    });
    store.link.mockResolvedValue(null);
    store.bytes.mockResolvedValue(null);
    await other.user.click(screen.getByRole('button', { name: 'Download note.pdf' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The file is not on this device, and there is no connection to the server.',
    );
  });

  it('says what failed', async () => {
    const store = memory([note]);
    store.add.mockRejectedValueOnce(new Error('gone'));
    store.bytes.mockResolvedValue(null);
    store.update.mockResolvedValue(false);
    store.remove.mockRejectedValue(new Error('gone'));
    const { user } = open(store);
    const close = async (name: string) => {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull();
      });
    };
    await user.upload(input(), pdf());
    await user.click(uploadButton());
    expect(await screen.findByText('Failed to upload receipt. Please try again.')).toBeTruthy();
    store.add.mockResolvedValueOnce('The server says no.');
    await user.click(uploadButton());
    expect(await screen.findByText('The server says no.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Preview note.pdf' }));
    expect(await screen.findByText('Failed to load preview. Please try again.')).toBeTruthy();
    await close('Close');
    await user.click(screen.getByRole('button', { name: 'Edit note.pdf' }));
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Failed to update receipt. Please try again.')).toBeTruthy();
    await close('Cancel');
    await user.click(screen.getByRole('button', { name: 'Delete note.pdf' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Receipt' }));
    expect(await screen.findByText('Failed to delete receipt. Please try again.')).toBeTruthy();
  });

  it('asks for a damaged file again, and says why another is refused', async () => {
    const store = memory([{ ...note, needsFile: true }]);
    open(store);
    await screen.findByText('The file on this device is damaged and was not sent.');
    const picker = screen.getByLabelText('The file of note.pdf');
    await userEvent.upload(picker, new File(['<html>'], 'note.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText(INVALID)).toBeTruthy();
    expect(store.addAgain).not.toHaveBeenCalled();
    await userEvent.upload(picker, new File(['%PDF-1.7 note'], 'note.pdf', { type: 'application/pdf' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Attach note.pdf again' })).toBeNull();
    });
    expect(store.addAgain.mock.calls[0]?.[0]).toBe('r1');
  });
});
