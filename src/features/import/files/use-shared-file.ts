import { useEffect, useState } from 'react';
import { onSharedFile, takeSharedFile, type WaitingFile } from '../../../data/device/shared-file.ts';

export interface SharedFile {
  /** A file to import: the user opened it, or accepted what another app or page sent. */
  readonly file: File | null;
  /** A file that the user has not yet been asked about. */
  readonly offered: WaitingFile | null;
  readonly accept: () => void;
  /** Forgets the file. */
  readonly done: () => void;
}

/** Takes a file that another app shared or opened. */
export function useSharedFile(): SharedFile {
  const [waiting, setWaiting] = useState<WaitingFile | null>(null);
  useEffect(() => {
    const take = () => {
      void takeSharedFile().then((taken) => {
        if (taken !== null) setWaiting(taken);
      });
    };
    take();
    return onSharedFile(take);
  }, []);
  const isOpened = waiting?.origin === 'opened';
  return {
    file: isOpened ? waiting.file : null,
    offered: isOpened ? null : waiting,
    accept: () => {
      setWaiting((before) => before && { ...before, origin: 'opened' });
    },
    done: () => {
      setWaiting(null);
    },
  };
}
