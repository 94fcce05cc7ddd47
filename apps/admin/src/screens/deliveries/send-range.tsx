import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Installation } from '../../api/installations';
import { sendRangeAgain } from '../../api/webhooks';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { useReceivedTypes } from '../../parts/installed';
import { Stack } from '../../parts/layout';
import { Select } from '../../parts/select';
import { toast } from '../../parts/toast';
import { deliveriesKey } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import styles from './deliveries.module.css';
import { countOf, mistakesOf, type TypedRange } from './range';

interface SendRangeProps {
  installation: Installation;
  isOpen: boolean;
  onClose: () => void;
}

export function SendRange({ installation, isOpen, onClose }: SendRangeProps): ReactNode {
  const t = useTexts();
  return (
    <Dialog title={t('deliveries.range.title')} isOpen={isOpen} onClose={onClose}>
      <RangeForm installation={installation} onClose={onClose} />
    </Dialog>
  );
}

function RangeForm({ installation, onClose }: Omit<SendRangeProps, 'isOpen'>): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [range, setRange] = useState<TypedRange>({ first_sequence: '', last_sequence: '' });
  const [type, setType] = useState('');
  const { types } = useReceivedTypes(installation);
  const submit = async (): Promise<void> => {
    const count = await sendRangeAgain(shop.id, installation.id, {
      first_sequence: Number(range.first_sequence),
      last_sequence: Number(range.last_sequence),
      ...(type ? { event_type: type } : {}),
    });
    onClose();
    toast(t('deliveries.again.done', { count }));
    await navigate({ search: '' });
    await queries.invalidateQueries({ queryKey: deliveriesKey(shop.id) });
  };
  const count = countOf(range);
  const input = (name: keyof TypedRange, label: 'first' | 'last'): ReactNode => (
    <TextInput
      label={t(`deliveries.range.${label}`)}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      value={range[name]}
      onChange={(value) => setRange({ ...range, [name]: value })}
    />
  );
  return (
    <Form
      onSubmit={submit}
      fields={['first_sequence', 'last_sequence', 'event_type']}
      check={() => mistakesOf(t, range)}
      fieldTexts={{ last_sequence: t('deliveries.range.none') }}
    >
      {({ isPending }) => (
        <Stack>
          <p>{t('deliveries.range.lead')}</p>
          <div className={styles['pair']}>
            {input('first_sequence', 'first')}
            {input('last_sequence', 'last')}
          </div>
          <Select
            label={t('deliveries.filter.type')}
            name="event_type"
            options={[
              { id: '', text: t('deliveries.filter.type.all') },
              ...types.map((each) => ({ id: each, text: each })),
            ]}
            value={type}
            onChange={setType}
            description={
              count === undefined ? t('deliveries.range.unknown') : t('deliveries.range.most', { count })
            }
          />
          <FormActions action={t('deliveries.again')} isPending={isPending} onCancel={onClose} />
        </Stack>
      )}
    </Form>
  );
}
