import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type Customer, customerStatuses } from '../../api/store';
import { useDialogForNew } from '../../parts/addressed-dialog';
import { Button } from '../../parts/button';
import { tagActions } from '../../parts/store/bulk/bulk-actions';
import { CreateDialog } from '../../parts/store/create-dialog';
import type { ListDefinition } from '../../parts/store/list-address';
import { Initials } from '../../parts/store/initials';
import { useSums } from '../../parts/store/money';
import { RowLink } from '../../parts/store/object-link';
import { Email, nameOf } from '../../parts/store/people';
import { filterByAmounts, filterByDays, filterByTag, filterByWords } from '../../parts/store/store-filters';
import { StoreList } from '../../parts/store/store-list';
import styles from '../../parts/store/store.module.css';
import { WordBadge } from '../../parts/store/words';
import type { Column } from '../../parts/table';
import { type Texts, useTexts } from '../../texts/texts';
import { customerFields } from './customer-fields';

const definition: ListDefinition = {
  path: '/api/customers',
  sort: '-updated_at',
  sorts: ['updated_at', 'total_spent_amount'],
  filters: [
    filterByWords('status', customerStatuses),
    filterByTag,
    filterByDays('updated_at'),
    filterByAmounts('total_spent_amount'),
  ],
  // Uses the filter `phone` for phone numbers, because `filter[q]` ignores phone numbers.
  find: (text) => ({ [text.startsWith('+') ? 'phone' : 'q']: text }),
};

export default function Customers(): ReactNode {
  const t = useTexts();
  const sums = useSums();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useDialogForNew();
  const add = (
    <Button look="primary" icon="plus" needs="customers.post" onPress={() => setOpen(true)}>
      {t('store.customer.add')}
    </Button>
  );
  return (
    <>
      <StoreList<Customer>
        type="customers"
        definition={definition}
        bulk={{ nameOf: (customer) => shownName(t, customer), actions: tagActions<Customer>(t) }}
        columns={() => columns(t, sums)}
        actions={add}
      />
      <CreateDialog
        title={t('store.customer.add')}
        action={t('store.customer.add')}
        fields={customerFields(t)}
        initial={{ first_name: '', last_name: '', email: '', phone: '', note: '', tags: '' }}
        objectOf={(attributes) => ({ type: 'customers', attributes })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onMade={({ id }) => void navigate(`/customers/${id}`)}
      />
    </>
  );
}

const shownName = (t: Texts, { attributes }: Customer): string =>
  nameOf(attributes) || attributes.email || t('store.customer.nameless');

function columns(t: Texts, sums: ReturnType<typeof useSums>): Column<Customer>[] {
  return [
    {
      title: t('store.customer.name'),
      isName: true,
      cell: (customer) => (
        <RowLink to={`/customers/${customer.id}`}>
          <Initials name={shownName(t, customer)} />
          <bdi>{shownName(t, customer)}</bdi>
        </RowLink>
      ),
    },
    {
      id: 'email',
      title: t('store.customer.email'),
      isPlain: true,
      wraps: true,
      cell: ({ attributes }) => <Email email={attributes.email} />,
    },
    {
      id: 'status',
      title: t('store.filter.status'),
      isPlain: true,
      importance: 'low',
      cell: ({ attributes }) => <WordBadge word={attributes.status} />,
    },
    {
      id: 'orders',
      title: t('store.customer.orders'),
      end: true,
      cell: ({ attributes }) => attributes.orders_count,
    },
    {
      id: 'spent',
      sort: 'total_spent_amount',
      title: t('store.customer.spent'),
      importance: 'always',
      end: true,
      cell: ({ attributes }) => <span className={styles['amount']}>{sums(attributes.total_spent)}</span>,
    },
  ];
}
