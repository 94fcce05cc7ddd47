import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useTexts } from '../../texts/texts';
import type { Data } from './changes';
import { lineOf } from '../../parts/json/format';
import type { MetaObject } from './meta-api';
import { readQuestion, sortedBy } from './question';
import styles from './results.module.css';

/** Maximum number of metadata keys per row, and maximum number of characters per value. */
const MAX_KEYS = 4;
const MAX_CHARACTERS = 24;

export function Results({ objects }: { objects: readonly MetaObject[] }): ReactNode {
  const t = useTexts();
  const { search } = useLocation();
  const navigate = useNavigate();
  const columns: Column<MetaObject>[] = [
    {
      title: t('meta.column.id'),
      sort: 'id',
      isName: true,
      cell: ({ id }) => (
        <Link to={`/meta/${id}`} state={{ search }} className={styles['id']}>
          {id}
        </Link>
      ),
    },
    {
      title: t('meta.column.resource'),
      sort: 'resource_type',
      isPlain: true,
      wraps: true,
      importance: 'high',
      cell: ({ attributes: { resource_type, resource_id } }) => (
        <span className={styles['resource']}>
          <span className={styles['soft']}>{resource_type}</span> {resource_id}
        </span>
      ),
    },
    {
      title: t('meta.column.keys'),
      isPlain: true,
      wraps: true,
      importance: 'low',
      cell: ({ attributes }) => <Keys data={attributes.data} />,
    },
    {
      title: t('meta.column.updated'),
      end: true,
      cell: ({ meta }) => <Time value={meta?.updated_at} form="relative" />,
    },
  ];
  return (
    <Table
      label={t('meta.results')}
      columns={columns}
      rows={objects}
      rowKey={({ id }) => id}
      sort={{
        value: readQuestion(search).order,
        onSort: (order) => void navigate({ search: sortedBy(search, order) }),
      }}
    />
  );
}

function Keys({ data }: { data: Data }): ReactNode {
  const t = useTexts();
  const members = Object.entries(data);
  if (members.length === 0) return <span className={styles['soft']}>{t('meta.keys.none')}</span>;
  return (
    <span className={styles['keys']}>
      {members.slice(0, MAX_KEYS).map(([key, value]) => (
        <span key={key} className={styles['key']}>
          {brief(key)} <span className={styles['soft']}>{brief(lineOf(value))}</span>
        </span>
      ))}
      {members.length > MAX_KEYS && (
        <span className={styles['soft']}>{t('meta.keys.more', { count: members.length - MAX_KEYS })}</span>
      )}
    </span>
  );
}

function brief(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_CHARACTERS)];
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : text;
}
