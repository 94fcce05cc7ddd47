import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Card, Row, Stack } from '../../parts/layout';
import { ErrorState, Skeleton } from '../../parts/states';
import { Time } from '../../parts/time';
import { continueWith, useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import styles from './account.module.css';
import { ChangeEmail } from './change-email';
import { EditName } from './edit-name';
import { type Owner, useEmailChange, useOwner } from './owner';
import { PendingEmail } from './pending-email';

export function Person(): ReactNode {
  const t = useTexts();
  const queries = useQueryClient();
  const owner = useOwner();
  const change = useEmailChange();
  const [open, setOpen] = useState<'name' | 'email'>();
  const close = (): void => setOpen(undefined);
  const changed = (): void => void queries.invalidateQueries({ queryKey: ['owner'] });
  useOwnEmail(owner.data?.email);
  return (
    <Card
      title={t('account.person')}
      actions={
        owner.data && (
          <Row>
            <Button onPress={() => setOpen('name')}>{t('account.name.edit')}</Button>
            <Button onPress={() => setOpen('email')}>{t('account.email.change')}</Button>
          </Row>
        )
      }
    >
      {owner.isPending && <Skeleton lines={3} />}
      {owner.error && !owner.data && <ErrorState error={owner.error} onRetry={() => void owner.refetch()} />}
      {owner.data && (
        <Stack>
          <Facts {...owner.data} />
          {change.data && <PendingEmail change={change.data} current={owner.data.email} onEnd={changed} />}
        </Stack>
      )}
      <Dialog title={t('account.name.edit')} size="small" isOpen={open === 'name'} onClose={close}>
        {owner.data && <EditName before={owner.data.name} onClose={close} onDone={changed} />}
      </Dialog>
      <Dialog title={t('account.email.change')} size="small" isOpen={open === 'email'} onClose={close}>
        {owner.data && <ChangeEmail before={owner.data.email} onClose={close} onDone={changed} />}
      </Dialog>
    </Card>
  );
}

function Facts({ name, email, created_at }: Owner['attributes']): ReactNode {
  const t = useTexts();
  return (
    <dl className={styles['facts']}>
      <dt>{t('account.name')}</dt>
      <dd dir="auto">{name}</dd>
      <dt>{t('account.email')}</dt>
      <dd>{email}</dd>
      <dt>{t('account.since')}</dt>
      <dd>
        <Time value={created_at} form="date" />
      </dd>
    </dl>
  );
}

/**
 * Updates the session's email address, which the user can change in another tab. The sign-in dialog uses the
 * session's email address.
 */
function useOwnEmail(email: string | undefined): void {
  const session = useSession();
  useEffect(() => {
    if (email !== undefined && email !== session.email) continueWith({ email });
  }, [email, session.email]);
}
