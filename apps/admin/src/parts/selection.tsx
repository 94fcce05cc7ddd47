import { type ReactNode, useState } from 'react';
import { type Texts, useTexts } from '../texts/texts';
import { Button } from './button';
import { Tick } from './fields';
import type { Column } from './table';

export interface Selection {
  ids: ReadonlySet<string>;
  set: (ids: readonly string[], on: boolean) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the selected rows of the current page. A change of `search`, the URL query of the page, clears the
 * selection.
 */
export function useSelection(search: string): Selection {
  const [state, setState] = useState({ search, ids: none });
  const ids = state.search === search ? state.ids : none;
  const set = (changed: readonly string[], on: boolean): void =>
    setState((before) => {
      const isHere = before.search === search;
      // Discards the selected rows of the previous page.
      if (!isHere && !on) return before;
      const kept = isHere ? [...before.ids].filter((id) => !changed.includes(id)) : [];
      return { search, ids: new Set(on ? [...kept, ...changed] : kept) };
    });
  return { ids, set };
}

/**
 * The checkbox column of a list, with a checkbox for the whole page in its heading. `labelOf` returns the accessible
 * name of a row's checkbox, or undefined if the user cannot select the row.
 */
export function selectColumn<R extends { id: string }>(
  t: Texts,
  { ids, set }: Selection,
  rows: readonly R[],
  labelOf: (row: R) => string | undefined,
): Column<R> {
  const all = rows.filter((row) => labelOf(row) !== undefined).map(({ id }) => id);
  const selected = all.filter((id) => ids.has(id)).length;
  return {
    title: t('select.column'),
    hideTitle: true,
    control: (
      <Tick
        label={t('select.all')}
        isDisabled={all.length === 0}
        isSelected={selected > 0 && selected === all.length}
        isIndeterminate={selected > 0 && selected < all.length}
        onChange={(on) => set(all, on)}
      />
    ),
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

export function SelectButtons({
  rows,
  selection: { ids, set },
}: {
  rows: readonly { id: string }[];
  selection: Selection;
}): ReactNode {
  const t = useTexts();
  const all = rows.map(({ id }) => id);
  return (
    <>
      {all.some((id) => !ids.has(id)) && (
        <Button size="small" look="quiet" onPress={() => set(all, true)}>
          {t('select.page', { count: all.length })}
        </Button>
      )}
      <Button size="small" look="quiet" onPress={() => set([...ids], false)}>
        {t('select.none')}
      </Button>
    </>
  );
}
