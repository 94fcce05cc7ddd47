import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Facts } from '../../parts/facts';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Card, Stack } from '../../parts/layout';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { type DailyLimits, setDailyLimits, useInstallationsChanged } from './installation';

/** Daily limits of an installed app and what the app used today, with a dialog that changes the limits. */
export function AppLimits({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const [isEditing, setEditing] = useState(false);
  const { app_name: app, daily_request_limit, daily_write_limit } = installation.attributes;
  const { daily_requests_used, daily_writes_used } = installation.attributes;
  const usage = (used: number | null, limit: number | null): string =>
    limit === null ? t('apps.limits.none') : t('apps.limits.used', { used: used ?? 0, limit });
  return (
    <Card
      title={t('apps.limits')}
      actions={
        <Button size="small" needs="installations.delete" onPress={() => setEditing(true)}>
          {t('apps.limits.edit')}
        </Button>
      }
    >
      <Facts
        facts={[
          { name: t('apps.limits.requests'), value: usage(daily_requests_used, daily_request_limit) },
          { name: t('apps.limits.writes'), value: usage(daily_writes_used, daily_write_limit) },
        ]}
      />
      <Dialog title={t('apps.limits.edit.of', { app })} isOpen={isEditing} onClose={() => setEditing(false)}>
        <EditForm installation={installation} onClose={() => setEditing(false)} />
      </Dialog>
    </Card>
  );
}

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit));

interface EditFormProps {
  installation: Installation;
  onClose: () => void;
}

function EditForm({ installation: { id, attributes }, onClose }: EditFormProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const changed = useInstallationsChanged(shop.id);
  const [typed, setTyped] = useState({
    daily_request_limit: textOf(attributes.daily_request_limit),
    daily_write_limit: textOf(attributes.daily_write_limit),
  });
  const submit = async (): Promise<void> => {
    await setDailyLimits(shop.id, id, typed);
    onClose();
    toast(t('apps.limits.done', { app: attributes.app_name }));
    await changed();
  };
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
