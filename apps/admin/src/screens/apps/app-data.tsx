import type { ReactNode } from 'react';
import type { Installation } from '../../api/installations';
import type { ShopApp } from '../../api/shop-apps';
import { AppLinks } from '../../parts/app-words';
import { Card, Stack } from '../../parts/layout';
import { Notice } from '../../parts/notice';
import { ScopeList, useScopes } from '../../parts/scopes';
import { ErrorState, Skeleton } from '../../parts/states';
import { useTexts } from '../../texts/texts';

interface AppDataProps {
  installation: Installation;
  app: ShopApp | undefined;
}

export function AppData({ installation, app }: AppDataProps): ReactNode {
  const t = useTexts();
  const all = useScopes();
  if (!all.data)
    return (
      <Card title={t('apps.data.personal')}>
        {all.error ? (
          <ErrorState error={all.error} onRetry={() => void all.refetch()} />
        ) : (
          <Skeleton lines={3} />
        )}
      </Card>
    );
  const personal = all.data
    .filter(({ id, attributes }) => attributes.personal_data && installation.attributes.scopes.includes(id))
    .map(({ id }) => id);
  return (
    <>
      <Card title={t('apps.data.personal')}>
        {personal.length === 0 ? (
          <p>{t('apps.data.personal.none')}</p>
        ) : (
          <Stack>
            <ScopeList all={all.data} scopes={personal} hidePersonal />
            {app &&
              (app.attributes.privacy_url === null ? (
                <Notice kind="warning">{t('apps.data.noPolicy')}</Notice>
              ) : (
                <AppLinks app={app} />
              ))}
          </Stack>
        )}
      </Card>
      <Card title={t('apps.data.uninstall')}>
        <p>{t('apps.data.uninstall.lead')}</p>
      </Card>
    </>
  );
}
