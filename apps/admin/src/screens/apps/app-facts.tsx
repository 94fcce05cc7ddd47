import type { ReactNode } from 'react';
import type { Installation } from '../../api/installations';
import type { ShopApp } from '../../api/shop-apps';
import { AppDescription, AppLinks } from '../../parts/app-words';
import { useEventTypes } from '../../parts/events';
import { Facts } from '../../parts/facts';
import { Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import type { Sentence } from '../../parts/scopes';
import { Time } from '../../parts/time';
import { useTexts } from '../../texts/texts';
import { ConnectionBadge } from './connection-badge';
import { connectionOf } from './installation';

/** Facts about an installed app. `app` is undefined while the app's details are loading. */
export function AppFacts({
  installation,
  app,
}: {
  installation: Installation;
  app: ShopApp | undefined;
}): ReactNode {
  const t = useTexts();
  const { installed_at, uninstalled_at, last_used_at } = installation.attributes;
  const connection = connectionOf(installation);
  const types = useEventTypes();
  // An agent has no developer, so the domain comes from the agent's client metadata document.
  const isAgent = app !== undefined && app.attributes.client_url !== null;
  return (
    <Facts
      facts={[
        {
          name: t('apps.column.connection'),
          value: (
            <Row>
              <ConnectionBadge installation={installation} />
              {isAgent && <Badge kind="info">{t('apps.agent')}</Badge>}
            </Row>
          ),
        },
        {
          name: t('apps.fact.maker'),
          value: isAgent ? undefined : app ? <bdi>{app.attributes.maker}</bdi> : '…',
        },
        {
          name: t(isAgent ? 'apps.fact.domain' : 'apps.fact.host'),
          value: app ? <bdi>{app.attributes.install_host}</bdi> : '…',
        },
        {
          name: t('apps.fact.description'),
          value: app?.attributes.description ? <AppDescription app={app} /> : undefined,
        },
        {
          name: t('apps.fact.links'),
          value:
            app && (app.attributes.privacy_url ?? app.attributes.support_url) !== null ? (
              <AppLinks app={app} />
            ) : undefined,
        },
        { name: t('apps.column.since'), value: <Time value={installed_at} /> },
        {
          name: t('apps.column.until'),
          value: connection === 'uninstalled' ? <Time value={uninstalled_at} /> : undefined,
        },
        { name: t('apps.column.lastUsed'), value: <Time value={last_used_at} /> },
        {
          name: t('apps.fact.events'),
          value:
            app && !types.isPending ? (
              <Events names={app.attributes.webhook_events} types={types.data ?? []} />
            ) : (
              '…'
            ),
        },
      ]}
    />
  );
}

/** Lists webhook event types as sentences. Without a sentence, the list shows the name of the event type. */
function Events({ names, types }: { names: readonly string[]; types: readonly Sentence[] }): ReactNode {
  const t = useTexts();
  if (names.length === 0) return t('apps.fact.events.none');
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>{types.find(({ id }) => id === name)?.attributes.sentence ?? name}</li>
      ))}
    </ul>
  );
}
