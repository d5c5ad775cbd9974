import { useLayoutEffect, useRef, useState } from 'react';
import type { ImportQuestion, QuestionKind } from '../../../../domain/csv/questions/import-question.ts';
import { isIsinShaped, isValidIsin } from '../../../../domain/values/isin.ts';
import { AssetField, type SearchAssets } from '../../../ui/forms/asset-field.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { formatCount } from '../../../ui/texts/format.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import styles from './import-questions.module.css';

export interface ImportQuestionsProps {
  readonly questions: readonly ImportQuestion[];
  /** Rows that can be imported while the questions are open. */
  readonly provedRows: number;
  readonly searchAssets: SearchAssets | undefined;
  /** Returns the question for all rows that raise it. */
  readonly onAnswer: (key: string, value: string) => void;
  readonly disabled: boolean;
}

/** The order in which kinds of questions are asked: the kind that most rows wait for comes first. */
const HEADINGS: Readonly<Record<QuestionKind, (questions: number) => string>> = {
  account: () => 'Account',
  wrapper: () => 'Tax wrapper',
  column: () => 'Columns of one name',
  amountReading: () => 'What the amounts contain',
  unit: () => 'Pence or pounds',
  currency: () => 'Currency',
  security: (questions) => (questions === 1 ? '1 security' : `${formatCount(questions)} securities`),
  cashType: (questions) => (questions === 1 ? '1 movement of cash' : `${formatCount(questions)} movements of cash`),
  reversal: (questions) => (questions === 1 ? '1 reversal' : `${formatCount(questions)} reversals`),
};
const KINDS = Object.keys(HEADINGS) as readonly QuestionKind[];

/** At most this many questions of one kind are shown at once; the next follow as these are answered. */
const MOST_QUESTIONS = 12;
/** Proposals that are buttons at once; the others open on demand. */
const FIRST_PROPOSALS = 3;

function rowsText(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
}

/** The questions of the file, before its rows: grouped by kind, and one answer settles all its rows. */
export function ImportQuestions({ questions, provedRows, onAnswer, ...controls }: ImportQuestionsProps) {
  const { section, answerAndGoOn } = useFocusAfterAnswer(questions, onAnswer);
  const answering = { ...controls, onAnswer: answerAndGoOn };
  if (questions.length === 0) return null;
  const open = questions.filter(({ answer }) => answer === null);
  const answered = questions.filter(({ answer }) => answer !== null);
  const waiting = new Set(open.flatMap(({ rowNumbers }) => rowNumbers)).size;
  return (
    <section ref={section} aria-label="Questions about this file" className={styles.questions}>
      {open.length > 0 && (
        <p className={styles.summary} role="status">
          {rowsText(waiting)} {waiting === 1 ? 'waits' : 'wait'} for an answer.{' '}
          {provedRows > 0 && `The other ${provedRows === 1 ? 'row' : rowsText(provedRows)} can be imported now.`}
        </p>
      )}
      {KINDS.map((kind) => (
        <QuestionGroup
          key={kind}
          kind={kind}
          questions={open.filter((question) => question.kind === kind)}
          {...answering}
        />
      ))}
      {answered.length > 0 && (
        <details open={open.length === 0 && answered.some(({ kind }) => kind === 'wrapper')}>
          <summary>Answered ({formatCount(answered.length)})</summary>
          {KINDS.map((kind) => (
            <QuestionGroup
              key={kind}
              kind={kind}
              questions={answered.filter((question) => question.kind === kind)}
              {...answering}
            />
          ))}
        </details>
      )}
    </section>
  );
}

function openQuestions(section: HTMLElement | null): readonly HTMLElement[] {
  return [...(section?.querySelectorAll<HTMLElement>('[data-open-question]') ?? [])];
}

/** An answered question leaves with the focus in it: the focus goes to the next one, or to the list of the answers. */
function useFocusAfterAnswer(questions: readonly ImportQuestion[], onAnswer: ImportQuestionsProps['onAnswer']) {
  const section = useRef<HTMLElement>(null);
  const answeredAt = useRef(-1);
  useLayoutEffect(() => {
    const place = answeredAt.current;
    answeredAt.current = -1;
    if (place === -1 || document.activeElement !== document.body) return;
    const open = openQuestions(section.current);
    const next = open[place] ?? open.at(-1);
    const control = next?.matches('select') === true ? next : next?.querySelector<HTMLElement>('button, summary');
    (control ?? section.current?.querySelector<HTMLElement>(':scope > details > summary'))?.focus();
  }, [questions]);
  const answerAndGoOn = (key: string, value: string) => {
    answeredAt.current = openQuestions(section.current).findIndex((element) =>
      element.contains(document.activeElement),
    );
    onAnswer(key, value);
  };
  return { section, answerAndGoOn };
}

