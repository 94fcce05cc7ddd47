import { lazy, type ReactNode, Suspense, useState } from 'react';
import { authPage } from '../../api/auth-api';
import { useDialogForNew } from '../../parts/addressed-dialog';
import { ApiSuspendedNotice } from '../../parts/api-suspended-notice';
import { Button } from '../../parts/button';
import { useFilterInAddress } from '../../parts/filter-in-address';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { Segments } from '../../parts/segments';
import { EmptyState, Skeleton } from '../../parts/states';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { type AccessToken, listKey, listPath } from './access-token';
import { EditToken } from './edit-token';
import { GenerateToken } from './generate-token';
import { RevokeToken } from './revoke-token';
import { RotateToken } from './rotate-token';
import { TokenTable } from './token-table';

const CanaryTokens = lazy(() => import('./canary-tokens'));
const UnusedScopes = lazy(() => import('./unused-scopes'));

const filters = ['active', 'unused', 'expired', 'revoked', 'all'] as const;
type Filter = (typeof filters)[number];

function queryOf(filter: Filter): string {
  if (filter === 'all') return '';
  return filter === 'unused' ? '&filter[unused]=true' : `&filter[status]=${filter}`;
}

export default function ApiAccess(): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const [filter, setFilter] = useFilterInAddress(filters);
  const [isGenerating, setGenerating] = useDialogForNew();
  const [editing, setEditing] = useState<AccessToken>();
  const [rotating, setRotating] = useState<AccessToken>();
  const [revoking, setRevoking] = useState<AccessToken>();
  const list = usePagedList<AccessToken>(listKey(id), `${listPath(id)}?sort=-id${queryOf(filter)}`, authPage);
  return (
    <Page
      title={t('apiAccess.title')}
      lead={t('apiAccess.lead')}
      actions={
        <Button look="primary" icon="plus" needs="access_tokens.post" onPress={() => setGenerating(true)}>
          {t('apiAccess.generate')}
        </Button>
      }
    >
      <ApiSuspendedNotice />
      <Card
        flush
        title={t('apiAccess.list')}
        actions={
          <Segments
            label={t('apiAccess.filter')}
            options={filters.map((each) => ({ id: each, text: t(`apiAccess.filter.${each}`) }))}
            value={filter}
            onChange={setFilter}
          />
        }
      >
        <ListPage list={list} empty={<NoTokens filter={filter} onGenerate={() => setGenerating(true)} />}>
          {(tokens) => (
            <TokenTable tokens={tokens} onEdit={setEditing} onRotate={setRotating} onRevoke={setRevoking} />
          )}
        </ListPage>
      </Card>
      {/* A longer list of tokens would move the cards. */}
      {list.page && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <CanaryTokens />
          <UnusedScopes />
        </Suspense>
      )}
      <GenerateToken isOpen={isGenerating} onClose={() => setGenerating(false)} />
      <EditToken token={editing} onClose={() => setEditing(undefined)} />
      <RotateToken token={rotating} onClose={() => setRotating(undefined)} />
      <RevokeToken token={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  );
}

function NoTokens({ filter, onGenerate }: { filter: Filter; onGenerate: () => void }): ReactNode {
  const t = useTexts();
  if (filter !== 'active' && filter !== 'all') {
    return (
      <EmptyState icon="key" title={t('apiAccess.none.title')}>
        {t('apiAccess.none.lead')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="key"
      title={t('apiAccess.empty.title')}
      actions={
        <Button needs="access_tokens.post" onPress={onGenerate}>
          {t('apiAccess.generate')}
        </Button>
      }
    >
      {t('apiAccess.empty.lead')}
    </EmptyState>
  );
}
