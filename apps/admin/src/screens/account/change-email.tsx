import { foldKey } from '@storewright/text';
import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import { isProblem } from '../../api/problem';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { shopDomain } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { emailChangesPath } from './owner';

interface ChangeEmailProps {
  before: string;
  onClose: () => void;
  onDone: () => void;
}

/**
 * A form that requests a new email address for the account. The service sends confirmation links to the current and
 * the new address.
 */
export function ChangeEmail({ before, onClose, onDone }: ChangeEmailProps): ReactNode {
  const t = useTexts();
  const [email, setEmail] = useState('');
  const submit = async (): Promise<void> => {
    const attributes = { email: email.trim(), shop_domain: shopDomain() };
    await authDocument(emailChangesPath, { method: 'POST', data: { type: 'email_changes', attributes } });
    onDone();
    onClose();
    toast(t('account.email.sent'));
  };
  const explain = (error: unknown): ReactNode => {
    if (!isProblem(error)) return undefined;
    if (error.status === 429) return t('forgot.limited', { minutes: error.minutesToWait });
    return error.errors.some(({ meta }) => meta?.reason === 'no_mail')
      ? t('account.email.noMail')
      : undefined;
  };
  const check = (): Record<string, string> => {
    const isSame = foldKey(email) === foldKey(before);
    if (isSame) return { email: t('account.email.same') };
    return email.trim() === '' ? { email: t('account.email.missing') } : {};
  };
  return (
    <Stack>
      <p>{t('account.email.change.lead', { email: before })}</p>
      <Form onSubmit={submit} fields={['email']} explain={explain} check={check}>
        {({ isPending }) => (
          <>
            <TextInput
              label={t('account.email.new')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              autoFocus
              value={email}
              onChange={setEmail}
            />
            <FormActions action={t('account.email.send')} isPending={isPending} onCancel={onClose} />
          </>
        )}
      </Form>
    </Stack>
  );
}
