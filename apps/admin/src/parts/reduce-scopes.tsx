import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authDocument, authPage } from '../api/auth-api';
import type { Resource } from '../api/documents';
import { useMay } from '../session/membership';
import { useShop } from '../session/shop';
import { Text, useTexts } from '../texts/texts';
import { Button } from './button';
import { ConfirmDialog } from './confirm-dialog';
import { Row } from './layout';
import { ScopeList, type Sentence } from './scopes';
import { Time } from './time';
import { toast } from './toast';

/** How an app or access token has used its scopes. `last_used_on` is a day in UTC. */
export type ScopeUses = Resource<{
  name: string;
  observed_since: string | null;
  uses: { scope: string; last_used_on: string | null }[];
  unused_30_days: string[];
  unused_90_days: string[];
}>;

export type ScopeReduction = Resource<{
  name: string;
  removed_scopes: string[];
  created_at: string;
  undo_until: string;
}>;

export interface Credential {
  id: string;
  kind: 'app' | 'token';
  name: string;
}

const UNUSED_DAYS = 30;
/** Scopes that a user needs to remove permissions of an app or access token. */
const rights = { app: 'installations.post', token: 'access_tokens.post' } as const;

const pathOf = (shopId: string): string => `/api/shops/${shopId}/scope_reductions`;

interface ReduceScopesProps {
  credential: Credential;
  uses: ScopeUses | undefined;
  all: readonly Sentence[];
}

/** Lists the unused permissions of an app or access token. A button removes these permissions after a confirmation. */
export function ReduceScopes({ credential: { id, kind, name }, uses, all }: ReduceScopesProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const changed = useScopesChanged(shop.id);
  const [isAsking, setAsking] = useState(false);
  const { unused_30_days: unused = [], unused_90_days: longer = [] } = uses?.attributes ?? {};
  const reduce = async (): Promise<void> => {
    const target = kind === 'app' ? { installation_id: id } : { access_token_id: id };
    const attributes = { ...target, unused_days: UNUSED_DAYS, scopes: unused };
    await authDocument(pathOf(shop.id), { method: 'POST', data: { type: 'scope_reductions', attributes } });
    await changed();
    toast(t('reductions.done', { name }));
  };
  if (unused.length === 0 && !isAsking) return null;
  return (
    <Row>
      <p>
        {t(kind === 'app' ? 'reductions.unused' : 'reductions.unused.of', { name, count: unused.length })}
        {longer.length > 0 && ` ${t('reductions.unused.longer', { count: longer.length })}`}
      </p>
      <Button size="small" needs={rights[kind]} onPress={() => setAsking(true)}>
        {t('reductions.reduce')}
      </Button>
      <ConfirmDialog
        title={t('reductions.title', { name, count: unused.length })}
        action={t('reductions.reduce')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={reduce}
        isHarmless
      >
        <p>{t(`reductions.text.${kind}`)}</p>
        <ScopeList all={all} scopes={unused} />
      </ConfirmDialog>
    </Row>
  );
}

interface UndoReductionProps {
  credential: Credential;
  reduction: ScopeReduction;
}

/** Reports a removal of unused permissions. A button restores the permissions. */
export function UndoReduction({ credential, reduction }: UndoReductionProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const changed = useScopesChanged(shop.id);
  const [isAsking, setAsking] = useState(false);
  const { kind, name } = credential;
  const { removed_scopes, created_at } = reduction.attributes;
  const count = removed_scopes.length;
  const undo = async (): Promise<void> => {
    await authDocument<undefined>(`${pathOf(shop.id)}/${reduction.id}`, { method: 'DELETE' });
    await changed();
    toast(t('reductions.undone', { name }));
  };
  const values = { name, count, time: <Time value={created_at} form="date" /> };
  return (
    <Row>
      <p>
        <Text id={kind === 'app' ? 'reductions.removed' : 'reductions.removed.of'} values={values} />
      </p>
      <Button size="small" needs={rights[kind]} onPress={() => setAsking(true)}>
        {t('reductions.undo')}
      </Button>
      <ConfirmDialog
        title={t('reductions.undo.title', { count })}
        action={t('reductions.undo')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={undo}
        isHarmless
      >
        {t(`reductions.undo.text.${kind}`)}
      </ConfirmDialog>
    </Row>
  );
}

/** Loads the permission removals that the user can undo, for one app installation or for all apps and access tokens. */
export function useReductions(installationId?: string, isEnabled = true): readonly ScopeReduction[] {
  const shop = useShop();
  const may = useMay();
  const filter = installationId === undefined ? {} : { 'filter[installation_id]': installationId };
  const query = useQuery({
    queryKey: ['scope_reductions', shop.id, installationId],
    queryFn: ({ signal }) =>
      authPage<ScopeReduction>(pathOf(shop.id), { query: { ...filter, 'page[size]': '100' }, signal }),
    enabled: isEnabled && may('request_counts.collection'),
  });
  return query.data?.data ?? [];
}

function useScopesChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    for (const type of ['scope_uses', 'scope_reductions', 'shop-app', 'installations', 'access_tokens'])
      await queries.invalidateQueries({ queryKey: [type, shopId] });
  };
}
