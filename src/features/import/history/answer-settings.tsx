import { useState } from 'react';
import type { RememberedAnswer } from '../../../../domain/csv/questions/remembered-answers.ts';
import { TAX_WRAPPER_OPTIONS } from '../../../../domain/fields/enums.ts';
import { compute } from '../../../compute/compute.ts';
import { currentDatabase } from '../../../data/database/database.ts';
import { forgetAnswer, listRememberedAnswers, rememberAnswer } from '../../../data/imports/import-memory.ts';
import { AssetField } from '../../../ui/forms/asset-field.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { DeviceOnly } from '../../../ui/messages/device-only.tsx';
import { formatCount } from '../../../ui/texts/format.ts';
import { Section } from '../../../ui/layout/page.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { useStored } from '../../../ui/hooks/use-stored.ts';
import styles from './answer-settings.module.css';

/** Answers listed at once; more open on demand. */
const MOST_ANSWERS = 50;

/** What was answered about files before, by broker: each can be changed or forgotten. */
export function AnswerSettings() {
  const { data: answers = [] } = useStored(() => listRememberedAnswers(currentDatabase()), []);
  const [isWhole, setIsWhole] = useState(false);
  if (answers.length === 0) return null;
  const shown = isWhole ? answers : answers.slice(0, MOST_ANSWERS);
  return (
    <Section title="Answers for imports">
      <DeviceOnly what="extras" />
      <p className={styles.text}>
        Imports use these answers without asking again. Changes apply to the next file; imported transactions stay as
        they are.
      </p>
      <ul className={styles.answers}>
        {shown.map((answer) => (
          // A picked security leaves its box; a chosen wrapper keeps the focus.
          <Answer key={answer.kind === 'wrapper' ? answer.id : `${answer.id} ${answer.answer ?? ''}`} answer={answer} />
        ))}
      </ul>
      {shown.length < answers.length && (
        <Button
          size="small"
          onClick={() => {
            setIsWhole(true);
          }}
        >
          Show all {formatCount(answers.length)} answers
        </Button>
      )}
    </Section>
  );
}

function Answer({ answer: remembered }: { readonly answer: RememberedAnswer }) {
  const { id, origin, kind, label, answer } = remembered;
  const change = (value: string) => {
    void rememberAnswer(currentDatabase(), { ...remembered, answer: value });
  };
  return (
    <li className={styles.answer}>
      {kind === 'wrapper' ? (
        <SelectField
          label={`Tax wrapper of ${label === '' ? 'rows without one' : label}, ${origin.label}`}
          placeholder="Ask each time"
          options={TAX_WRAPPER_OPTIONS}
          value={answer ?? ''}
          onChange={(event) => {
            if (event.target.value === '') void forgetAnswer(currentDatabase(), id);
            else change(event.target.value);
          }}
        />
      ) : (
        <AssetField
          label={`"${label}", ${origin.label}`}
          hint={answer === null ? undefined : `Read as ${answer}`}
          searchAssets={(text, limit) => compute().searchAssets(text, limit)}
          placeholder="Choose another: type its name or ISIN"
          onPick={(hit) => {
            change(hit.isin);
          }}
        />
      )}
      <Button
        size="small"
        aria-label={`Forget the answer for ${label === '' ? origin.label : label}`}
        onClick={() => {
          void forgetAnswer(currentDatabase(), id);
        }}
      >
        Forget
      </Button>
    </li>
  );
}
