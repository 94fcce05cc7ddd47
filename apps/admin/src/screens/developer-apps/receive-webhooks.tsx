import { type ReactNode, useState } from 'react';
import { ButtonLink } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { useShopApp } from '../../parts/installed';
import { Card, Stack } from '../../parts/layout';
import { Segments } from '../../parts/segments';
import { exampleDomain, useShopIfAny } from '../../session/shop';
import { authApiUrl, shopApiUrl } from '../../session/shop-url';
import { Text, useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import type { OwnApp } from './own-app';
import { listenCommand, verification } from './snippets';

export function ReceiveWebhooks({ app: { id } }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const shop = useShopIfAny();
  const baseUrl = shopApiUrl(shop?.domain ?? exampleDomain);
  return (
    <Card title={t('developerApps.receive')} actions={shop && <DeliveriesHere appId={id} />}>
      <Stack gap="large">
        <Verification />
        <div>
          <h3 className={styles['label']}>{t('developerApps.receive.listen')}</h3>
          <Stack gap="small">
            <CodeBlock
              code={listenCommand({ baseUrl, authUrl: authApiUrl() })}
              label={t('developerApps.receive.command')}
              wrap
            />
            <p className={styles['soft']}>
              <Text
                id="developerApps.receive.listen.lead"
                values={{ scope: <code>events.collection</code> }}
              />
            </p>
          </Stack>
        </div>
      </Stack>
    </Card>
  );
}

function Verification(): ReactNode {
  const t = useTexts();
  const [how, setHow] = useState<keyof typeof verification>('sdk');
  return (
    <div>
      <div className={styles['labelRow']}>
        <h3 className={styles['label']}>{t('developerApps.receive.verify')}</h3>
        <Segments
          label={t('developerApps.receive.how')}
          options={(['sdk', 'library', 'plain'] as const).map((each) => ({
            id: each,
            text: t(`developerApps.receive.${each}`),
          }))}
          value={how}
          onChange={setHow}
        />
      </div>
      <Stack gap="small">
        <CodeBlock code={verification[how]} label={t('developerApps.receive.verify')} wrap />
        <p className={styles['soft']}>
          {t('developerApps.receive.verify.lead')}{' '}
          <a href={`${authApiUrl()}/docs/webhooks`}>{t('developerApps.receive.docs')}</a>
        </p>
      </Stack>
    </div>
  );
}

/** A link to the app's webhook deliveries in this shop. Hidden if the app is not installed here. */
function DeliveriesHere({ appId }: { appId: string }): ReactNode {
  const t = useTexts();
  const installation = useShopApp(appId).data?.relationships?.['installation']?.data;
  return (
    installation && (
      <ButtonLink size="small" href={`/apps/${installation.id}/deliveries`}>
        {t('developerApps.receive.deliveries')}
      </ButtonLink>
    )
  );
}
