import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Row } from '../../parts/layout';
import { Table } from '../../parts/table';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import type { ActivityDay, ActivityDays } from './activity-days';

/** Maximum number of rows in the table, newest first. The CSV file contains all rows. */
const MAX_ROWS = 30;
const MAX_LINKS = 3;

/**
 * Lists the number of customers whose data the app read, by day and resource type, with links to some of the
 * customers.
 */
export function CustomersTable({ days }: { days: ActivityDays }): ReactNode {
  const t = useTexts();
  const { formatDate, formatNumber } = useIntl();
  const rows = days.filter(({ customers }) => customers > 0).slice(0, MAX_ROWS);
  if (rows.length === 0) return null;
  const date = (day: string) =>
    formatDate(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'medium' });
  return (
    <Table
      label={t('apps.record.customers')}
      rows={rows}
      rowKey={({ day, type }) => `${day} ${type}`}
      columns={[
        { title: t('apps.record.day'), isName: true, cell: ({ day }) => date(day) },
        { title: t('apps.record.type'), cell: ({ type }) => type },
        {
          title: t('apps.record.customers.count'),
          end: true,
          cell: ({ customers }) => formatNumber(customers),
        },
        {
          title: t('apps.record.customers.some'),
          cell: (row) => <Customers row={row} day={date(row.day)} />,
        },
      ]}
    />
  );
}

function Customers({ row: { customer_ids }, day }: { row: ActivityDay; day: string }): ReactNode {
  const t = useTexts();
  const may = useMay();
  if (!may('customers.get')) return null;
  return (
    <Row>
      {customer_ids.slice(0, MAX_LINKS).map((id, at) => (
        <Link
          key={id}
          to={`/customers/${id}`}
          aria-label={t('apps.record.customers.link', { number: at + 1, day })}
        >
          …{id.slice(-6)}
        </Link>
      ))}
    </Row>
  );
}
