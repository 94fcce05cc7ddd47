import type { ReactNode } from 'react';
import { Card } from '../../../parts/layout';
import { ErrorState, Skeleton } from '../../../parts/states';
import type { OwnApp } from '../own-app';
import { Domain } from './domain';
import { EditListing } from './edit-listing';
import { useListing } from './listing';
import { ListingPreview } from './listing-preview';
import { ListingStatus } from './listing-status';
import { ListingScreenshots } from './screenshots';

/** Default export, so that this section of the page is a separate chunk. */
export default function ListingPart({ app }: { app: OwnApp }): ReactNode {
  const query = useListing(app.id);
  if (!query.data)
    return (
      <Card>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton lines={9} />
        )}
      </Card>
    );
  return (
    <>
      <ListingStatus known={query.data} />
      <EditListing key={query.data.etag} known={query.data} />
      <ListingScreenshots known={query.data} />
      <ListingPreview app={app} listing={query.data.listing} />
      <Domain />
    </>
  );
}
