import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../parts/button';
import { Card } from '../../parts/layout';
import { EmptyState } from '../../parts/states';
import { Page } from '../../shell/page';
import { usePalette } from '../../shell/palette/palette-button';
import { useTexts } from '../../texts/texts';

export default function NotFound(): ReactNode {
  const t = useTexts();
  const { open, palette } = usePalette();
  return (
    <Page title={t('notFound.title')}>
      <Card>
        <EmptyState
          icon="info"
          title={t('notFound.lead')}
          actions={
            <>
              <Button icon="search" onPress={open}>
                {t('palette.open')}
              </Button>
              <ButtonLink href="/">{t('notFound.home')}</ButtonLink>
            </>
          }
        />
        {palette}
      </Card>
    </Page>
  );
}
