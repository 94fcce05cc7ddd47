import { type ReactNode, useRef, useState } from 'react';
import type { Page } from '../../../api/documents';
import type { StoreObject } from '../../../api/store';
import { useTexts } from '../../../texts/texts';
import { Button } from '../../button';
import { SelectAll, type Selection } from '../../selection';
import type { ListedType } from '../listed-types';
import type { BulkAction, BulkDefinition } from './bulk-actions';
import { BulkDialog } from './bulk-dialog';
import { Outcome } from './bulk-outcome';
import styles from './bulk.module.css';
import { type Everything, SelectEverything } from './select-everything';
import { useBulk } from './use-bulk';

interface BulkBarProps<R extends StoreObject> {
  type: ListedType;
  definition: BulkDefinition<R>;
  /** The visible page. */
  page: Page<R> | undefined;
  selection: Selection;
  everything: Everything<R>;
}

/**
 * A bar that selects all rows and changes the selected rows. Always visible, so that the layout does not
 * shift.
 */
export function BulkBar<R extends StoreObject>({
  type,
  definition,
  page,
  selection,
  everything,
}: BulkBarProps<R>): ReactNode {
  const t = useTexts();
  const rows = page?.data ?? [];
  const [asked, setAsked] = useState<{ action: BulkAction<R>; rows: readonly R[] }>();
  const [isAsking, setAsking] = useState(false);
  const bulk = useBulk<R>(type, (done) =>
    selection.set(
      done.map(({ id }) => id),
      false,
    ),
  );
  const bar = useRef<HTMLDivElement>(null);
  // Replaces older copies of rows by the rows of the visible page.
  const all = new Map([...everything.known, ...rows.map((row) => [row.id, row] as const)]);
  const selected = [...all.values()].filter(({ id }) => selection.ids.has(id));
  return (
    <>
      <div ref={bar} role="group" tabIndex={-1} aria-label={t('bulk.label')} className={styles['bar']}>
        <SelectAll rows={rows} selection={selection} />
        <span role="status" className={styles['count']}>
          {t('select.count', { count: selected.length })}
        </span>
        <SelectEverything type={type} page={page} selection={selection} everything={everything} />
        {definition.actions.map((action) => (
          <Button
            key={action.id}
            size="small"
            needs={`${type}.patch`}
            isUnavailable={selected.length === 0 || everything.count !== undefined}
            onPress={() => {
              setAsked({ action, rows: selected });
              setAsking(true);
            }}
          >
            {action.label}
          </Button>
        ))}
      </div>
      <Outcome type={type} nameOf={definition.nameOf} bulk={bulk} onLeave={() => bar.current?.focus()} />
      <BulkDialog
        type={type}
        asked={asked}
        isAsking={isAsking}
        bulk={bulk}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
