/** A receipt's bytes as something the browser may open: never under a type that could be executed. */
import { RECEIPT_CONTENT_TYPES } from '../../../domain/records/receipt.ts';
import { saveFile } from '../../ui/hooks/save-file.ts';

/** How long a new tab may take to read the file before its address is revoked. */
const OPEN_MS = 60_000;

/** The bytes under one of the five types a receipt may have; whatever else a server claims becomes a plain download. */
export function blobOf({ contentType }: { readonly contentType: string }, bytes: ArrayBuffer): Blob {
  const known = RECEIPT_CONTENT_TYPES.find(
    (type) => type === (contentType === 'image/jpg' ? 'image/jpeg' : contentType),
  );
  return new Blob([bytes], { type: known ?? 'application/octet-stream' });
}

/** Opens the file in a new tab; where the browser refuses one, saves it under its name. */
export function openInNewTab(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const opened = window.open(url, '_blank');
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, OPEN_MS);
  if (opened === null) saveFile({ fileName, blob });
}
