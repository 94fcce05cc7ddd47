import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { Checkbox, TextInput, Tick } from './fields';
import { Badge } from './notice';
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
 * A grid of scopes with a row for each resource and a column for each action. A search hides rows, and
 * presets tick only visible rows.
 */
export function ScopeGrid({ all, value, onChange }: ScopeGridProps): ReactNode {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const rows = foundRows(rowsOf(all), search, (resource) => resourceName(t, resource));
  // Sorts the ticked scopes in the order of the list.
  const tick = (wanted: readonly string[]): void =>
    onChange(all.map(({ id }) => id).filter((id) => wanted.includes(id)));
  const set = (ids: readonly string[], on: boolean): void =>
    tick([...value.filter((id) => !ids.includes(id)), ...(on ? ids : [])]);
  const shown = rows.flatMap(({ scopes }) => Object.values(scopes).map((scope) => scope!));
  return (
    <div className={styles['whole']}>
      <Tools search={search} onSearch={setSearch} onPreset={(each) => tick(withPreset(value, shown, each))} />
      {rows.length > 0 && (
        <table className={styles['table']} aria-label={t('scopes.grid')}>
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
            {rows.map((row) => (
              <GridRow key={row.resource} row={row} value={value} onChange={set} />
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
  value: readonly string[];
  onChange: (ids: readonly string[], on: boolean) => void;
}

function GridRow({ row: { resource, scopes }, value, onChange }: GridRowProps): ReactNode {
  const t = useTexts();
  const ids = Object.values(scopes).map((scope) => scope!.id);
  const ticked = ids.filter((id) => value.includes(id)).length;
  return (
    <tr>
      <th scope="row">
        <Checkbox
          isSelected={ticked === ids.length}
          isIndeterminate={ticked > 0 && ticked < ids.length}
          onChange={(on) => onChange(ids, on)}
        >
          {resourceName(t, resource)}
          {Object.values(scopes).some((scope) => scope!.attributes.personal_data) && (
            <span className={styles['mark']}>
              <Badge>{t('scopes.personal')}</Badge>
            </span>
          )}
        </Checkbox>
      </th>
      {actions.map((action) => (
        <td key={action}>
          {scopes[action] && (
            <>
              <Tick
                label={sentenceOf(scopes[action])}
                isSelected={value.includes(scopes[action].id)}
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
}

function sentenceOf({ attributes: { sentence } }: ScopeResource): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Sentences that explain the ticked scopes. */
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
