import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { decide, findProposal, type Proposal, proposalsKey } from '../../api/proposals';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Facts } from '../../parts/facts';
import { Card, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { ErrorState } from '../../parts/states';
import { Time } from '../../parts/time';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { Page, PageSkeleton } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { ProposalBadge } from './proposal-badge';
import { ProposalChanges } from './proposal-changes';

export default function ProposalPage(): ReactNode {
  const { id = '' } = useParams();
  const { id: shopId } = useShop();
  const query = useQuery({
    queryKey: [...proposalsKey(shopId), id],
    queryFn: ({ signal }) => findProposal(shopId, id, signal),
  });
  if (query.data) return <Shown proposal={query.data} />;
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return <PageSkeleton />;
}

function Shown({ proposal }: { proposal: Proposal }): ReactNode {
  const t = useTexts();
  const { actor_name, status, failure_reason } = proposal.attributes;
  return (
    <Page
      title={t('proposals.of', { app: actor_name })}
      part={t('proposals.title')}
      lead={<Link to="/proposals">{t('proposals.back')}</Link>}
      actions={status === 'pending' && <Decision proposal={proposal} />}
    >
      <Stack>
        {failure_reason && (
          <Notice kind="danger" title={t('proposals.failed')}>
            <p>{t(`proposals.reason.${failure_reason}`)}</p>
          </Notice>
        )}
        <About proposal={proposal} />
        <ProposalChanges proposal={proposal} />
      </Stack>
    </Page>
  );
}

function About({ proposal: { attributes, meta } }: { proposal: Proposal }): ReactNode {
  const t = useTexts();
  const { status, expires_at, decided_at, decided_by_name } = attributes;
  const isPending = status === 'pending';
  return (
    <Card title={t('proposals.about')}>
      <Facts
        facts={[
          { name: t('proposals.status'), value: <ProposalBadge status={status} /> },
          { name: t('proposals.created'), value: <Time value={meta!.created_at} /> },
          { name: t('proposals.expires'), value: isPending ? <Time value={expires_at} /> : undefined },
          { name: t('proposals.decided'), value: decided_at ? <Time value={decided_at} /> : undefined },
          { name: t('proposals.decidedBy'), value: decided_by_name ?? undefined },
        ]}
      />
    </Card>
  );
}

function Decision({ proposal: { id, attributes } }: { proposal: Proposal }): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'approved' | 'declined'>();
  const app = attributes.actor_name;
  const confirm = (status: 'approved' | 'declined') => async (): Promise<void> => {
    const decided = await decide(shop.id, id, status);
    toast(t(`proposals.done.${decided.attributes.status}`));
    // Reloads all data, because an approved change can affect any list.
    await queries.invalidateQueries();
  };
  return (
    <>
      <Button needs="proposals.patch" onPress={() => setAsked('declined')}>
        {t('proposals.decline')}
      </Button>
      <Button look="primary" needs="proposals.patch" onPress={() => setAsked('approved')}>
        {t('proposals.approve')}
      </Button>
      <ConfirmDialog
        title={t('proposals.approve.title', { app })}
        action={t('proposals.approve')}
        isOpen={asked === 'approved'}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm('approved')}
        isHarmless
      >
        {t('proposals.approve.text')}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('proposals.decline.title', { app })}
        action={t('proposals.decline')}
        isOpen={asked === 'declined'}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm('declined')}
      >
        {t('proposals.decline.text')}
      </ConfirmDialog>
    </>
  );
}
