import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { Facts } from '../../parts/facts';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { useTexts } from '../../texts/texts';
import { EditableCard, useStore } from './editable-card';
import { type DailyLimits, setDailyLimits } from './installation';

export function AppLimits({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const { daily_request_limit, daily_write_limit } = installation.attributes;
  const { daily_requests_used, daily_writes_used } = installation.attributes;
  const usage = (used: number | null, limit: number | null): string =>
    limit === null ? t('apps.limits.none') : t('apps.limits.used', { used: used ?? 0, limit });
  return (
    <EditableCard
      title={t('apps.limits')}
      edit={t('apps.limits.edit')}
      editOf={t('apps.limits.edit.of', { app: installation.attributes.app_name })}
      form={(onClose) => <EditForm installation={installation} onClose={onClose} />}
    >
      <Facts
        facts={[
          { name: t('apps.limits.requests'), value: usage(daily_requests_used, daily_request_limit) },
          { name: t('apps.limits.writes'), value: usage(daily_writes_used, daily_write_limit) },
        ]}
      />
    </EditableCard>
  );
}

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit));

interface EditFormProps {
  installation: Installation;
  onClose: () => void;
}

function EditForm({ installation, onClose }: EditFormProps): ReactNode {
  const t = useTexts();
  const store = useStore(installation, 'apps.limits.done', onClose);
  const { attributes } = installation;
  const [typed, setTyped] = useState({
    daily_request_limit: textOf(attributes.daily_request_limit),
    daily_write_limit: textOf(attributes.daily_write_limit),
  });
  const submit = () => store((shopId, id) => setDailyLimits(shopId, id, typed));
  const input = (name: keyof DailyLimits, label: string): ReactNode => (
    <TextInput
      label={label}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      value={typed[name]}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
    />
  );
  return (
    <Form onSubmit={submit} fields={['daily_request_limit', 'daily_write_limit']}>
      {({ isPending }) => (
        <Stack>
          <p>{t('apps.limits.lead')}</p>
          {input('daily_request_limit', t('apps.limits.requests'))}
          {input('daily_write_limit', t('apps.limits.writes'))}
          <FormActions action={t('action.save')} isPending={isPending} onCancel={onClose} />
        </Stack>
      )}
    </Form>
  );
}
