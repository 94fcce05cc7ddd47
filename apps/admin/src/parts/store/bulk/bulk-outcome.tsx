import type { ReactNode } from 'react';
import { isProblem } from '../../../api/problem';
import type { StoreObject } from '../../../api/store';
import { useTexts } from '../../../texts/texts';
import { Button } from '../../button';
import { Notice } from '../../notice';
import { whyFailed } from '../../states';
import type { ListedType } from '../listed-types';
import { RowLink } from '../object-link';
import styles from './bulk.module.css';
import type { BulkRun } from './use-bulk';

const mostFailures = 100;

interface OutcomeProps<R extends StoreObject> {
  type: ListedType;
  nameOf: (row: R) => string;
  bulk: BulkRun<R>;
  /** Moves the focus before the result of a bulk change disappears with its buttons. */
  onLeave: () => void;
}

export function Outcome<R extends StoreObject>({
  type,
  nameOf,
  bulk: { outcome, again, forget },
  onLeave,
}: OutcomeProps<R>): ReactNode {
  const t = useTexts();
  if (!outcome) return null;
  const { done, failed, left } = outcome.result;
  const leave = (act: () => unknown) => () => {
    onLeave();
    act();
  };
  return (
    <div className={styles['outcome']}>
      <Notice
        kind={failed.length > 0 ? 'danger' : 'warning'}
        live
        title={t('bulk.outcome', {
          title: outcome.task.title,
          done: done.length,
          total: outcome.task.rows.length,
        })}
        actions={
          <>
            <Button size="small" onPress={leave(again)}>
              {t('action.retry')}
            </Button>
            <Button size="small" onPress={leave(forget)}>
              {t('action.close')}
            </Button>
          </>
        }
      >
        <ul className={styles['failures']}>
          {failed.slice(0, mostFailures).map(({ row, error }) => (
            <li key={row.id}>
              <RowLink to={`/${type}/${row.id}`}>
                <bdi>{nameOf(row)}</bdi>
              </RowLink>
              {': '}
              {isProblem(error) && error.status === 412 ? t('bulk.late') : whyFailed(t, error)}
            </li>
          ))}
        </ul>
        {failed.length > mostFailures && (
          <p>{t('bulk.moreFailures', { count: failed.length - mostFailures })}</p>
        )}
        {left.length > 0 && <p>{t('bulk.left', { count: left.length })}</p>}
      </Notice>
    </div>
  );
}
