import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { askLogLevels, askLogs } from '../../../sync/ask/admin-calls.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/layout/empty-state.tsx';
import { NumberedPager } from '../../../ui/lists/numbered-pager.tsx';
import { Page, PageHeader, Section } from '../../../ui/layout/page.tsx';
import styles from '../shared/admin.module.css';
import { LogEntries } from './log-entries.tsx';
import { LogFilterFields } from './log-filter-fields.tsx';
import { type LogFilters, logQueryOf, NO_LOG_FILTERS } from './log-filters.ts';
import { ServerPart } from '../shared/server-part.tsx';
import { SystemInformation } from './system-information.tsx';
import { useServerAnswer } from '../shared/use-server-answer.ts';

/** Auto-refresh of the logs (002 §9). */
const REFRESH_MS = 5000;
/** The search waits for a pause in typing. */
const TYPING_MS = 300;

/** The server's log entries (002 §2). */
export function SystemLogsScreen() {
  const [filters, setFilters] = useState<LogFilters>(NO_LOG_FILTERS);
  const [page, setPage] = useState(1);
  const [auto, setAuto] = useState(false);
  const settled = useSettled(filters, TYPING_MS);
  const levels = useServerAnswer('log-levels', askLogLevels);
  const logs = useServerAnswer('logs', async (db) => await askLogs(db, logQueryOf(settled, page)), [settled, page]);
  useRepeated(auto, () => {
    // A slow server is given time: asking again would drop the reply under way.
    if (!logs.asking) logs.refresh();
  });

  return (
    <Page>
      <PageHeader
        title="System Logs"
        actions={
          <Button
            aria-pressed={auto}
            variant={auto ? 'primary' : 'secondary'}
            onClick={() => {
              setAuto(!auto);
            }}
          >
            {auto ? 'Auto Refresh ON' : 'Auto Refresh OFF'}
          </Button>
        }
      />
      <SystemInformation />
      <Section title="Logs">
        <LogFilterFields
          filters={filters}
          levels={levels.data ?? []}
          onChange={(next) => {
            setFilters(next);
            setPage(1);
          }}
        />
        <ServerPart
          view={logs}
          failureText={(message) => `Failed to load logs: ${message}`}
          loadingText="Loading logs..."
        >
          {(data) => (
            <>
              <div className={styles.buttons}>
                <span className={styles.muted}>
                  Showing {data.logs.length} of {data.totalCount} logs (Page {data.page} of{' '}
                  {Math.max(1, data.totalPages)})
                </span>
                <Button size="small" icon={<RefreshCw size={16} aria-hidden="true" />} onClick={logs.refresh}>
                  Refresh
                </Button>
              </div>
              {data.logs.length === 0 ? (
                <EmptyState title="No logs found">Try adjusting your filters or refresh the page.</EmptyState>
              ) : (
                <LogEntries entries={data.logs} />
              )}
              <NumberedPager page={data.page} totalPages={data.totalPages} onPage={setPage} />
            </>
          )}
        </ServerPart>
      </Section>
    </Page>
  );
}

/** Calls `action` every 5 s while `on`; not while the page is hidden. */
function useRepeated(on: boolean, action: () => void): void {
  const latest = useEffectEvent(action);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') latest();
    }, REFRESH_MS);
    return () => {
      clearInterval(timer);
    };
  }, [on]);
}

/** The value once it has not changed for `ms`; the first one at once. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, ms);
    return () => {
      clearTimeout(timer);
    };
  }, [value, ms]);
  return settled;
}
