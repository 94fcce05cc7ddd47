import { type ReactNode, useRef } from 'react';
import { imageAddress } from '../../../parts/app-icon';
import { Button } from '../../../parts/button';
import { FileButton } from '../../../parts/file-button';
import { Card, Row, Stack } from '../../../parts/layout';
import { ErrorState } from '../../../parts/states';
import { useTexts } from '../../../texts/texts';
import { iconTypes } from '../chosen-icon';
import { addScreenshot, changeListing, type KnownListing, screenshotUrl, useListingChanged } from './listing';
import styles from './listing.module.css';
import { useAction } from './use-action';

const MAX_SCREENSHOTS = 8;

export function ListingScreenshots({ known }: { known: KnownListing }): ReactNode {
  const t = useTexts();
  const { id, attributes } = known.listing;
  const changed = useListingChanged(id);
  const chosen = useRef<File>(null);
  const upload = useAction({ act: () => addScreenshot(id, chosen.current!), changed });
  const { screenshots } = attributes;
  return (
    <Card
      title={t('developerApps.listing.field.screenshots')}
      lead={t('developerApps.listing.screenshots.lead')}
    >
      <Stack>
        {screenshots.length > 0 && (
          <ul className={styles['shots']}>
            {screenshots.map((digest, at) => (
              <Screenshot key={digest} known={known} digest={digest} number={at + 1} />
            ))}
          </ul>
        )}
        {upload.error !== undefined && <ErrorState error={upload.error} onRetry={upload.run} />}
        <Row>
          <FileButton
            types={iconTypes}
            isPending={upload.isPending}
            isDisabled={screenshots.length >= MAX_SCREENSHOTS}
            onChoose={(file) => {
              chosen.current = file;
              upload.run();
            }}
          >
            {t('developerApps.listing.screenshots.add')}
          </FileButton>
        </Row>
      </Stack>
    </Card>
  );
}

function Screenshot({
  known,
  digest,
  number,
}: {
  known: KnownListing;
  digest: string;
  number: number;
}): ReactNode {
  const t = useTexts();
  const { id, attributes } = known.listing;
  const changed = useListingChanged(id);
  const others = attributes.screenshots.filter((each) => each !== digest);
  const forward = others.toSpliced(number - 2, 0, digest);
  const remove = useAction({ act: () => changeListing(known, { screenshots: others }), changed });
  const move = useAction({ act: () => changeListing(known, { screenshots: forward }), changed });
  return (
    <li>
      <img
        src={imageAddress(screenshotUrl(id, digest))}
        alt={t('directory.screenshot', { number, app: attributes.name })}
      />
      <Row>
        {number > 1 && (
          <Button
            size="small"
            isPending={move.isPending}
            aria-label={t('developerApps.listing.screenshots.forward.of', { number })}
            onPress={move.run}
          >
            {t('developerApps.listing.screenshots.forward')}
          </Button>
        )}
        <Button
          look="destructive"
          size="small"
          isPending={remove.isPending}
          aria-label={t('developerApps.listing.screenshots.remove.of', { number })}
          onPress={remove.run}
        >
          {t('developerApps.listing.screenshots.remove')}
        </Button>
      </Row>
    </li>
  );
}
