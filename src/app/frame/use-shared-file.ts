import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasSharedFile, onSharedFile } from '../../data/device/shared-file.ts';

/** Goes to the transactions when a file waits there, on arrival and whenever one comes. */
export function useSharedFile(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const go = () => {
      void hasSharedFile().then((waits) => {
        if (waits) void navigate('/transactions');
      });
    };
    go();
    return onSharedFile(go);
  }, [navigate]);
}
