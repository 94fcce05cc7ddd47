import { type ReactNode, useState } from 'react';
import { type Texts, useTexts } from '../texts/texts';
import { Checkbox, Tick } from './fields';
import type { Column } from './table';

/** Ids of the selected rows. */
export interface Selection {
  ids: ReadonlySet<string>;
  set: (ids: readonly string[], on: boolean) => void;
}

const none: ReadonlySet<string> = new Set();

/** Selection of rows on the page with this query string. Another page starts without a selection. */
export function useSelection(search: string): Selection {
  const [state, setState] = useState({ search, ids: none });
  const ids = state.search === search ? state.ids : none;
  const set = (changed: readonly string[], on: boolean): void =>
    setState((before) => {
      const isHere = before.search === search;
      // Removes the selection of the previous page.
      if (!isHere && !on) return before;
      const kept = isHere ? [...before.ids].filter((id) => !changed.includes(id)) : [];
      return { search, ids: new Set(on ? [...kept, ...changed] : kept) };
    });
  return { ids, set };
}

/** A checkbox that selects all rows. `rows` are the selectable rows of the page. */
export function SelectAll({
  rows,
  selection: { ids, set },
}: {
  rows: readonly { id: string }[];
  selection: Selection;
}): ReactNode {
  const t = useTexts();
  const selected = rows.filter(({ id }) => ids.has(id));
  return (
    <Checkbox
      isDisabled={rows.length === 0}
      isSelected={selected.length > 0 && selected.length === rows.length}
      isIndeterminate={selected.length > 0 && selected.length < rows.length}
      onChange={(on) =>
        set(
          rows.map(({ id }) => id),
          on,
        )
      }
    >
      {t('select.all')}
    </Checkbox>
  );
}

/**
 * The checkbox column of a list. `labelOf` returns the accessible name of a row's checkbox, or undefined if
 * the row cannot be selected.
 */
export function selectColumn<R extends { id: string }>(
  t: Texts,
  { ids, set }: Selection,
  labelOf: (row: R) => string | undefined,
): Column<R> {
  return {
    title: t('select.column'),
    hideTitle: true,
    cell: (row) => {
      const label = labelOf(row);
      return (
        label !== undefined && (
          <Tick label={label} isSelected={ids.has(row.id)} onChange={(on) => set([row.id], on)} />
        )
      );
    },
  };
}
