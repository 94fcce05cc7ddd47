import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authPage } from '../../api/auth-api';
import type { Resource } from '../../api/documents';
import { ButtonLink } from '../../parts/button';
import { CodeBlock } from '../../parts/copy-button';
import { Dialog, DialogActions } from '../../parts/dialog';
import { installLink } from '../../parts/install-link';
import { useLast } from '../../parts/last';
import { Stack } from '../../parts/layout';
import { Select } from '../../parts/select';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import type { TestShop } from './test-shops-api';

type OwnApp = Resource<{ name: string }>;

/** API path of the user's newest apps. The pages of older apps have install links. */
const path = '/api/apps?sort=-id&page[size]=100&fields[apps]=name';

export function InstallApp({
  shop,
  onClose,
}: {
  shop: TestShop | undefined;
  onClose: () => void;
}): ReactNode {
  const t = useTexts();
  const last = useLast(shop);
  return (
    <Dialog
      title={t('testShops.install.title', { name: last?.attributes.name })}
      isOpen={shop !== undefined}
      onClose={onClose}
    >
      {last && <OwnApps domain={last.attributes.domain} />}
    </Dialog>
  );
}

function OwnApps({ domain }: { domain: string }): ReactNode {
  const t = useTexts();
  const apps = useQuery({
    queryKey: ['apps', 'names'],
    queryFn: async ({ signal }) => (await authPage<OwnApp>(path, { signal })).data,
  });
  if (apps.error && !apps.data) return <ErrorState error={apps.error} onRetry={() => void apps.refetch()} />;
  if (!apps.data) return <Skeleton lines={3} />;
  if (apps.data.length > 0) return <Links apps={apps.data} domain={domain} />;
  return (
    <EmptyState
      icon="code"
      title={t('testShops.install.none')}
      actions={<ButtonLink href="/developer/apps/new">{t('testShops.install.register')}</ButtonLink>}
    />
  );
}

function Links({ apps, domain }: { apps: readonly OwnApp[]; domain: string }): ReactNode {
  const t = useTexts();
  const [id, setId] = useState(apps[0]!.id);
  const link = installLink(id, domain);
  return (
    <Stack>
      <Select
        label={t('testShops.install.app')}
        options={apps.map((app) => ({ id: app.id, text: app.attributes.name }))}
        value={id}
        onChange={setId}
      />
      <CodeBlock code={link} label={t('testShops.install.link')} wrap />
      <p>{t('testShops.install.lead')}</p>
      <DialogActions>
        <ButtonLink look="primary" icon="external" href={link} target="_blank" rel="noreferrer">
          {t('testShops.install.open')}
        </ButtonLink>
      </DialogActions>
    </Stack>
  );
}
