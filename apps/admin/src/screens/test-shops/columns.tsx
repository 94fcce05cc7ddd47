import { type ReactNode, useEffect, useState } from 'react';
import { type MenuAction, RowMenu } from '../../parts/action-menu';
import { Button } from '../../parts/button';
import { CopyButton } from '../../parts/copy-button';
import type { IconName } from '../../parts/icon';
import { Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import type { Column } from '../../parts/table';
import { Time } from '../../parts/time';
import { switchShop } from '../../session/switch-shop';
import type { Texts } from '../../texts/texts';
import type { TestShop } from './test-shops-api';
import styles from './test-shops.module.css';

export type Step = 'install' | 'reset' | 'remove';

/**
 * Expected maximum durations in milliseconds. A longer operation on a test shop has failed, and the user can repeat
 * it.
 */
const usualMs = { preparing: 60_000, resetting: 60_000, removing: 600_000 };

const looks = { preparing: 'info', ready: 'good', resetting: 'info', removing: 'neutral' } as const;

export function columns(t: Texts, ask: (step: Step, shop: TestShop) => void): Column<TestShop>[] {
  const steps: Column<TestShop> = {
    title: t('testShops.column.actions'),
    hideTitle: true,
    end: true,
    cell: (shop) => (
      <Row end>
        <Steps shop={shop} t={t} ask={ask} />
      </Row>
    ),
  };
  return [
    {
      title: t('testShops.column.name'),
      isName: true,
      cell: ({ attributes }) => <bdi>{attributes.name}</bdi>,
    },
    {
      title: t('testShops.column.api'),
      isPlain: true,
      wraps: true,
      cell: ({ attributes: { base_url, name } }) => (
        <Row>
          <code className={styles['address']}>{base_url}</code>
          <CopyButton text={base_url} label={t('testShops.api.of', { name })} />
        </Row>
      ),
    },
    {
      title: t('testShops.column.status'),
      importance: 'always',
      wraps: true,
      cell: (shop) => <Status shop={shop} t={t} />,
    },
    {
      title: t('testShops.column.created'),
      importance: 'low',
      cell: ({ attributes }) => <Time value={attributes.created_at} form="relative" />,
    },
    steps,
  ];
}

function Status({ shop, t }: { shop: TestShop; t: Texts }): ReactNode {
  const { status, requested_at } = shop.attributes;
  const isLate = useIsPast(status === 'ready' ? Infinity : Date.parse(requested_at) + usualMs[status]);
  return (
    <>
      <Badge kind={isLate ? 'warning' : looks[status]}>{t(`testShops.status.${status}`)}</Badge>
      {isLate && <span className={styles['late']}>{t('testShops.late')}</span>}
    </>
  );
}

/** Returns true after the time `at`, in milliseconds since 1970. Rerenders at that time. */
function useIsPast(at: number): boolean {
  const [passed, setPassed] = useState<number>();
  useEffect(() => {
    if (at === Infinity) return undefined;
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return passed === at;
}

/** Buttons and menu of a test shop. Hidden while the shop is being removed. */
function Steps({
  shop,
  t,
  ask,
}: {
  shop: TestShop;
  t: Texts;
  ask: (step: Step, shop: TestShop) => void;
}): ReactNode {
  const { name, domain, status } = shop.attributes;
  if (status === 'removing') return null;
  const step = (id: Step, icon: IconName): MenuAction => ({
    ...{ id, icon, text: t(`testShops.${id}`) },
    onPress: () => ask(id, shop),
  });
  return (
    <>
      <Button size="small" aria-label={t('testShops.open.of', { name })} onPress={() => switchShop(domain)}>
        {t('testShops.open')}
      </Button>
      <RowMenu
        name={name}
        actions={[
          step('install', 'plus'),
          { ...step('reset', 'reset'), isDisabled: status !== 'ready' },
          { ...step('remove', 'close'), isDestructive: true },
        ]}
      />
    </>
  );
}
