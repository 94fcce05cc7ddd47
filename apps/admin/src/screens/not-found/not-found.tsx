import type { ReactNode } from 'react';
import { ButtonLink } from '../../parts/button';
import { Card } from '../../parts/layout';
import { EmptyState } from '../../parts/states';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';

export default function NotFound(): ReactNode {
  const t = useTexts();
  return (
    <Page title={t('notFound.title')}>
      <Card>
        <EmptyState
          icon="info"
          title={t('notFound.lead')}
          actions={<ButtonLink href="/">{t('notFound.home')}</ButtonLink>}
        />
      </Card>
    </Page>
  );
}
