import type { ReactNode } from 'react';
import { CodeBlock, CopyButton } from '../../parts/copy-button';
import { Facts } from '../../parts/facts';
import { Card, Row, Stack } from '../../parts/layout';
import { Time } from '../../parts/time';
import { exampleDomain, useShopIfAny } from '../../session/shop';
import { authApiUrl, shopApiUrl } from '../../session/shop-url';
import { useTexts } from '../../texts/texts';
import styles from './developer-apps.module.css';
import { InstallLink } from './install-link';
import { type OwnApp, useInstalledShops } from './own-app';
import { callCommands, exchangeCommands } from './snippets';

export function Overview({ app }: { app: OwnApp }): ReactNode {
  return (
    <>
      <About app={app} />
      <InstallLink id={app.id} />
      <FirstCalls app={app} />
      <Documentation />
    </>
  );
}

function About({ app: { id, attributes } }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const shops = useInstalledShops(id);
  return (
    <Card>
      <Facts
        facts={[
          {
            name: t('developerApps.id'),
            value: (
              <Row>
                <code>{id}</code>
                <CopyButton text={id} label={t('developerApps.id')} />
              </Row>
            ),
          },
          {
            name: t('developerApps.shops'),
            value: shops.data === undefined ? '…' : t('developerApps.shops.count', { count: shops.data }),
          },
          { name: t('developerApps.column.created'), value: <Time value={attributes.created_at} /> },
          { name: t('developerApps.column.updated'), value: <Time value={attributes.updated_at} /> },
        ]}
      />
    </Card>
  );
}

/** Shows curl commands from the installation nonce to the first API response, with this app's client id. */
function FirstCalls({ app: { id, attributes } }: { app: OwnApp }): ReactNode {
  const t = useTexts();
  const domain = useShopIfAny()?.domain ?? exampleDomain;
  const addresses = { id, authUrl: authApiUrl(), baseUrl: shopApiUrl(domain) };
  const requests = [
    ['developerApps.calls.exchange', exchangeCommands(addresses, attributes)],
    ['developerApps.calls.request', callCommands(addresses, attributes)],
  ] as const;
  return (
    <Card title={t('developerApps.calls')} lead={t('developerApps.calls.lead')}>
      <Stack>
        {requests.map(([title, code]) => (
          <div key={title}>
            <h3 className={styles['label']}>{t(title)}</h3>
            <CodeBlock code={code} label={t(title)} wrap />
          </div>
        ))}
      </Stack>
    </Card>
  );
}

const pages = {
  quickStart: 'guides/quick-start',
  installFlow: 'guides/install-flow',
  shopApi: 'shop-api',
  webhooks: 'webhooks',
  sdk: 'sdk',
  errors: 'errors',
} as const;

function Documentation(): ReactNode {
  const t = useTexts();
  return (
    <Card title={t('developerApps.docs')}>
      <ul className={styles['links']}>
        {(Object.keys(pages) as (keyof typeof pages)[]).map((name) => (
          <li key={name}>
            <a href={`${authApiUrl()}/docs/${pages[name]}`}>{t(`developerApps.docs.${name}`)}</a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
