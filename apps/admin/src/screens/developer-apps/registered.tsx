import type { ReactNode } from 'react';
import { ButtonLink } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { Card, Row, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import { InstallLink } from './install-link';
import type { NewApp } from './own-app';

export function Registered({ app, secret, webhookSecret }: NewApp): ReactNode {
  const t = useTexts();
  const { name, webhook_url } = app.attributes;
  return (
    <Page key="registered" title={t('developerApps.made.title', { app: name })}>
      <Card title={t('developerApps.credentials')}>
        <Stack>
          <Notice kind="warning" live title={t('developerApps.secret.once')}>
            <p>{t('developerApps.secret.keep')}</p>
          </Notice>
          <Credential label={t('developerApps.secret')} text={secret} />
          {webhook_url !== null && (
            <Credential label={t('developerApps.webhookSecret')} text={webhookSecret} />
          )}
          <Credential label={t('developerApps.id')} text={app.id} />
        </Stack>
      </Card>
      <InstallLink id={app.id} />
      <Card title={t('developerApps.next')}>
        <ol className={styles['steps']}>
          <li>{t('developerApps.next.install')}</li>
          <li>{t('developerApps.next.nonce')}</li>
          <li>
            {t('developerApps.next.exchange')}{' '}
            <code>
              GET {'{auth_url}'}/api/oauth_tokens/nonce/{'{nonce}'}
            </code>
          </li>
          <li>{t('developerApps.next.call')}</li>
        </ol>
      </Card>
      <Row end>
        <ButtonLink look="primary" href={`/developer/apps/${app.id}`}>
          {t('developerApps.made.done')}
        </ButtonLink>
      </Row>
    </Page>
  );
}

function Credential({ label, text }: { label: string; text: string }): ReactNode {
  return (
    <div>
      <p className={styles['label']}>{label}</p>
      <CodeBlock code={text} label={label} wrap />
    </div>
  );
}
