import { type ReactNode, useState } from 'react';
import { authPage } from '../../api/auth-api';
import { pageMeta } from '../../api/documents';
import { useDialogForNew } from '../../parts/addressed-dialog';
import { Button } from '../../parts/button';
import { useFollowed } from '../../parts/followed';
import { Card } from '../../parts/layout';
import { ListPage, usePagedList } from '../../parts/paged-list';
import { EmptyState } from '../../parts/states';
import { Table } from '../../parts/table';
import { useLimits } from '../../session/limits';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { columns, type Step } from './columns';
import { CreateTestShop } from './create-test-shop';
import { InstallApp } from './install-app';
import { RemoveTestShop, ResetTestShop } from './question-dialogs';
import { listPath, type TestShop, testShopsKey } from './test-shops-api';

/** Interval in milliseconds between requests for the test shops. */
const everyMs = 2_000;

export default function TestShops(): ReactNode {
  const t = useTexts();
  const limits = useLimits();
  const list = usePagedList<TestShop>([...testShopsKey, 'list'], listPath, authPage);
  const [isCreating, setCreating] = useDialogForNew();
  const [asked, setAsked] = useState<{ step: Step; shop: TestShop }>();
  const shops = list.page?.data ?? [];
  useFollowed(testShopsKey, shops.some(({ attributes }) => attributes.status !== 'ready'), everyMs); // oxfmt-ignore
  const count = list.page && (pageMeta(list.page).total ?? 0);
  const most = limits?.test_shops;
  const of = (step: Step): TestShop | undefined => (asked?.step === step ? asked.shop : undefined);
  const close = (): void => setAsked(undefined);
  const create = (look: 'primary' | 'secondary'): ReactNode => (
    <Button
      look={look}
      icon="plus"
      isDisabled={most === undefined || count === undefined || count >= most}
      onPress={() => setCreating(true)}
    >
      {t('testShops.create')}
    </Button>
  );
  const empty =
    most === 0 ? (
      <EmptyState icon="code" title={t('testShops.none.title')}>
        {t('testShops.none.lead')}
      </EmptyState>
    ) : (
      <EmptyState icon="code" title={t('testShops.empty.title')} actions={create('secondary')}>
        {t('testShops.contents')}
      </EmptyState>
    );
  return (
    <Page title={t('testShops.title')} lead={t('testShops.lead')} actions={most !== 0 && create('primary')}>
      <Card flush {...(most && count !== undefined && { title: t('testShops.count', { count, most }) })}>
        <ListPage list={list} empty={empty}>
          {(rows) => (
            <Table
              label={t('testShops.title')}
              columns={columns(t, (step, shop) => setAsked({ step, shop }))}
              rows={rows}
              rowKey={({ id }) => id}
            />
          )}
        </ListPage>
      </Card>
      <CreateTestShop isOpen={isCreating} onClose={() => setCreating(false)} />
      <InstallApp shop={of('install')} onClose={close} />
      <ResetTestShop shop={of('reset')} onClose={close} />
      <RemoveTestShop shop={of('remove')} onClose={close} />
    </Page>
  );
}
