import type { ReactNode } from 'react';
import { AppIcon } from '../../../parts/app-icon';
import { Card, Row, Stack } from '../../../parts/layout';
import { ListingLinks, ListingText, Maker, Screenshots } from '../../../parts/listing/listing-words';
import { useTexts } from '../../../texts/texts';
import type { OwnApp } from '../own-app';
import { type Listing, screenshotUrl, useDomain } from './listing';

export function ListingPreview({ app, listing }: { app: OwnApp; listing: Listing }): ReactNode {
  const t = useTexts();
  const domain = useDomain();
  const { attributes } = listing;
  const verified = domain.data?.attributes.status === 'verified' ? domain.data.attributes.domain : null;
  return (
    <Card title={t('developerApps.listing.preview')} lead={t('developerApps.listing.preview.lead')}>
      <Stack>
        <Row gap="normal">
          <AppIcon name={attributes.name} url={app.attributes.icon_url} size="large" />
          <div>
            <p>
              <strong>
                <bdi>{attributes.name}</bdi>
              </strong>
            </p>
            <p>
              <bdi>{attributes.tagline}</bdi>
            </p>
            <Maker name={attributes.developer_name} domain={verified} />
          </div>
        </Row>
        <Screenshots
          name={attributes.name}
          urls={attributes.screenshots.map((digest) => screenshotUrl(listing.id, digest))}
        />
        <ListingText text={attributes.description} />
        <ListingLinks listing={attributes} />
      </Stack>
    </Card>
  );
}