type Answering = Pick<ImportQuestionsProps, 'searchAssets' | 'onAnswer' | 'disabled'>;

function QuestionGroup({
  kind,
  questions,
  ...answering
}: Answering & { readonly kind: QuestionKind; readonly questions: readonly ImportQuestion[] }) {
  if (questions.length === 0) return null;
  const more = questions.length - MOST_QUESTIONS;
  return (
    <fieldset className={styles.group} disabled={answering.disabled}>
      <legend>
        {HEADINGS[kind](questions.length)}
        {/* One question says itself for how many rows it is asked. */}
        {questions.length > 1 &&
          ` (${rowsText(questions.reduce((sum, { rowNumbers }) => sum + rowNumbers.length, 0))})`}
      </legend>
      {questions
        .slice(0, MOST_QUESTIONS)
        .map((question) =>
          kind === 'security' ? (
            <SecurityQuestion key={question.key} question={question} {...answering} />
          ) : (
            <ChoiceQuestion key={question.key} question={question} onAnswer={answering.onAnswer} />
          ),
        )}
      {more > 0 && <p>{formatCount(more)} more follow as these are answered.</p>}
    </fieldset>
  );
}

function ChoiceQuestion({
  question: { key, text, proposals, answer, rowNumbers },
  onAnswer,
}: Pick<Answering, 'onAnswer'> & { readonly question: ImportQuestion }) {
  return (
    <SelectField
      label={`${text} (${rowsText(rowNumbers.length)})`}
      placeholder="Choose"
      data-open-question={answer === null ? '' : undefined}
      options={proposals.map(({ value, label, detail }) => ({
        value,
        label: detail === '' ? label : `${label}: ${detail}`,
      }))}
      value={answer ?? ''}
      onChange={(event) => {
        if (event.target.value !== '') onAnswer(key, event.target.value);
      }}
    />
  );
}

function SecurityQuestion({
  question,
  searchAssets,
  onAnswer,
  disabled,
}: Answering & { readonly question: ImportQuestion }) {
  const { key, label, text, proposals, answer, rowNumbers } = question;
  const button = ({ value, label: name, detail }: ImportQuestion['proposals'][number]) => (
    <Button
      key={value}
      size="small"
      aria-pressed={value === answer}
      onClick={() => {
        onAnswer(key, value);
      }}
    >
      {name} <span className={styles.detail}>{detail}</span>
    </Button>
  );
  return (
    <div
      role="group"
      aria-label={`Security "${label}"`}
      className={styles.security}
      data-open-question={answer === null ? '' : undefined}
    >
      <p>
        <strong>{label}</strong> ({rowsText(rowNumbers.length)}){answer !== null && `: ${answer}`}
      </p>
      {text !== '' && <p className={styles.detail}>{text}</p>}
      {proposals.length > 0 && (
        <div className={styles.proposals}>{proposals.slice(0, FIRST_PROPOSALS).map(button)}</div>
      )}
      <details>
        <summary>{proposals.length === 0 ? 'Choose the security' : 'Another security'}</summary>
        <div className={styles.another}>
          {proposals.length > FIRST_PROPOSALS && (
            <div className={styles.proposals}>{proposals.slice(FIRST_PROPOSALS).map(button)}</div>
          )}
          {searchAssets !== undefined && (
            <AssetField
              label={`Asset for "${label}"`}
              searchAssets={searchAssets}
              placeholder="Choose asset: type its name or ISIN"
              disabled={disabled}
              onPick={(hit) => {
                onAnswer(key, hit.isin);
              }}
            />
          )}
          <NewSecurity
            label={label}
            onAdd={(isin) => {
              onAnswer(key, isin);
            }}
          />
        </div>
      </details>
    </div>
  );
}

/** A security that the catalogue does not have: it is added with the import, unlisted, under the file's name for it. */
function NewSecurity({ label, onAdd }: { readonly label: string; readonly onAdd: (isin: string) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const isin = text.replace(/\s/gu, '').toUpperCase();
  return (
    <div className={styles.add}>
      <TextField
        label={`ISIN of "${label}", to add it`}
        value={text}
        error={error}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Button
        onClick={() => {
          if (isValidIsin(isin)) onAdd(isin);
          else
            setError(
              isIsinShaped(isin)
                ? `"${isin}" is mistyped: its check digit is wrong.`
                : 'Enter an ISIN: two letters, nine letters or digits and a check digit.',
            );
        }}
      >
        Add security
      </Button>
    </div>
  );
}
