import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { type CreateOptions, isDismissed, isKnownDevice, makePasskey } from '../../session/passkey';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';

interface NewPasskeyDialogProps {
  /** WebAuthn options of a new passkey. Undefined closes the dialog. */
  options: CreateOptions | undefined;
  onClose: () => void;
  onAdded: () => void;
}

/** Asks for a passkey name, then opens the browser's passkey dialog. */
export function NewPasskeyDialog({ options, onClose, onAdded }: NewPasskeyDialogProps): ReactNode {
  const t = useTexts();
  const [name, setName] = useState('');
  const close = (): void => {
    setName('');
    onClose();
  };
  const submit = async (): Promise<void> => {
    const response = await makePasskey(options!);
    await authDocument('/api/passkeys', {
      method: 'POST',
      data: { type: 'passkeys', attributes: { name: name.trim(), response } },
    });
    onAdded();
    close();
    toast(t('passkeys.added', { name: name.trim() }));
  };
  const explain = (error: unknown): ReactNode => {
    if (isDismissed(error)) return t('passkeys.dismissed');
    return isKnownDevice(error) ? t('passkeys.known') : undefined;
  };
  const check = (): Record<string, string> => (name.trim() === '' ? { name: t('passkeys.missing') } : {});
  return (
    <Dialog title={t('passkeys.add')} size="small" isOpen={options !== undefined} onClose={close}>
      <Stack>
        <p>{t('passkeys.new.lead')}</p>
        <Form onSubmit={submit} fields={['name']} explain={explain} check={check}>
          {({ isPending }) => (
            <>
              <TextInput
                label={t('passkeys.name')}
                description={t('passkeys.name.lead')}
                name="name"
                autoFocus
                value={name}
                onChange={setName}
              />
              <FormActions action={t('passkeys.go')} isPending={isPending} onCancel={close} />
            </>
          )}
        </Form>
      </Stack>
    </Dialog>
  );
}
