import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import type { Known, StoreObject, StoreType } from '../../api/store';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { Card } from '../layout';
import { Notice } from '../notice';
import { EmptyState, ErrorState, Skeleton } from '../states';
import { type Changing, useChanging, useKnown } from './known';
import { iconOf, type ListedType } from './listed-types';
import styles from './store.module.css';

interface DetailPageProps<R extends StoreObject> {
  type: ListedType;
  /** Resource type of the object, if it differs from `type`. */
  read?: StoreType;
  title: (object: R) => string;
  mark?: (object: R) => ReactNode;
  status?: (object: R) => ReactNode;
  actions?: (known: Known<R>, changing: Changing<R>) => ReactNode;
  /** Shows the page's placeholder until all data is loaded, so that cards do not move. */
  isLoading?: boolean;
  /** Returns the content of the page's main column and of its narrow column. */
  children: (known: Known<R>, changing: Changing<R>) => { main: ReactNode; aside: ReactNode };
}

export function DetailPage<R extends StoreObject>(props: DetailPageProps<R>): ReactNode {
  const { id = '' } = useParams();
  // The key resets the component state when the id of the object changes.
  return <One key={id} id={id} {...props} />;
}

function One<R extends StoreObject>({
  id,
  type,
  read = type,
  title,
  mark,
  status,
  actions,
  isLoading = false,
  children,
}: DetailPageProps<R> & { id: string }): ReactNode {
  const t = useTexts();
  const query = useKnown<R>(read, id);
  const changing = useChanging<R>(read);
  if (!query.data || isLoading) {
    const isMissing = !isId(id) || (isProblem(query.error) && query.error.status === 404);
    return (
      <Page
        title={t(`store.${type}.one`)}
        lead={<Back type={type} />}
        recent={isMissing ? 'remove' : undefined}
      >
        {!isMissing && !query.error ? (
          <div className={styles['columns']}>
            <div className={styles['column']}>
              <Card>
                <Skeleton lines={9} tall />
              </Card>
            </div>
            <div className={styles['column']}>
              <Card>
                <Skeleton lines={4} />
              </Card>
            </div>
          </div>
        ) : (
          <Card>
            {isMissing ? (
              <EmptyState icon={iconOf[type]} title={t('store.missing')}>
                {t('store.missing.lead')}
              </EmptyState>
            ) : (
              <ErrorState error={query.error} onRetry={() => void query.refetch()} />
            )}
          </Card>
        )}
      </Page>
    );
  }
  const { main, aside } = children(query.data, changing);
  return (
    <Page
      title={title(query.data.object)}
      mark={mark?.(query.data.object)}
      lead={
        <span className={styles['lead']}>
          <Back type={type} />
          {status?.(query.data.object)}
        </span>
      }
      actions={actions?.(query.data, changing)}
      recent="add"
    >
      {changing.isLate && (
        <Notice kind="warning" live title={t('store.late.title')}>
          <p>{t('store.late')}</p>
        </Notice>
      )}
      <div className={styles['columns']}>
        <div className={styles['column']}>{main}</div>
        <div className={styles['column']}>{aside}</div>
      </div>
    </Page>
  );
}

/** A link back to the list with the list's previous filters. */
function Back({ type }: { type: ListedType }): ReactNode {
  const t = useTexts();
  const { state } = useLocation() as { state: { search?: string } | null };
  return <Link to={{ pathname: `/${type}`, search: state?.search ?? '' }}>{t(`store.${type}.back`)}</Link>;
}
