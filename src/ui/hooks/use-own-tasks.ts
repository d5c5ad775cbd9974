import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * How many tasks have passed since the component was mounted, up to `tasks`. What is drawn in parts takes some short
 * tasks instead of a long one, and the screen around it does not wait for it. Nothing else is drawn in such a task:
 * otherwise two pictures whose code has arrived together would again take one long task.
 */
export function useOwnTasks(tasks: number): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    if (passed === tasks) return undefined;
    const timer = setTimeout(() => {
      flushSync(() => {
        setPassed(passed + 1);
      });
    });
    return () => {
      clearTimeout(timer);
    };
  }, [passed, tasks]);
  return passed;
}
