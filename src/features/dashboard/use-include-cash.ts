import { useCallback, useState } from 'react';
import { readIncludeCash, storeIncludeCash } from '../../data/device/local-settings.ts';

/** Whether broker cash and savings count as cash on the dashboard; on at first, remembered on this device. */
export function useIncludeCash(): readonly [boolean, (include: boolean) => void] {
  const [include, setInclude] = useState(readIncludeCash);
  const change = useCallback((next: boolean) => {
    storeIncludeCash(next);
    setInclude(next);
  }, []);
  return [include, change];
}
