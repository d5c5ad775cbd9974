import { Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MIN_SEARCH_LENGTH } from '../../../domain/lists/search-terms.ts';
import { classNames } from '../layout/class-names.ts';
import styles from './search-box.module.css';

const [GLASS, CROSS] = [<Search key="glass" aria-hidden="true" />, <X key="cross" aria-hidden="true" />];

/** The pause after the last key before a search starts (000 §9). */
const DEBOUNCE_MS = 300;

export interface SearchBoxProps {
  /** The active search; changing it from outside (Clear search) changes the text. */
  readonly value: string;
  /** Called 300 ms after the last key, with trimmed text of at least 2 characters or none, and only when it changed. */
  readonly onSearch: (text: string) => void;
  readonly placeholder: string;
  /** Accessible name; the placeholder when not given. */
  readonly label?: string;
  readonly className?: string;
}

/** The list screens' search box (000 §5, 'Search'). */
export function SearchBox({ value, onSearch, placeholder, label = placeholder, className }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [emitted, setEmitted] = useState(value);
  const [seen, setSeen] = useState(value);
  const input = useRef<HTMLInputElement>(null);

  // A search set or cleared from outside replaces the text; our own change does not.
  if (value !== seen) {
    setSeen(value);
    if (value !== emitted) {
      setEmitted(value);
      setText(value);
    }
  }

  const emit = (typed: string) => {
    const query = typed.trim();
    if (query === emitted || (query !== '' && query.length < MIN_SEARCH_LENGTH)) return;
    setEmitted(query);
    onSearch(query);
  };
  const emitLatest = useEffectEvent(emit);

  useEffect(() => {
    const timer = setTimeout(() => {
      emitLatest(text);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);

  return (
    <div className={classNames(styles.box, className)}>
      {GLASS}
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            emit(text);
          }
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label="Clear search text"
          onClick={() => {
            setText('');
            emit('');
            input.current?.focus();
          }}
        >
          {CROSS}
        </button>
      )}
    </div>
  );
}
