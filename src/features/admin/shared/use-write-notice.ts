import type { Written } from '../../../data/database/write.ts';
import { notWrittenText } from '../../../data/database/write-fault-text.ts';
import { type Notice, useNotice } from '../../../ui/hooks/use-notice.ts';

export interface WriteNotice {
  readonly notice: Notice | null;
  readonly setNotice: (notice: Notice) => void;
  /** Shows how a write ended ('created', or 'Failed to create bank name'); returns whether it succeeded. */
  readonly tell: (written: Written<unknown>, done: string, failed: string) => boolean;
}

/** The message of a page about the last write of one of its records, `noun` in lower case. */
export function useWriteNotice(noun: string): WriteNotice {
  const [notice, setNotice] = useNotice();
  const tell = (written: Written<unknown>, done: string, failed: string): boolean => {
    setNotice(
      written.ok
        ? { tone: 'success', text: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${done} successfully` }
        : { tone: 'error', text: notWrittenText(written, failed) },
    );
    return written.ok;
  };
  return { notice, setNotice, tell };
}
