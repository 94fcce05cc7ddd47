import type { ReactNode } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { authPage } from '../../api/auth-api';
import { type Erasure, erasuresKey, erasuresPath, erasureStatuses } from '../../api/erasures';
import { ErasuresTable } from '../../parts/erasures/erasures-table';
import { Card, Stack } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { Segments } from '../../parts/segments';
import { EmptyState } from '../../parts/states';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';

const choices = ['all', ...erasureStatuses] as const;

export default function Erasures(): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { id } = useShop();
  const [search] = useSearchParams();
  const status = choices.find((each) => each === search.get('status')) ?? 'all';
  const path = erasuresPath(id, status === 'all' ? {} : { status });
  const list = usePagedList<Erasure>(erasuresKey(id), path, authPage);
  return (
    <Page title={t('erasures.title')} lead={t('erasures.lead')}>
      <Stack>
        <Link to="/activity">{t('erasures.back')}</Link>
        <Segments
          label={t('erasures.status')}
          options={choices.map((each) => ({ id: each, text: t(`erasures.status.${each}`) }))}
          value={status}
          onChange={(each) => void navigate({ search: each === 'all' ? '' : `?status=${each}` })}
        />
        <Card flush>
          <ListPage list={list} empty={<Empty isAll={status === 'all'} />} lines={6}>
            {(erasures) => <ErasuresTable erasures={erasures} />}
          </ListPage>
        </Card>
      </Stack>
    </Page>
  );
}

function Empty({ isAll }: { isAll: boolean }): ReactNode {
  const t = useTexts();
  if (!isAll) return <EmptyState icon="people" title={t('erasures.none')} />;
  return (
    <EmptyState icon="people" title={t('erasures.empty')}>
      {t('erasures.empty.lead')}
    </EmptyState>
  );
}
