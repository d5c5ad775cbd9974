import { useEffect, useState } from 'react';

/**
 * False while a component is mounted, true in the next task: what is first drawn empty takes two short tasks instead of
 * a long one, and the screen around it does not wait for it.
 */
export function useSecondTask(): boolean {
  const [isSecond, setIsSecond] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsSecond(true);
    });
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return isSecond;
}
