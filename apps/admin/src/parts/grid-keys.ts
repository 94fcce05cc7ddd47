import { type KeyboardEvent, useState } from 'react';

export interface Cell {
  row: number;
  column: number;
}

/**
 * Returns the grid cell to which a key moves the focus (ARIA Authoring Practices, grid). Returns the same
 * cell at an edge of the grid, and undefined for other keys. `rows` lists the columns of each row that
 * contain a control. `isRtl` swaps left and right.
 */
export function nextCell(
  rows: readonly (readonly number[])[],
  at: Cell,
  { key, ctrlKey, isRtl }: { key: string; ctrlKey: boolean; isRtl: boolean },
): Cell | undefined {
  const inRow = (columns: readonly number[], row = at.row): Cell => ({
    row,
    column: columns[0] ?? at.column,
  });
  const own = rows[at.row] ?? [];
  const after = own.filter((column) => column > at.column);
  const before = own.filter((column) => column < at.column).reverse();
  const [right, left] = isRtl ? [before, after] : [after, before];
  const inColumn = (candidates: number[]): Cell => ({
    row: candidates.find((row) => rows[row]!.includes(at.column)) ?? at.row,
    column: at.column,
  });
  const all = rows.map((_, row) => row);
  switch (key) {
    case 'ArrowRight':
      return inRow(right);
    case 'ArrowLeft':
      return inRow(left);
    case 'ArrowDown':
      return inColumn(all.slice(at.row + 1));
    case 'ArrowUp':
      return inColumn(all.slice(0, at.row).reverse());
    case 'Home':
      return ctrlKey ? inRow(rows[0]!, 0) : inRow(own);
    case 'End':
      return ctrlKey ? inRow(rows.at(-1)!.toReversed(), rows.length - 1) : inRow(own.toReversed());
    default:
      return undefined;
  }
}

/**
 * Makes a grid a single tab stop with arrow keys between its controls. Each cell needs one control and the attribute
 * `data-cell` with row and column, such as `2:0`.
 */
export function useGridKeys(rows: readonly (readonly number[])[]) {
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const isThere = rows[active.row]?.includes(active.column) ?? false;
  const stop = isThere ? active : { row: 0, column: rows[0]?.[0] ?? 0 };
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>): void => {
    const at = cellOf(event.target);
    if (!at) return;
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = nextCell(rows, at, { key: event.key, ctrlKey: event.ctrlKey, isRtl });
    if (!next) return;
    event.preventDefault();
    // Prevents an arrow key in the grid from also opening a menu.
    event.stopPropagation();
    setActive(next);
    event.currentTarget
      .querySelector<HTMLElement>(`[data-cell="${next.row}:${next.column}"] :is(input, button)`)
      ?.focus();
  };
  return {
    isTabStop: (row: number, column: number): boolean => row === stop.row && column === stop.column,
    grid: {
      onKeyDownCapture,
      onFocus: ({ target }: { target: EventTarget }): void => setActive((now) => cellOf(target) ?? now),
    },
  };
}

/** Returns the grid cell that contains an element. Returns undefined outside the grid, for example in an open menu. */
function cellOf(target: EventTarget): Cell | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  if (!cell) return undefined;
  const [row = 0, column = 0] = cell.dataset['cell']!.split(':').map(Number);
  return { row, column };
}
