import { type ReactNode, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { authPage } from '../../api/auth-api';
import { isProblem, type Problem } from '../../api/problem';
import { Button, ButtonLink } from '../../parts/button';
import { Card } from '../../parts/layout';
import { ListPage, RefusedList, useListInAddress } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { kindsOf, pageSearch, pathOf, searchOf } from './address';
import type { AuditEntry, Kind } from '../../parts/audit/audit-entry';
import { Entries } from '../../parts/audit/entries';
import { ChosenKinds, KindFilter } from './kind-filter';
import { useLogTools } from './log-tools';

export default function Activity(): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { id } = useShop();
  const list = useListInAddress<AuditEntry>(['audit_entries'], pathOf(id, search), authPage, pageSearch);
  const kinds = kindsOf(search);
  const filterId = useId();
  const tools = useLogTools();
  const [isFiltering, setFiltering] = useState(false);
  // Reads the URL at the time of the click, because a second click can happen before the screen rerenders.
  const choose = (change: (chosen: Kind[]) => Kind[]): void =>
    void navigate({ search: searchOf(change(kindsOf(window.location.search))) });
  return (
    <Page
      title={t('activity.title')}
      lead={t('activity.lead')}
      actions={
        <>
          <ButtonLink href="/activity/erasures">{t('erasures.title')}</ButtonLink>
          {tools.buttons}
          <Button
            icon={isFiltering ? 'minus' : 'plus'}
            aria-expanded={isFiltering}
            aria-controls={filterId}
            onPress={() => setFiltering(!isFiltering)}
          >
            {t('activity.filter')}
          </Button>
        </>
      }
    >
      {tools.result}
      {isFiltering && <KindFilter id={filterId} chosen={kinds} onChange={choose} />}
      <ChosenKinds chosen={kinds} onChange={choose} />
      <Card flush>
        {isProblem(list.error) && list.error.status === 400 ? (
          <Refused problem={list.error} search={search} />
        ) : (
          <ListPage list={list} empty={<Empty isAll={kinds.length === 0} />} lines={8}>
            {(entries) => <Entries entries={entries} />}
          </ListPage>
        )}
      </Card>
    </Page>
  );
}

/** Error message that replaces the audit log if the pagination cursor in the URL is invalid. */
function Refused({ problem, search }: { problem: Problem; search: string }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const onPress = () => void navigate({ search: pageSearch(search, undefined) });
  return (
    <RefusedList
      problem={problem}
      title={t('activity.refused')}
      action={{ label: t('pager.first'), onPress }}
    />
  );
}

function Empty({ isAll }: { isAll: boolean }): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  return isAll ? (
    <EmptyState icon="activity" title={t('activity.empty.title')}>
      {t('activity.empty.lead')}
    </EmptyState>
  ) : (
    <EmptyState
      icon="activity"
      title={t('activity.none.title')}
      actions={<Button onPress={() => void navigate({ search: '' })}>{t('activity.filter.clear')}</Button>}
    >
      {t('activity.none.lead')}
    </EmptyState>
  );
}
