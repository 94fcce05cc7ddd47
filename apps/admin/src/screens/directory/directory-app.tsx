import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import {
  type DirectoryApp as App,
  directoryKey,
  installationIdOf,
  readDirectoryApp,
} from '../../api/directory';
import { isProblem } from '../../api/problem';
import { isId, scopeChanges } from '../../api/shop-apps';
import { AppIcon } from '../../parts/app-icon';
import { ButtonLink } from '../../parts/button';
import { Facts } from '../../parts/facts';
import { Card, Stack } from '../../parts/layout';
import {
  ListingLinks,
  ListingText,
  Maker,
  Screenshots,
  useCategoryName,
} from '../../parts/listing/listing-words';
import { Notice } from '../../parts/notice';
import { ScopeList, type Sentence, useScopes } from '../../parts/scopes';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { PermissionHistory } from './permission-history';

export default function DirectoryApp(): ReactNode {
  const t = useTexts();
  const { id = '' } = useParams();
  const shop = useShop();
  const query = useQuery({
    queryKey: [...directoryKey(shop.id), id],
    queryFn: ({ signal }) => readDirectoryApp(shop.id, id, signal),
    enabled: isId(id),
  });
  const scopes = useScopes();
  const back = <Link to="/apps/directory">{t('directory.all')}</Link>;
  if (query.data && scopes.data) return <Listed app={query.data} scopes={scopes.data} back={back} />;
  const isMissing = !isId(id) || (isProblem(query.error) && query.error.status === 404);
  const error = query.error ?? scopes.error;
  return (
    <Page title={t(isMissing ? 'directory.missing.title' : 'directory.app')} lead={back}>
      <Card>
        {isMissing ? (
          <EmptyState icon="apps" title={t('directory.missing.lead')} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void Promise.all([query.refetch(), scopes.refetch()])} />
        ) : (
          <Skeleton lines={9} />
        )}
      </Card>
    </Page>
  );
}

interface ListedProps {
  app: App;
  scopes: readonly Sentence[];
  back: ReactNode;
}

function Listed({ app, scopes, back }: ListedProps): ReactNode {
  const t = useTexts();
  const categoryName = useCategoryName();
  const { attributes } = app;
  const { name, icon_url, developer_name, verified_domain } = attributes;
  return (
    <Page
      title={name}
      mark={<AppIcon name={name} url={icon_url} size="heading" />}
      lead={back}
      actions={<Install app={app} />}
    >
      <Card
        title={<bdi>{attributes.tagline}</bdi>}
        lead={<Maker name={developer_name} domain={verified_domain} />}
      >
        <Stack>
          <Screenshots name={name} urls={attributes.screenshots} />
          <ListingText text={attributes.description} />
          <ListingLinks listing={attributes} />
        </Stack>
      </Card>
      <Permissions app={app} scopes={scopes} />
      <Card title={t('directory.facts')}>
        <Facts
          facts={[
            {
              name: t('directory.fact.installs'),
              value: t('directory.installs', { count: attributes.installed_shops }),
            },
            { name: t('directory.category'), value: attributes.categories.map(categoryName).join(', ') },
            { name: t('directory.fact.updated'), value: <Time value={attributes.approved_at} /> },
          ]}
        />
      </Card>
      <PermissionHistory versions={attributes.permission_history} scopes={scopes} />
    </Page>
  );
}

function Install({ app }: { app: App }): ReactNode {
  const t = useTexts();
  const installation = installationIdOf(app);
  return installation === undefined ? (
    <ButtonLink look="primary" needs="installations.post" href={`/oauth/${app.id}`}>
      {t('directory.install')}
    </ButtonLink>
  ) : (
    <ButtonLink href={`/apps/${installation}`}>{t('directory.open')}</ButtonLink>
  );
}

/** Shows the scopes that the app requests. Warns about scopes that the operator has not reviewed. */
function Permissions({ app, scopes }: Pick<ListedProps, 'app' | 'scopes'>): ReactNode {
  const t = useTexts();
  const { scopes: asked, reviewed_scopes } = app.attributes;
  const { added } = scopeChanges(reviewed_scopes, asked);
  return (
    <Card title={t('directory.permissions')} lead={t('directory.permissions.lead')}>
      <Stack>
        {added.length > 0 && (
          <Notice kind="warning" title={t('directory.unreviewed', { count: added.length })}>
            <p>{t('directory.unreviewed.lead')}</p>
          </Notice>
        )}
        {asked.length > 0 ? (
          <ScopeList all={scopes} scopes={asked} added={added} />
        ) : (
          <p>{t('directory.permissions.none')}</p>
        )}
      </Stack>
    </Card>
  );
}
