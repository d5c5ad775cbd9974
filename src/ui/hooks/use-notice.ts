import { useEffect, useState } from 'react';

/** Success messages clear after 3 seconds (002 §9). */
const NOTICE_MS = 3000;

export interface Notice {
  readonly tone: 'success' | 'error';
  readonly text: string;
}

/** A message of the page; a success disappears by itself. */
export function useNotice(): readonly [notice: Notice | null, show: (notice: Notice | null) => void] {
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => {
    if (notice?.tone !== 'success') return undefined;
    const timer = setTimeout(() => {
      setNotice(null);
    }, NOTICE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [notice]);
  return [notice, setNotice];
}
