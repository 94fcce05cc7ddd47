import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authPage } from '../api/auth-api';
import { pageMeta } from '../api/documents';
import { appIdOf, type Installation, installationsKey, installationsPath } from '../api/installations';
import { useMay } from '../session/membership';
import { useShop } from '../session/shop';
import { useTexts } from '../texts/texts';
import { Notice } from './notice';

/** Maximum number of apps listed by name. */
const MAX_NAMED = 5;

/** Loads the apps that request other scopes than the owner granted. */
export function usePermissionsChanged() {
  const { id } = useShop();
  const may = useMay();
  return useQuery({
    queryKey: [...installationsKey(id), 'permissions_changed'],
    enabled: may('installations.collection', 'installations.post'),
    queryFn: ({ signal }) =>
      authPage<Installation>(installationsPath(id), {
        query: {
          'filter[permissions_changed]': 'true',
          'page[size]': MAX_NAMED,
          'page[total]': 'true',
        },
        signal,
      }),
  });
}

/** Tells the owner that an app requests new permissions. These apply only after the owner's consent. */
export function PermissionsNotice({
  query: { data },
}: {
  query: Pick<ReturnType<typeof usePermissionsChanged>, 'data'>;
}): ReactNode {
  const t = useTexts();
  if (!data || data.data.length === 0) return null;
  const count = pageMeta(data).total ?? data.data.length;
  const more = count - data.data.length;
  return (
    <Notice title={t('apps.changed.title', { count })}>
      <ul>
        {data.data.map((installation) => (
          <li key={installation.id}>
            <Link to={`/oauth/${appIdOf(installation)}`}>
              {t('apps.changed.review', { app: installation.attributes.app_name })}
            </Link>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link to="/apps">{t('webhooks.paused.more', { count: more })}</Link>
          </li>
        )}
      </ul>
    </Notice>
  );
}
