import { Link } from 'react-router';
import type { Installation } from '../../api/installations';
import type { WebhookStream } from '../../api/webhooks';
import { AppName } from '../../parts/app-icon';
import { Button } from '../../parts/button';
import { Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { ScopesPopover } from '../../parts/scopes-popover';
import type { Column } from '../../parts/table';
import { Time } from '../../parts/time';
import { WebhookState } from '../../parts/webhook-state';
import type { Texts } from '../../texts/texts';
import type { AppFilter } from './app-list';
import { ConnectionBadge } from './connection-badge';

interface AppColumns {
  filter: AppFilter;
  /** Webhook delivery states, keyed by installation id. Undefined if they failed to load. */
  streams: ReadonlyMap<string, WebhookStream> | undefined;
  onUninstall: (installation: Installation) => void;
}

export function appColumns(t: Texts, { filter, streams, onUninstall }: AppColumns): Column<Installation>[] {
  return [
    ...about(t),
    ...(filter === 'uninstalled' ? afterwards(t) : whileInstalled(t, streams, onUninstall)),
  ];
}

function about(t: Texts): Column<Installation>[] {
  return [
    {
      title: t('apps.column.app'),
      isName: true,
      cell: ({ id, attributes }) => (
        <AppName name={attributes.app_name} url={attributes.app_icon_url}>
          <Link to={`/apps/${id}`}>
            <bdi>{attributes.app_name}</bdi>
          </Link>
          {attributes.app_client_url !== null && (
            <Badge kind="info">
              {t('apps.agent.of', { domain: new URL(attributes.app_client_url).host })}
            </Badge>
          )}
        </AppName>
      ),
    },
    {
      id: 'access',
      title: t('apps.column.access'),
      isPlain: true,
      cell: ({ attributes: { scopes, app_name } }) => <ScopesPopover scopes={scopes} of={app_name} />,
    },
  ];
}

function whileInstalled(
  t: Texts,
  streams: AppColumns['streams'],
  onUninstall: AppColumns['onUninstall'],
): Column<Installation>[] {
  return [
    {
      id: 'connection',
      title: t('apps.column.connection'),
      isPlain: true,
      importance: 'high',
      cell: (installation) => (
        <Row>
          <ConnectionBadge installation={installation} />
          {installation.attributes.permissions_changed && (
            <Link to={`/apps/${installation.id}`}>
              <Badge kind="warning">{t('apps.changed')}</Badge>
            </Link>
          )}
        </Row>
      ),
    },
    {
      id: 'since',
      title: t('apps.column.since'),
      importance: 'low',
      cell: ({ attributes }) => <Time value={attributes.installed_at} form="date" />,
    },
    {
      id: 'lastUsed',
      title: t('apps.column.lastUsed'),
      cell: ({ attributes }) => <Time value={attributes.last_used_at} form="relative" />,
    },
    {
      id: 'webhooks',
      title: t('webhooks.title'),
      importance: 'high',
      cell: ({ id, attributes }) => {
        const stream = attributes.receives_webhooks && streams?.get(id);
        return stream ? <WebhookState stream={stream} /> : '–';
      },
    },
    {
      title: t('apps.column.actions'),
      hideTitle: true,
      end: true,
      cell: (installation) => (
        <Button
          look="destructive"
          size="small"
          aria-label={t('apps.uninstall.of', { app: installation.attributes.app_name })}
          needs="installations.delete"
          onPress={() => onUninstall(installation)}
        >
          {t('apps.uninstall')}
        </Button>
      ),
    },
  ];
}

function afterwards(t: Texts): Column<Installation>[] {
  return [
    {
      id: 'lastUsed',
      title: t('apps.column.lastUsed'),
      cell: ({ attributes }) => <Time value={attributes.last_used_at} form="relative" />,
    },
    {
      id: 'until',
      title: t('apps.column.until'),
      cell: ({ attributes }) => <Time value={attributes.uninstalled_at} />,
    },
  ];
}
