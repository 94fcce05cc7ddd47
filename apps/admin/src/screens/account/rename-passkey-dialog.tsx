import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';

interface RenamePasskeyDialogProps {
  /** The passkey that the user renames. Undefined closes the dialog. */
  passkey: { id: string; attributes: { name: string } } | undefined;
  onClose: () => void;
  onRenamed: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose, onRenamed }: RenamePasskeyDialogProps): ReactNode {
  const t = useTexts();
  return (
    <Dialog title={t('passkeys.rename')} size="small" isOpen={passkey !== undefined} onClose={onClose}>
      {passkey && (
        <NameForm
          id={passkey.id}
          before={passkey.attributes.name}
          onClose={onClose}
          onDone={(name) => {
            onRenamed();
            onClose();
            toast(t('passkeys.renamed', { name }));
          }}
        />
      )}
    </Dialog>
  );
}

interface NameFormProps {
  id: string;
  before: string;
  onClose: () => void;
  onDone: (name: string) => void;
}

function NameForm({ id, before, onClose, onDone }: NameFormProps): ReactNode {
  const t = useTexts();
  const [name, setName] = useState(before);
  const submit = async (): Promise<void> => {
    await authDocument(`/api/passkeys/${id}`, {
      method: 'PATCH',
      data: { type: 'passkeys', id, attributes: { name: name.trim() } },
    });
    onDone(name.trim());
  };
  const check = (): Record<string, string> => (name.trim() === '' ? { name: t('passkeys.missing') } : {});
  return (
    <Form onSubmit={submit} fields={['name']} check={check}>
      {({ isPending }) => (
        <>
          <TextInput label={t('passkeys.name')} name="name" autoFocus value={name} onChange={setName} />
          <FormActions action={t('passkeys.rename.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
