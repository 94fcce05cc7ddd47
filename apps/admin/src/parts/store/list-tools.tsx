import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../texts/texts';
import { Button } from '../button';
import { Checkbox } from '../fields';
import fields from '../fields.module.css';
import type { Column } from '../table';
import { type ListDefinition, searchWith, wishesOf } from './list-address';
import { ListChips } from './list-chips';
import { ListFilters } from './list-filters';
import styles from './list-tools.module.css';

interface ListToolsProps {
  definition: ListDefinition;
  columns: readonly Pick<Column<unknown>, 'id' | 'title'>[];
  total: ReactNode;
  searchLabel?: string;
  /** Buttons for the list's most important filter. Hidden on phones, which have only a button for all filters. */
  tabs?: ReactNode;
  children?: ReactNode;
}

export function ListTools({
  definition,
  columns,
  total,
  searchLabel,
  tabs,
  children,
}: ListToolsProps): ReactNode {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { q } = wishesOf(definition, search);
  return (
    <>
      <div className={styles['tools']}>
        {searchLabel !== undefined && (
          <SearchBox
            label={searchLabel}
            value={q}
            onSearch={(text) => void navigate({ search: searchWith(definition, search, { q: text }) })}
          />
        )}
        {tabs !== undefined && <span className={styles['wideOnly']}>{tabs}</span>}
        <ListFilters definition={definition} />
        <span className={styles['wideOnly']}>
          <ColumnChoice definition={definition} columns={columns} />
        </span>
        {children}
        <p role="status" className={styles['total']}>
          {total}
        </p>
      </div>
      <ListChips definition={definition} />
    </>
  );
}

function ColumnChoice({ definition, columns }: Pick<ListToolsProps, 'definition' | 'columns'>): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { hidden } = wishesOf(definition, search);
  const show = (id: string, isShown: boolean): void => {
    const others = hidden.filter((each) => each !== id);
    const hide = (isShown ? others : [...others, id]).join(',');
    void navigate({ search: searchWith(definition, search, { hide }) });
  };
  return (
    <DialogTrigger>
      <Button size="small">{t('list.columns')}</Button>
      {/* Without a Dialog inside it is one itself, with the buttons that dismiss it. */}
      <Popover className={styles['popover'] ?? ''} placement="bottom start" aria-label={t('list.columns')}>
        <div className={styles['filters']}>
          {columns.map(
            ({ id, title }) =>
              id !== undefined && (
                <Checkbox key={id} isSelected={!hidden.includes(id)} onChange={(on) => show(id, on)}>
                  {title}
                </Checkbox>
              ),
          )}
        </div>
      </Popover>
    </DialogTrigger>
  );
}

/** A search field that searches on Enter or blur. The key `/` moves the focus to the search field. */
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
  // Replaces the text in the search field when the search text in the URL changes, for example after the Back button.
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
