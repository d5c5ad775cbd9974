import { useEffect, useState } from 'react';
import { onSharedFile, takeSharedFile } from '../../data/shared-file.ts';

/** Takes a file that another app shared or opened; null while there is none. */
export function useSharedFile(): { readonly file: File | null; readonly done: () => void } {
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    const take = () => {
      void takeSharedFile().then((taken) => {
        if (taken !== null) setFile(taken);
      });
    };
    take();
    return onSharedFile(take);
  }, []);
  return {
    file,
    done: () => {
      setFile(null);
    },
  };
}
