import { useEffect, useState } from 'react';

/** False while a component is put on the screen, true from a task of its own on: a chart that is first drawn empty takes two short tasks and not a long one. */
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
