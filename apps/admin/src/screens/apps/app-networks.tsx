import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Form, FormActions } from '../../parts/form';
import { Card, Stack } from '../../parts/layout';
import { networksIn, textOfNetworks } from '../../parts/networks/networks';
import { NetworksField } from '../../parts/networks/networks-field';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { setNetworks, useInstallationsChanged } from './installation';

/** Networks from which an installed app may send requests, with a dialog that changes them. */
export function AppNetworks({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const [isEditing, setEditing] = useState(false);
  const { app_name: app, allowed_networks, app_allowed_networks } = installation.attributes;
  const networks = allowed_networks ?? app_allowed_networks;
  return (
    <Card
      title={t('apps.networks')}
      actions={
        <Button size="small" needs="installations.delete" onPress={() => setEditing(true)}>
          {t('apps.networks.edit')}
        </Button>
      }
    >
      <Stack gap="small">
        <p>{t(textOf(allowed_networks, app_allowed_networks))}</p>
        {networks && (
          <ul>
            {networks.map((each) => (
              <li key={each}>
                <code>{each}</code>
              </li>
            ))}
          </ul>
        )}
      </Stack>
      <Dialog
        title={t('apps.networks.edit.of', { app })}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      >
        <EditForm installation={installation} onClose={() => setEditing(false)} />
      </Dialog>
    </Card>
  );
}

function textOf(ofShop: string[] | null, ofDeveloper: string[] | null) {
  if (ofShop) return 'apps.networks.ofShop';
  return ofDeveloper ? 'apps.networks.ofDeveloper' : 'apps.networks.every';
}

interface EditFormProps {
  installation: Installation;
  onClose: () => void;
}

function EditForm({ installation: { id, attributes }, onClose }: EditFormProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const changed = useInstallationsChanged(shop.id);
  const before = textOfNetworks(attributes.allowed_networks);
  const [text, setText] = useState(before);
  const submit = async (): Promise<void> => {
    await setNetworks(shop.id, id, networksIn(text));
    onClose();
    toast(t('apps.networks.done', { app: attributes.app_name }));
    await changed();
  };
  return (
    <Form
      onSubmit={submit}
      fields={['allowed_networks']}
      edits={{ isChanged: text !== before, discard: () => setText(before) }}
    >
      {({ isPending }) => (
        <>
          <NetworksField value={text} onChange={setText} description={t('apps.networks.description')} />
          <FormActions action={t('action.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
