import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authPage } from '../../api/auth-api';
import { AppName } from '../../parts/app-icon';
import { ButtonLink } from '../../parts/button';
import { CopyButton } from '../../parts/copy-button';
import { installLink } from '../../parts/install-link';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { type Shop, useShopIfAny } from '../../session/shop';
import { Page } from '../../shell/page';
import { type Texts, useTexts } from '../../texts/texts';
import { appsKey, listPath, type OwnApp } from './own-app';

export default function DeveloperApps(): ReactNode {
  const t = useTexts();
  const shop = useShopIfAny();
  const list = usePagedList<OwnApp>([...appsKey, 'list'], listPath, authPage);
  return (
    <Page
      title={t('developerApps.title')}
      lead={t('developerApps.lead')}
      actions={
        <ButtonLink look="primary" icon="plus" href="/developer/apps/new">
          {t('developerApps.register')}
        </ButtonLink>
      }
    >
      <Card flush>
        <ListPage list={list} empty={<NoApps />}>
          {(apps) => (
            <Table
              label={t('developerApps.list')}
              columns={columns(t, shop)}
              rows={apps}
              rowKey={({ id }) => id}
            />
          )}
        </ListPage>
      </Card>
    </Page>
  );
}

function NoApps(): ReactNode {
  const t = useTexts();
  return (
    <EmptyState
      icon="code"
      title={t('developerApps.empty.title')}
      actions={<ButtonLink href="/developer/apps/new">{t('developerApps.register')}</ButtonLink>}
    >
      {t('developerApps.empty.lead')}
    </EmptyState>
  );
}

function columns(t: Texts, shop: Shop | undefined): Column<OwnApp>[] {
  const installing: Column<OwnApp> = {
    title: t('developerApps.link'),
    end: true,
    cell: ({ id, attributes: { name } }) => (
      <CopyButton text={installLink(id)} label={t('developerApps.link.of', { app: name })} />
    ),
  };
  return [
    {
      title: t('developerApps.column.name'),
      isName: true,
      cell: ({ id, attributes }) => (
        <AppName name={attributes.name} url={attributes.icon_url}>
          <Link to={`/developer/apps/${id}`}>
            <bdi>{attributes.name}</bdi>
          </Link>
        </AppName>
      ),
    },
    {
      title: t('developerApps.column.scopes'),
      isPlain: true,
      cell: ({ attributes: { scopes } }) => (
        <span title={scopes.join(', ')}>{t('scopes.count', { count: scopes.length })}</span>
      ),
    },
    {
      title: t('developerApps.column.host'),
      isPlain: true,
      wraps: true,
      cell: ({ attributes }) => new URL(attributes.install_url).host,
    },
    {
      title: t('developerApps.column.updated'),
      cell: ({ attributes }) => <Time value={attributes.updated_at} form="relative" />,
    },
    // Adds an install link for this shop. The app's page has links for other shops.
    ...(shop ? [installing] : []),
  ];
}
