import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isProblem, type Problem } from '../../api/problem';
import { addressOf } from '../../api/request';
import { Button, ButtonLink } from '../../parts/button';
import { Card } from '../../parts/layout';
import { ListPage, type PagedList, RefusedList, useListInAddress } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { type MetaObject, pageOfMeta } from './meta-api';
import styles from './meta.module.css';
import { isEverything, pageSearch, pathOf, questionText, readQuestion } from './question';
import { QuestionForm } from './question-form';
import { Results } from './results';

/** Loads the curl command on demand, because few users need it. */
const ExactRequest = lazy(async () => ({ default: (await import('./exact-request')).ExactRequest }));

/**
 * Resource types that the form suggests in addition to the types in the results (docs/contract.md §7). Meta objects
 * can have any other type.
 */
const knownTypes = ['orders', 'products', 'variants', 'customers', 'codes'];

/** Page that searches meta objects. The URL contains the complete query as API parameters. */
export default function Meta(): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { id } = useShop();
  const list = useListInAddress<MetaObject>(
    ['meta', id, 'list'],
    pathOf(search),
    (path, options) => pageOfMeta(id, path, options),
    pageSearch,
  );
  const objects = list.page?.data ?? [];
  const { resourceType, resourceId } = readQuestion(search);
  return (
    <Page
      title={t('meta.title')}
      lead={t('meta.lead')}
      actions={
        <ButtonLink
          look="primary"
          icon="plus"
          href={addressOf('/meta/new', {
            resource_type: resourceType || undefined,
            resource_id: resourceId || undefined,
          })}
        >
          {t('meta.new')}
        </ButtonLink>
      }
    >
      <Card>
        <QuestionForm
          asked={questionText(search)}
          onAsk={(next) => void navigate({ search: next })}
          types={[...new Set([...knownTypes, ...objects.map(({ attributes }) => attributes.resource_type)])]}
          keys={[...new Set(objects.flatMap(({ attributes }) => Object.keys(attributes.data)))].sort()}
        />
      </Card>
      <ResultsCard list={list} search={search} />
      <Suspense>
        <ExactRequest
          requests={[
            { id: 'list', text: 'meta.request.list', request: { method: 'GET', path: pathOf(search) } },
          ]}
        />
      </Suspense>
    </Page>
  );
}

function ResultsCard({ list, search }: { list: PagedList<MetaObject>; search: string }): ReactNode {
  const t = useTexts();
  return (
    <Card flush title={t('meta.results')} actions={<Count list={list} />}>
      {isProblem(list.error) && list.error.status === 400 ? (
        <Refused problem={list.error} search={search} />
      ) : (
        <ListPage list={list} empty={<Empty isAll={isEverything(search)} />} lines={6}>
          {(objects) => <Results objects={objects} />}
        </ListPage>
      )}
    </Card>
  );
}

/** Announces new search results to screen readers. */
function Count({ list: { page, isFirst, isMoving } }: { list: PagedList<MetaObject> }): ReactNode {
  const t = useTexts();
  const isAll = isFirst && page?.links?.next === null;
  return (
    <p role="status" className={styles['count']}>
      {page && !isMoving && t(isAll ? 'meta.count.all' : 'meta.count.page', { count: page.data.length })}
    </p>
  );
}

/** Shows why the API rejected the query in the URL. */
function Refused({ problem, search }: { problem: Problem; search: string }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const isPlace = problem.errors.every(({ source }) =>
    /^page\[(?:after|before)\]$/.test(source?.parameter ?? ''),
  );
  const onPress = () => void navigate({ search: isPlace ? pageSearch(search, undefined) : '' });
  const label = t(isPlace ? 'pager.first' : 'meta.question.clear');
  return <RefusedList problem={problem} title={t('meta.refused')} action={{ label, onPress }} />;
}

function Empty({ isAll }: { isAll: boolean }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  return isAll ? (
    <EmptyState
      icon="meta"
      title={t('meta.empty.title')}
      actions={<ButtonLink href="/meta/new">{t('meta.new')}</ButtonLink>}
    >
      {t('meta.empty.lead')}
    </EmptyState>
  ) : (
    <EmptyState
      icon="meta"
      title={t('meta.none.title')}
      actions={<Button onPress={() => void navigate({ search: '' })}>{t('meta.question.clear')}</Button>}
    >
      {t('meta.none.lead')}
    </EmptyState>
  );
}
