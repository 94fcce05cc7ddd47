import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Button } from '../../parts/button';
import { Icon } from '../../parts/icon';
import { Card } from '../../parts/layout';
import { Skeleton } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import type { Task, TaskCount } from './tasks';
import styles from './tasks-card.module.css';

/** Lists the user's tasks. Each task has a count and a link to the filtered list. */
export function TasksCard({ tasks }: { tasks: readonly Task[] }): ReactNode {
  const t = useTexts();
  if (tasks.length === 0) return null;
  const isPending = tasks.some(({ query }) => query.isPending);
  const isDone = tasks.every(({ query }) => query.data?.count === 0);
  return (
    <Card flush title={t('home.tasks')}>
      <ul className={styles['tasks']}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
        {isPending && (
          <li className={styles['row']}>
            <Skeleton lines={1} />
          </li>
        )}
        {isDone && (
          <li className={styles['row']}>
            <Icon name="check" />
            {t('home.tasks.done')}
          </li>
        )}
      </ul>
    </Card>
  );
}

function TaskRow({ task: { id, icon, to, query } }: { task: Task }): ReactNode {
  const t = useTexts();
  const { data, error } = query;
  if (data === undefined)
    return error === null ? null : (
      <li>
        <div className={styles['row']} role="alert">
          <Icon name="warning" />
          <span className={styles['text']}>
            {t('home.tasks.failed', { task: t(`home.tasks.name.${id}`) })}
          </span>
          <Button size="small" onPress={() => void query.refetch()}>
            {t('action.retry')}
          </Button>
        </div>
      </li>
    );
  if (data.count === 0) return null;
  return (
    <li>
      <Link to={to} className={`${styles['row']} ${styles['link']}`}>
        <Icon name={icon} />
        <span className={styles['text']}>
          <Count {...data} /> {t(`home.tasks.${id}`, { count: data.count })}
        </span>
        <Icon name="chevron" size={16} />
      </Link>
    </li>
  );
}

function Count({ count, isMore }: TaskCount): ReactNode {
  const { formatNumber } = useIntl();
  return (
    <strong>
      {formatNumber(count)}
      {isMore && '+'}
    </strong>
  );
}
