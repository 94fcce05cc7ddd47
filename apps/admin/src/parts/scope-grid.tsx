import { memo, type ReactNode, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Checkbox, TextInput, Tick } from './fields';
import { useGridKeys } from './grid-keys';
import { Badge } from './notice';
import { RowPreset } from './row-preset';
import styles from './scope-grid.module.css';
import { actions, foundRows, type Preset, presets, rowsOf, type ScopeRow, withPreset } from './scope-presets';
import { resourceName } from './scope-words';
import { ScopeList, type ScopeResource } from './scopes';

interface ScopeGridProps {
  all: readonly ScopeResource[];
  value: readonly string[];
  onChange: (scopes: string[]) => void;
}

/**
 * A grid of permissions with a row per resource and a column per action. A search hides rows, and presets change only
 * visible rows. The grid is a single tab stop with arrow keys between its checkboxes.
 */
export function ScopeGrid({ all, value, onChange: send }: ScopeGridProps): ReactNode {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const rows = useRows(all, search);
  const tick = (wanted: readonly string[]): void =>
    send(all.map(({ id }) => id).filter((id) => wanted.includes(id)));
  const set = (ids: readonly string[], on: boolean): void =>
    tick([...value.filter((id) => !ids.includes(id)), ...(on ? ids : [])]);
  const shown = rows.flatMap(scopesIn);
  const onChange = useStable(set);
  const onPreset = useStable((row: ScopeRow, preset: Preset) =>
    tick(withPreset(value, scopesIn(row), preset)),
  );
  const keys = useGridKeys(rows.map(columnsOf));
  return (
    <div className={styles['whole']}>
      <Tools search={search} onSearch={setSearch} onPreset={(each) => tick(withPreset(value, shown, each))} />
      {rows.length > 0 && (
        // The ARIA in HTML specification allows the role `grid` for a table.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        <table role="grid" className={styles['table']} aria-label={t('scopes.grid')} {...keys.grid}>
          <thead>
            <tr>
              <th scope="col">{t('scopes.grid.resource')}</th>
              {actions.map((action) => (
                <th key={action} scope="col">
                  {t(`scopes.action.${action}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <GridRow
                key={row.resource}
                row={row}
                at={at}
                ticked={tickedIn(row, value).join(' ')}
                tabStop={columnsOf(row).find((column) => keys.isTabStop(at, column))}
                onChange={onChange}
                onPreset={onPreset}
              />
            ))}
          </tbody>
        </table>
      )}
      <p role="status" className={styles['soft']}>
        {rows.length === 0
          ? t('scopes.grid.none')
          : t('scopes.grid.count', { count: value.length, all: all.length })}
      </p>
      {value.length > 0 && <Sentences all={all} value={value} />}
    </div>
  );
}

/** Returns the permission rows that match the search. Memoized, so that rows rerender only after a new search. */
function useRows(all: readonly ScopeResource[], search: string): ScopeRow[] {
  const t = useTexts();
  const rows = useMemo(() => rowsOf(all), [all]);
  return foundRows(rows, search, (resource) => resourceName(t, resource));
}

/** Returns a function that never changes and calls the latest `run`, so that memoized rows do not rerender. */
function useStable<Values extends unknown[]>(run: (...values: Values) => void): (...values: Values) => void {
  const newest = useRef(run);
  useLayoutEffect(() => {
    newest.current = run;
  });
  return useCallback((...values: Values) => newest.current(...values), []);
}

const tickedIn = (row: ScopeRow, value: readonly string[]): string[] =>
  scopesIn(row)
    .map(({ id }) => id)
    .filter((id) => value.includes(id));

const scopesIn = ({ scopes }: ScopeRow): ScopeResource[] => Object.values(scopes).map((scope) => scope!);

/** Number of columns before the action columns: the checkbox and the presets of a row. */
const ACTIONS_FROM = 2;

const columnsOf = ({ scopes }: ScopeRow): number[] => [
  ...[0, 1],
  ...actions.flatMap((action, at) => (scopes[action] ? [at + ACTIONS_FROM] : [])),
];

interface ToolsProps {
  search: string;
  onSearch: (search: string) => void;
  onPreset: (preset: Preset) => void;
}

function Tools({ search, onSearch, onPreset }: ToolsProps): ReactNode {
  const t = useTexts();
  return (
    <div className={styles['tools']}>
      <TextInput
        label={t('scopes.grid.search')}
        type="search"
        autoComplete="off"
        spellCheck="false"
        value={search}
        onChange={onSearch}
        // Prevents Enter in the search field from submitting the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div role="group" aria-label={t('scopes.presets')} className={styles['presets']}>
        {(Object.keys(presets) as Preset[]).map((preset) => (
          <Button key={preset} size="small" onPress={() => onPreset(preset)}>
            {t(`scopes.preset.${preset}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface GridRowProps {
  row: ScopeRow;
  at: number;
  /** Selected scopes of the row as a string, separated by spaces, because `memo` can compare strings. */
  ticked: string;
  /** Column of the grid's tab stop. Undefined if the tab stop is in another row. */
  tabStop: number | undefined;
  onChange: (ids: readonly string[], on: boolean) => void;
  onPreset: (row: ScopeRow, preset: Preset) => void;
}

/** Memoized, because the grid has over a hundred checkboxes, and a click changes only one row. */
const GridRow = memo(function GridRow({
  row,
  at,
  ticked,
  tabStop,
  onChange,
  onPreset,
}: GridRowProps): ReactNode {
  const t = useTexts();
  const { resource, scopes } = row;
  const name = resourceName(t, resource);
  const ids = scopesIn(row).map(({ id }) => id);
  const value = ticked === '' ? [] : ticked.split(' ');
  return (
    <tr>
      <th scope="row">
        <div className={styles['resource']}>
          <span data-cell={`${at}:0`}>
            <Checkbox
              isSelected={value.length === ids.length}
              isIndeterminate={value.length > 0 && value.length < ids.length}
              excludeFromTabOrder={tabStop !== 0}
              onChange={(on) => onChange(ids, on)}
            >
              {name}
              {scopesIn(row).some(({ attributes }) => attributes.personal_data) && (
                <span className={styles['mark']}>
                  <Badge>{t('scopes.personal')}</Badge>
                </span>
              )}
            </Checkbox>
          </span>
          <span data-cell={`${at}:1`}>
            <RowPreset
              row={row}
              name={name}
              value={value}
              isTabStop={tabStop === 1}
              onPreset={(preset) => onPreset(row, preset)}
            />
          </span>
        </div>
      </th>
      {actions.map((action, index) => (
        <td key={action} data-cell={`${at}:${index + ACTIONS_FROM}`}>
          {scopes[action] && (
            <>
              <Tick
                label={sentenceOf(scopes[action])}
                isSelected={value.includes(scopes[action].id)}
                excludeFromTabOrder={tabStop !== index + ACTIONS_FROM}
                onChange={(on) => onChange([scopes[action]!.id], on)}
              />
              <span className={styles['inCell']} aria-hidden="true">
                {t(`scopes.action.${action}`)}
              </span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
});

function sentenceOf({ attributes: { sentence } }: ScopeResource): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function Sentences({ all, value }: Pick<ScopeGridProps, 'all' | 'value'>): ReactNode {
  const t = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        size="small"
        look="quiet"
        icon={isOpen ? 'minus' : 'plus'}
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
      >
        {t('scopes.grid.sentences')}
      </Button>
      <div id={id} className={styles['sentences']} hidden={!isOpen}>
        {isOpen && <ScopeList all={all} scopes={value} />}
      </div>
    </div>
  );
}
