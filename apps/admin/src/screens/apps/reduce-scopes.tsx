import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authDocument, authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Row } from '../../parts/layout';
import { ScopeList, type Sentence } from '../../parts/scopes';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { Text, useTexts } from '../../texts/texts';
import { useInstallationsChanged } from './installation';

/** An item of `GET …/scope_reductions`. */
type ScopeReduction = Resource<{ removed_scopes: string[]; created_at: string; undo_until: string }>;

const UNUSED_DAYS = 30;

const pathOf = (shopId: string): string => `/api/shops/${shopId}/scope_reductions`;

interface ReduceScopesProps {
  installation: Installation;
  /** Scopes that no request required for 30 days. */
  unused: readonly string[];
  all: readonly Sentence[];
}

/** Explains that permissions are unused, with a button that removes them from the app after a confirmation. */
export function ReduceScopes({ installation, unused, all }: ReduceScopesProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const changed = useScopesChanged(shop.id);
  const [isAsking, setAsking] = useState(false);
  const { app_name: app } = installation.attributes;
  const reduce = async (): Promise<void> => {
    const attributes = { installation_id: installation.id, unused_days: UNUSED_DAYS, scopes: unused };
    await authDocument(pathOf(shop.id), { method: 'POST', data: { type: 'scope_reductions', attributes } });
    await changed();
    toast(t('apps.reduce.done', { app }));
  };
  if (unused.length === 0 && !isAsking) return null;
  return (
    <Row>
      <p>{t('apps.access.unused', { count: unused.length })}</p>
      <Button size="small" needs="installations.post" onPress={() => setAsking(true)}>
        {t('apps.reduce')}
      </Button>
      <ConfirmDialog
        title={t('apps.reduce.title', { app, count: unused.length })}
        action={t('apps.reduce')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={reduce}
        isHarmless
      >
        <p>{t('apps.reduce.text')}</p>
        <ScopeList all={all} scopes={unused} />
      </ConfirmDialog>
    </Row>
  );
}

/** Lists the removals of permissions that can be undone, with a button each. */
export function ScopeReductions({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const reductions = useReductions(installation);
  const changed = useScopesChanged(shop.id);
  const undo = async (id: string): Promise<void> => {
    await authDocument<undefined>(`${pathOf(shop.id)}/${id}`, { method: 'DELETE' });
    await changed();
    toast(t('apps.reduce.undone', { app: installation.attributes.app_name }));
  };
  return reductions.map((reduction) => (
    <Undo key={reduction.id} reduction={reduction} onConfirm={() => undo(reduction.id)} />
  ));
}

interface UndoProps {
  reduction: ScopeReduction;
  onConfirm: () => Promise<void>;
}

function Undo({ reduction: { attributes }, onConfirm }: UndoProps): ReactNode {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const count = attributes.removed_scopes.length;
  return (
    <Row>
      <p>
        <Text
          id="apps.reduce.removed"
          values={{ count, time: <Time value={attributes.created_at} form="date" /> }}
        />
      </p>
      <Button size="small" needs="installations.post" onPress={() => setAsking(true)}>
        {t('apps.reduce.undo')}
      </Button>
      <ConfirmDialog
        title={t('apps.reduce.undo.title', { count })}
        action={t('apps.reduce.undo')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
        isHarmless
      >
        {t('apps.reduce.undo.text')}
      </ConfirmDialog>
    </Row>
  );
}

/** Loads the reductions of an installed app that can be undone. */
function useReductions({ id, attributes }: Installation): readonly ScopeReduction[] {
  const shop = useShop();
  const may = useMay();
  const query = useQuery({
    queryKey: ['scope_reductions', shop.id, id],
    queryFn: ({ signal }) =>
      authPage<ScopeReduction>(pathOf(shop.id), { query: { 'filter[installation_id]': id }, signal }),
    enabled: attributes.status === 'installed' && may('request_counts.collection'),
  });
  return query.data?.data ?? [];
}

/** Returns a function that reloads everything that shows the scopes of installations. */
function useScopesChanged(shopId: string): () => Promise<void> {
  const queries = useQueryClient();
  const installationsChanged = useInstallationsChanged(shopId);
  return async () => {
    for (const type of ['scope_uses', 'scope_reductions', 'shop-app'])
      await queries.invalidateQueries({ queryKey: [type, shopId] });
    await installationsChanged();
  };
}
