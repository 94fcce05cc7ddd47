import type { ReactNode } from 'react';
import { ButtonLink } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { Card, Stack } from '../../parts/layout';
import { useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import { installLink } from './own-app';

/** Where owners of this shop agree; and how it is for other shops. */
export function InstallLink({ id }: { id: string }): ReactNode {
  const t = useTexts();
  return (
    <Card
      title={t('developerApps.link')}
      actions={
        <ButtonLink size="small" href={`/oauth/${id}`}>
          {t('developerApps.link.open')}
        </ButtonLink>
      }
    >
      <Stack gap="small">
        <CodeBlock code={installLink(id)} label={t('developerApps.link')} wrap />
        <p className={styles['soft']}>{t('developerApps.link.lead')}</p>
      </Stack>
    </Card>
  );
}
