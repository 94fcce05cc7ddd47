import type { ReactNode } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import type { Line, Order } from '../../api/store';
import { Button } from '../../parts/button';
import { Card, Row, Stack } from '../../parts/layout';
import { Segments } from '../../parts/segments';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { useKnown } from '../../parts/store/known';
import { useMoney } from '../../parts/store/money';
import { AddressLines, Email } from '../../parts/store/people';
import styles from '../../parts/store/store.module.css';
import { type Column, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { type ShopContact, useShop } from '../../session/shop';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { Summary } from './amounts';
import own from './print-order.module.css';

const sheets = ['summary', 'packing'] as const;
type Sheet = (typeof sheets)[number];

export default function PrintOrder(): ReactNode {
  const t = useTexts();
  const navigate = useNavigate();
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const sheet = sheets.find((each) => each === search.get('sheet')) ?? 'summary';
  const { data, error, refetch } = useKnown<Order>('orders', id);
  const isMissing = !isId(id) || (isProblem(error) && error.status === 404);
  const number = data && String(data.object.attributes.number);
  return (
    <Page
      title={number === undefined ? t('store.order.print') : t('store.order.print.title', { number })}
      lead={<Link to={`/orders/${id}`}>{t('store.order.print.back')}</Link>}
      actions={
        data && (
          <Button look="primary" icon="print" onPress={() => window.print()}>
            {t('store.order.print.start')}
          </Button>
        )
      }
    >
      {data ? (
        <>
          <div className={own['choice']}>
            <Segments
              label={t('store.order.print.sheet')}
              options={sheets.map((each) => ({ id: each, text: t(`store.order.print.${each}`) }))}
              value={sheet}
              onChange={(each) => void navigate({ search: `?sheet=${each}` }, { replace: true })}
            />
          </div>
          <SheetOf order={data.object} sheet={sheet} />
        </>
      ) : (
        <Card>
          {isMissing && (
            <EmptyState icon="orders" title={t('store.missing')}>
              {t('store.missing.lead')}
            </EmptyState>
          )}
          {!isMissing && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!isMissing && !error && <Skeleton lines={9} tall />}
        </Card>
      )}
    </Page>
  );
}

function SheetOf({ order, sheet }: { order: Order; sheet: Sheet }): ReactNode {
  const t = useTexts();
  const { name, contact, logoUrl } = useShop();
  const { attributes, meta } = order;
  const address = (title: string, value: ReactNode) => (
    <section>
      <h3>{title}</h3>
      {value}
    </section>
  );
  return (
    <article data-sheet className={own['sheet']}>
      <header className={own['head']}>
        <Stack gap="small">
          {logoUrl !== null && <img className={own['logo']} src={logoUrl} alt="" />}
          <bdi className={own['shop']}>{name}</bdi>
          <ShopContactLines contact={contact} />
        </Stack>
        <Stack gap="small">
          <h2 className={own['title']}>{t(`store.order.print.${sheet}`)}</h2>
          <span>{t('store.order.title', { number: String(attributes.number) })}</span>
          <Time value={meta!.created_at} form="date" />
        </Stack>
      </header>
      <div className={own['addresses']}>
        {address(t('store.order.shipping'), <AddressLines address={attributes.shipping_address} />)}
        {sheet === 'summary' &&
          address(t('store.order.billing'), <AddressLines address={attributes.billing_address} />)}
        {sheet === 'summary' && address(t('store.customer.email'), <Email email={attributes.email} />)}
      </div>
      <Items order={order} hasPrices={sheet === 'summary'} />
      {sheet === 'summary' && (
        <Row end>
          <div className={own['amounts']}>
            <Summary order={order} />
          </div>
        </Row>
      )}
    </article>
  );
}

function ShopContactLines({ contact }: { contact: ShopContact }): ReactNode {
  const { address, support_email, support_phone } = contact;
  const lines = [address, support_email, support_phone].filter((each) => each !== null);
  return lines.length > 0 && <bdi className={styles['lines']}>{lines.join('\n')}</bdi>;
}

type Item = { line: Line; at: number };

function Items({ order: { attributes }, hasPrices }: { order: Order; hasPrices: boolean }): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const price = (title: string, of: (line: Line) => number): Column<Item> => ({
    ...{ title, end: true, importance: 'always' },
    cell: ({ line }) => <span className={styles['amount']}>{money(of(line), attributes.currency_code)}</span>,
  });
  return (
    <Table<Item>
      label={t('store.order.lines')}
      columns={[
        {
          title: t('store.order.line'),
          isName: true,
          cell: ({ line: { title, sku } }) => (
            <Stack gap="small">
              <bdi>{title}</bdi>
              {sku && <code>{sku}</code>}
            </Stack>
          ),
        },
        ...(hasPrices ? [price(t('store.order.price'), (line) => line.price_amount)] : []),
        { title: t('store.order.quantity'), end: true, cell: ({ line }) => line.quantity },
        ...(hasPrices ? [price(t('store.order.total'), (line) => line.total_amount)] : []),
      ]}
      rows={attributes.line_items.map((line, at) => ({ line, at }))}
      rowKey={({ at }) => String(at)}
    />
  );
}
