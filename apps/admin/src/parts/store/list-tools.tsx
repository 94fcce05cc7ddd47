import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../texts/texts';
import fields from '../fields.module.css';
import { Select } from '../select';
import { type ListDefinition, searchWith, wishesOf } from './list-address';
import type { ListedType } from './listed-types';
import styles from './store.module.css';
import type { Word } from './words';

interface ListToolsProps {
  type: ListedType;
  definition: ListDefinition;
  total: ReactNode;
  /** Further actions for the list. */
  children: ReactNode;
}

/** Search, filters and total that are shown above a list. */
export function ListTools({ type, definition, total, children }: ListToolsProps): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { q, words } = wishesOf(definition, search);
  const wish = (name: string, value: string) =>
    void navigate({ search: searchWith(definition, search, name, value) });
  return (
    <div className={styles['tools']}>
      <SearchBox label={t(`store.${type}.search`)} value={q} onSearch={(text) => wish('q', text)} />
      {definition.filters.map(({ name, words: known }, at) => (
        <Select
          key={name}
          hideLabel
          label={t(`store.filter.${name as 'status'}`)}
          options={[
            { id: '', text: t(`store.filter.${name as 'status'}.all`) },
            ...known.map((id) => ({ id, text: t(`store.word.${id as Word}`) })),
          ]}
          value={words[at]!}
          onChange={(word) => wish(name, word)}
        />
      ))}
      <p role="status" className={styles['total']}>
        {total}
      </p>
      {children}
    </div>
  );
}

/**
 * A search field that searches on Enter or blur. The key `/` focuses the field from anywhere on the page.
 */
function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}): ReactNode {
  const [text, setText] = useState(value);
  // Shows the text of the URL after the URL has changed, for example by the back button.
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    setText(value);
  }
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useSlash(input);
  const search = (): void => {
    if (text.trim() !== value) onSearch(text.trim());
  };
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <label htmlFor={id} className={styles['visuallyHidden']}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        dir="auto"
        className={fields['input']}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={search}
      />
    </form>
  );
}

function useSlash(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [input]);
}
