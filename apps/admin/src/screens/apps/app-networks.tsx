import { type ReactNode, useState } from 'react';
import type { Installation } from '../../api/installations';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { networksIn, textOfNetworks } from '../../parts/networks/networks';
import { NetworksField } from '../../parts/networks/networks-field';
import { useTexts } from '../../texts/texts';
import { EditableCard, useStore } from './editable-card';
import { setNetworks } from './installation';

/** Networks from which an installed app can send requests, with a dialog that changes the networks. */
export function AppNetworks({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const { allowed_networks, app_allowed_networks } = installation.attributes;
  const networks = allowed_networks ?? app_allowed_networks;
  return (
    <EditableCard
      title={t('apps.networks')}
      edit={t('apps.networks.edit')}
      editOf={t('apps.networks.edit.of', { app: installation.attributes.app_name })}
      form={(onClose) => <EditForm installation={installation} onClose={onClose} />}
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
    </EditableCard>
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

function EditForm({ installation, onClose }: EditFormProps): ReactNode {
  const t = useTexts();
  const store = useStore(installation, 'apps.networks.done', onClose);
  const before = textOfNetworks(installation.attributes.allowed_networks);
  const [text, setText] = useState(before);
  const submit = () => store((shopId, id) => setNetworks(shopId, id, networksIn(text)));
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
