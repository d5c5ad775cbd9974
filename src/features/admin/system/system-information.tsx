import { millisecondsInHour } from 'date-fns/constants';
import { askSystemInfo } from '../../../sync/ask/admin-calls.ts';
import { Facts } from '../../../ui/layout/facts.tsx';
import { formatFigure } from '../../../ui/texts/format.ts';
import { Section } from '../../../ui/layout/page.tsx';
import { adminInstant } from '../shared/admin-text.ts';
import { ServerPart } from '../shared/server-part.tsx';
import { useServerAnswer } from '../shared/use-server-answer.ts';

const MEGABYTE = 1024 * 1024;

/** What the server says of itself; a failure is silent (002 §8). */
export function SystemInformation() {
  const view = useServerAnswer('system-info', askSystemInfo);
  // A heading over nothing would not be silent.
  if (view.data === undefined && view.failure !== null && !view.offline) return null;
  return (
    <Section title="System Information">
      <ServerPart view={view} failureText={null}>
        {(info) => (
          <Facts
            facts={[
              ['Environment', info.environment],
              ['Machine Name', info.machineName],
              ['Process ID', info.processId],
              ['Working Set', `${formatFigure(info.workingSet / MEGABYTE, 1)} MB`],
              ['Server Time', adminInstant(info.serverTime)],
              ['Uptime', `${formatFigure(info.tickCount / millisecondsInHour, 1)} hours`],
            ]}
          />
        )}
      </ServerPart>
    </Section>
  );
}
