/** The files that screens hand to the browser's downloads, where a test has no browser that keeps them. */
import { afterAll, beforeEach, vi, type Mock } from 'vitest';

export interface SavedFile {
  readonly fileName: string;
  readonly blob: Blob;
}

/** Called with each file that is saved by a test of this file. */
export function catchSavedFiles(): Mock<(file: SavedFile) => void> {
  const saved = vi.fn<(file: SavedFile) => void>();
  const blobs = new Map<string, Blob>();
  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const url = `blob:test/${blobs.size}`;
      blobs.set(url, blob as Blob);
      return url;
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      const blob = blobs.get(this.href);
      if (blob !== undefined && this.download !== '') saved({ fileName: this.download, blob });
    });
  });
  afterAll(() => void vi.restoreAllMocks());
  return saved;
}
