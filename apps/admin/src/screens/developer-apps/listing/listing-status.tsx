import type { ReactNode } from 'react';
import { Button } from '../../../parts/button';
import { Card, Row, Stack } from '../../../parts/layout';
import { Badge, Notice } from '../../../parts/notice';
import { ErrorState } from '../../../parts/states';
import { isTextId, type Texts, useTexts } from '../../../texts/texts';
import { type KnownListing, submitListing, useListingChanged, withdrawListing } from './listing';
import { useAction } from './use-action';

const kinds = { unlisted: 'neutral', listed: 'good', hidden: 'warning' } as const;

export function ListingStatus({ known: { listing } }: { known: KnownListing }): ReactNode {
  const t = useTexts();
  const { attributes } = listing;
  const isWaiting = attributes.review_status === 'submitted';
  return (
    <Card
      title={t('developerApps.listing')}
      lead={t('developerApps.listing.lead')}
      actions={
        <Badge kind={kinds[attributes.status]}>
          {t(`developerApps.listing.status.${attributes.status}`)}
        </Badge>
      }
    >
      <Stack>
        {attributes.hidden_reasons !== null && (
          <Notice kind="warning" title={t('developerApps.listing.hidden')}>
            <p>{attributes.hidden_reasons}</p>
          </Notice>
        )}
        {attributes.review_status === 'rejected' && (
          <Notice kind="danger" title={t('developerApps.listing.rejected')}>
            <p>{attributes.review_reasons}</p>
          </Notice>
        )}
        {isWaiting && (
          <Notice title={t('developerApps.listing.waiting')}>
            <p>
              {t(
                attributes.is_changed
                  ? 'developerApps.listing.waiting.changed'
                  : 'developerApps.listing.waiting.lead',
              )}
            </p>
          </Notice>
        )}
        {attributes.status === 'listed' && attributes.is_changed && !isWaiting && (
          <Notice title={t('developerApps.listing.changed')}>
            <p>{t('developerApps.listing.changed.lead')}</p>
          </Notice>
        )}
        {attributes.missing.length > 0 && (
          <p>
            {t('developerApps.listing.missing', {
              attributes: attributes.missing.map((name) => fieldName(t, name)).join(', '),
            })}
          </p>
        )}
        <Row>{isWaiting ? <Withdraw id={listing.id} /> : <Submit known={listing} />}</Row>
      </Stack>
    </Card>
  );
}

function fieldName(t: Texts, name: string): string {
  const id = `developerApps.listing.field.${name}`;
  return isTextId(id) ? t(id) : name;
}

function Submit({ known: { id, attributes } }: { known: KnownListing['listing'] }): ReactNode {
  const t = useTexts();
  const changed = useListingChanged(id);
  const done = t('developerApps.listing.submitted');
  const { isPending, error, run } = useAction({ act: () => submitListing(id), changed, done });
  if (error !== undefined) return <ErrorState error={error} onRetry={run} />;
  return (
    <Button
      look="primary"
      isPending={isPending}
      isDisabled={attributes.missing.length > 0 || !attributes.is_changed}
      onPress={run}
    >
      {t('developerApps.listing.submit')}
    </Button>
  );
}

function Withdraw({ id }: { id: string }): ReactNode {
  const t = useTexts();
  const changed = useListingChanged(id);
  const done = t('developerApps.listing.withdrawn');
  const { isPending, error, run } = useAction({ act: () => withdrawListing(id), changed, done });
  if (error !== undefined) return <ErrorState error={error} onRetry={run} />;
  return (
    <Button isPending={isPending} onPress={run}>
      {t('developerApps.listing.withdraw')}
    </Button>
  );
}
