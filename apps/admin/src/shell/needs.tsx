import type { ReactNode } from 'react';
import { ButtonLink } from '../parts/button';
import { Card } from '../parts/layout';
import { EmptyState } from '../parts/states';
import { useMay, useMembership } from '../session/membership';
import { useTexts } from '../texts/texts';
import { Page } from './page';

/** A screen that requires a scope. Users without the scope get an explanation. */
export function Needs({ right, children }: { right: string; children: ReactNode }): ReactNode {
  const may = useMay();
  return may(right) ? children : <NotAllowed />;
}

function NotAllowed(): ReactNode {
  const t = useTexts();
  const { role } = useMembership().attributes;
  return (
    <Page title={t('people.notAllowed.title')}>
      <Card>
        <EmptyState
          icon="info"
          title={t('people.notAllowed.lead', { role: t(`people.role.${role}`) })}
          actions={<ButtonLink href="/">{t('notFound.home')}</ButtonLink>}
        />
      </Card>
    </Page>
  );
}
