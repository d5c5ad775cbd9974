import { showToast } from './toast.tsx';

/** Copies a text and says that it did, or that the browser refused. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied' });
  } catch {
    showToast({ title: 'The browser refused to copy', tone: 'error' });
  }
}
