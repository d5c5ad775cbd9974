import { DateTimeField } from '../../../ui/forms/date-time-field.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextButton } from '../../../ui/controls/text-button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import styles from '../shared/admin.module.css';
import { type LogFilters, NO_LOG_FILTERS } from './log-filters.ts';

export interface LogFilterFieldsProps {
  readonly filters: LogFilters;
  readonly levels: readonly string[];
  readonly onChange: (filters: LogFilters) => void;
}

/** Level, source, text and times of the log entries to show. */
export function LogFilterFields({ filters, levels, onChange }: LogFilterFieldsProps) {
  const change = (name: keyof LogFilters, value: string) => {
    onChange({ ...filters, [name]: value });
  };
  const look = (name: keyof LogFilters) => ({ value: filters[name], width: 'full' as const });
  const field = (name: keyof LogFilters) => ({
    ...look(name),
    onChange: (event: { readonly target: { readonly value: string } }) => {
      change(name, event.target.value);
    },
  });
  const timeField = (name: keyof LogFilters) => ({
    ...look(name),
    onValueChange: (value: string) => {
      change(name, value);
    },
  });
  return (
    <div className={styles.filters} role="search" aria-label="Filters">
      <SelectField
        label="Log Level"
        placeholder="All Levels"
        options={levels.map((level) => ({ value: level, label: level }))}
        {...field('level')}
      />
      <TextField label="Source" placeholder="Filter by source..." {...field('source')} />
      <TextField label="Search Text" placeholder="Search in messages..." {...field('searchText')} />
      <DateTimeField label="Start Time" {...timeField('startTime')} />
      <DateTimeField label="End Time" {...timeField('endTime')} />
      <div>
        <TextButton
          onClick={() => {
            onChange(NO_LOG_FILTERS);
          }}
        >
          Clear Filters
        </TextButton>
      </div>
    </div>
  );
}
