import { type ReactNode, useState } from 'react';
import type { Customer, Known } from '../../api/store';
import { Button } from '../../parts/button';
import { ConfirmDialog } from '../../parts/confirm-dialog';
import { Stack } from '../../parts/layout';
import type { Changing } from '../../parts/store/known';
import { useTexts } from '../../texts/texts';

interface RedactCustomerProps {
  known: Known<Customer>;
  changing: Changing<Customer>;
}

const erased = ['contact', 'orders', 'copies'] as const;

/**
 * A button that permanently erases a customer's personal data. Its dialog lists the data that is erased and the data
 * that remains.
 */
export function RedactCustomer({ known, changing }: RedactCustomerProps): ReactNode {
  const t = useTexts();
  const [isOpen, setOpen] = useState(false);
  if (!known.object.meta!.next.status?.includes('redacted')) return null;
  return (
    <>
      <Button look="destructive" needs="customers.patch" onPress={() => setOpen(true)}>
        {t('store.redact')}
      </Button>
      <ConfirmDialog
        title={t('store.redact.title')}
        action={t('store.redact.action')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => changing.send(known, { status: 'redacted' })}
      >
        <Stack gap="small">
          <p>{t('store.redact.text')}</p>
          <ul>
            {erased.map((each) => (
              <li key={each}>• {t(`store.redact.erased.${each}`)}</li>
            ))}
          </ul>
          <p>{t('store.redact.stays')}</p>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
