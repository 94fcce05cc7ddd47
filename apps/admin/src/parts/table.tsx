import { memo, type ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { Icon } from './icon';
import { ScrollArea } from './scroll-area';
import { type Column, layoutOf, stepsOf, type TableLayout } from './table-layout';
import styles from './table.module.css';
import { useFit } from './use-fit';

export type { Column } from './table-layout';

const COMPACT_BELOW_PX = 480;

export interface TableSort {
  /** Field by which the list is sorted. The prefix `-` means descending order. */
  value: string;
  onSort: (value: string) => void;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: TableSort;
  /** Shows every column at every width, so that users can compare numbers. The table then scrolls horizontally. */
  isFixed?: boolean;
}

/**
 * A responsive table. On narrow screens, values of less important columns move below the row's name. The narrowest
 * screens have compact rows.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  sort,
  isFixed = false,
}: TableProps<Row>): ReactNode {
  const maxStep = isFixed ? 0 : stepsOf(columns);
  const { areaRef, rulerRef, width, step } = useFit(maxStep);
  const isNarrow = width > 0 && width < COMPACT_BELOW_PX;
  const layout = layoutOf(columns, isNarrow ? maxStep : step);
  return (
    <>
      <div ref={rulerRef} className={styles['ruler']} />
      <ScrollArea label={label} areaRef={areaRef}>
        <table className={styles['table']} aria-label={label} data-compact={layout.isCompact}>
          <Head layout={layout} sort={sort} />
          <tbody>
            {rows.map((row) => (
              <TableRow key={rowKey(row)} layout={layout} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </>
  );
}

function Head<Row>({
  layout: { beside, below, isCompact },
  sort,
}: {
  layout: TableLayout<Row>;
  sort: TableSort | undefined;
}): ReactNode {
  const t = useTexts();
  return (
    <thead>
      <tr>
        {beside.map((column, at) => (
          <Heading key={at} column={column} sort={isCompact ? undefined : sort} isCompact={isCompact} />
        ))}
        {isCompact && below.length > 0 && <th scope="col">{t('table.details')}</th>}
      </tr>
    </thead>
  );
}

/**
 * Column heading, which is a button if users can sort by the column. In compact rows, the heading is hidden and
 * contains no button.
 */
function Heading<Row>({
  column: { title, control, end = false, hideTitle, sort: field },
  sort,
  isCompact,
}: {
  column: Column<Row>;
  sort: TableSort | undefined;
  isCompact: boolean;
}): ReactNode {
  if (control !== undefined && !isCompact)
    return (
      <th scope="col" data-end={end}>
        {control}
      </th>
    );
  if (!sort || field === undefined)
    return (
      <th scope="col" data-end={end}>
        <span className={hideTitle ? styles['visuallyHidden'] : ''}>{title}</span>
      </th>
    );
  const isSorted = sort.value.replace(/^-/, '') === field;
  const isDescending = sort.value.startsWith('-');
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" data-end={end} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className={styles['sort']}
        onClick={() => sort.onSort(isSorted && !isDescending ? `-${field}` : field)}
      >
        {title}
        <span className={styles['arrow']} data-direction={isSorted ? direction : 'none'}>
          <Icon name="down" size={14} />
        </span>
      </button>
    </th>
  );
}

function TableRow<Row>({
  layout: { beside, below, isCompact },
  row,
}: {
  layout: TableLayout<Row>;
  row: Row;
}): ReactNode {
  const details = below.length > 0 && <Details columns={below} row={row} />;
  return (
    <tr>
      {beside.map((column, at) => (
        <Cell key={at} column={column} row={row}>
          {column.isName && !isCompact && details}
        </Cell>
      ))}
      {isCompact && below.length > 0 && <td data-part="details">{details}</td>}
    </tr>
  );
}

function TableCell<Row>({
  column: { cell, isName, end = false, hideTitle, wraps = false },
  row,
  children,
}: {
  column: Column<Row>;
  row: Row;
  children: ReactNode;
}): ReactNode {
  const value = (
    <span className={styles['value']} dir="auto">
      {cell(row)}
    </span>
  );
  if (isName)
    return (
      <th scope="row" data-end={end} data-part="name">
        {value}
        {children}
      </th>
    );
  const part = hideTitle ? (end ? 'buttons' : 'select') : 'value';
  return (
    <td data-end={end} data-part={part} data-wraps={wraps}>
      {value}
    </td>
  );
}

/** Memoized, because selecting a row changes only one column. */
const Cell = memo(TableCell) as typeof TableCell;

function Details<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }): ReactNode {
  const shown = columns
    .map((column) => ({ column, value: column.cell(row) }))
    .filter(({ value }) => value !== undefined && value !== null && value !== false && value !== '–');
  if (shown.length === 0) return null;
  return (
    <span className={styles['details']}>
      {shown.map(({ column: { title, isPlain }, value }, at) => (
        <span key={at} className={styles['detail']}>
          {!isPlain && <span>{title}</span>}
          <span dir="auto">{value}</span>
        </span>
      ))}
    </span>
  );
}
