import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { NewResource } from '../../api/documents';
import { createObject, type StoreObject } from '../../api/store';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { Dialog } from '../dialog';
import { Form, FormActions } from '../form';
import { useIdempotencyKey } from '../idempotency-key';
import { toast } from '../toast';
import { AttributeInputs, refusalsOf, useWrong } from './attribute-inputs';
import { objectName } from './object-name';
import { type AttributeField, attributesOf, type Typed } from './attributes';

interface CreateDialogProps {
  title: string;
  action: string;
  fields: readonly AttributeField[];
  initial: Typed;
  objectOf: (attributes: Record<string, unknown>) => NewResource;
  isOpen: boolean;
  onClose: () => void;
  onMade: (made: StoreObject) => void;
}

export function CreateDialog({ title, isOpen, onClose, ...props }: CreateDialogProps): ReactNode {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <CreateForm {...props} onClose={onClose} />
    </Dialog>
  );
}

export function CreateForm({
  fields,
  initial,
  objectOf,
  action,
  onClose,
  onMade,
}: Omit<CreateDialogProps, 'title' | 'isOpen'>): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(initial);
  const keyFor = useIdempotencyKey();
  const check = useWrong(fields, typed);
  const submit = async (): Promise<void> => {
    const data = objectOf(attributesOf(fields, typed));
    const made = await createObject(shop.id, data, keyFor(JSON.stringify(data)));
    onClose();
    const name = objectName(made);
    toast(name === undefined ? t('store.created') : t('store.created.of', { name }));
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === shop.id });
    onMade(made);
  };
  return (
    <Form
      onSubmit={submit}
      fields={fields.map(({ name }) => name)}
      check={check}
      fieldTexts={refusalsOf(fields)}
    >
      {({ isPending }) => (
        <>
          <AttributeInputs
            fields={fields}
            typed={typed}
            onChange={(name, text) => setTyped((now) => ({ ...now, [name]: text }))}
          />
          <FormActions action={action} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
