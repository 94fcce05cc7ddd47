import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { toast } from '../../parts/toast';
import { useTexts } from '../../texts/texts';
import { ownPath } from './owner';

interface EditNameProps {
  before: string;
  onClose: () => void;
  onDone: () => void;
}

export function EditName({ before, onClose, onDone }: EditNameProps): ReactNode {
  const t = useTexts();
  const [name, setName] = useState(before);
  const submit = async (): Promise<void> => {
    const data = { type: 'owners', id: 'current', attributes: { name: name.trim() } };
    await authDocument(ownPath, { method: 'PATCH', data });
    onDone();
    onClose();
    toast(t('account.name.changed'));
  };
  const check = (): Record<string, string> => (name.trim() === '' ? { name: t('account.name.missing') } : {});
  return (
    <Form onSubmit={submit} fields={['name']} check={check}>
      {({ isPending }) => (
        <>
          <TextInput
            label={t('account.name')}
            name="name"
            autoComplete="name"
            autoFocus
            value={name}
            onChange={setName}
          />
          <FormActions action={t('account.name.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
