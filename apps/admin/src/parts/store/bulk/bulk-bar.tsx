import { type ReactNode, type RefObject, useState } from 'react';
import type { Page } from '../../../api/documents';
import type { StoreObject } from '../../../api/store';
import { useTexts } from '../../../texts/texts';
import { Button } from '../../button';
import { SelectButtons, type Selection } from '../../selection';
import type { ListedType } from '../listed-types';
import type { BulkAction, BulkDefinition } from './bulk-actions';
import { BulkDialog } from './bulk-dialog';
import styles from './bulk.module.css';
import { type Everything, SelectEverything } from './select-everything';
import { type BulkRun, loadRun } from './use-bulk';

interface BulkBarProps<R extends StoreObject> {
  type: ListedType;
  definition: BulkDefinition<R>;
  page: Page<R> | undefined;
  selection: Selection;
  everything: Everything<R>;
  bulk: BulkRun<R>;
  barRef: RefObject<HTMLDivElement | null>;
}

export function BulkBar<R extends StoreObject>({
  type,
  definition,
  page,
  selection,
  everything,
  bulk,
  barRef,
}: BulkBarProps<R>): ReactNode {
  const t = useTexts();
  const rows = page?.data ?? [];
  const [asked, setAsked] = useState<{ action: BulkAction<R>; rows: readonly R[] }>();
  const [isAsking, setAsking] = useState(false);
  // Prefers the rows of the visible page to older copies of the same rows.
  const all = new Map([...everything.known, ...rows.map((row) => [row.id, row] as const)]);
  const selected = [...all.values()].filter(({ id }) => selection.ids.has(id));
  const isIdle = selected.length === 0 && everything.count === undefined;
  return (
    <>
      <div
        ref={barRef}
        role="group"
        tabIndex={-1}
        aria-label={t('bulk.label')}
        className={styles[isIdle ? 'idle' : 'bar']}
      >
        <span role="status" className={isIdle ? styles['visuallyHidden'] : styles['count']}>
          {t('select.count', { count: selected.length })}
        </span>
        {!isIdle && (
          <>
            <SelectButtons rows={rows} selection={selection} />
            <SelectEverything type={type} page={page} selection={selection} everything={everything} />
            {definition.actions.map((action) => (
              <Button
                key={action.id}
                size="small"
                needs={`${type}.patch`}
                isUnavailable={selected.length === 0 || everything.count !== undefined}
                onPress={() => {
                  // Loads the code of bulk changes while the confirmation dialog is open.
                  void loadRun().catch(() => undefined);
                  setAsked({ action, rows: selected });
                  setAsking(true);
                }}
              >
                {action.label}
              </Button>
            ))}
          </>
        )}
      </div>
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
