import { type ReactNode, useState } from 'react';
import { Dialog } from '../../parts/dialog';
import { TextInput } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { useLast } from '../../parts/last';
import { networksIn, textOfNetworks } from '../../parts/networks/networks';
import { TokenNetworksField } from '../../parts/networks/networks-field';
import { toast } from '../../parts/toast';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { AccessFields } from './access-fields';
import { type AccessToken, changeToken, useListChanged } from './access-token';

interface EditTokenProps {
  /** Access token that the dialog edits. Undefined closes the dialog. */
  token: AccessToken | undefined;
  onClose: () => void;
}

/** Changes the name, scopes and networks of an access token. The token value stays valid. */
export function EditToken({ token, onClose }: EditTokenProps): ReactNode {
  const t = useTexts();
  const last = useLast(token);
  return (
    <Dialog
      title={t('apiAccess.edit.of', { name: last?.attributes.name ?? '' })}
      isOpen={token !== undefined}
      onClose={onClose}
    >
      {last && <EditForm key={last.id} token={last} onClose={onClose} />}
    </Dialog>
  );
}

function EditForm({ token, onClose }: { token: AccessToken; onClose: () => void }): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const listChanged = useListChanged(id);
  const { name: nameBefore, scopes: scopesBefore, allowed_networks } = token.attributes;
  const networksBefore = textOfNetworks(allowed_networks);
  const [name, setName] = useState(nameBefore);
  const [scopes, setScopes] = useState(scopesBefore);
  const [networks, setNetworks] = useState(networksBefore);
  const isSameAccess = JSON.stringify(scopes) === JSON.stringify(scopesBefore);
  const submit = async (): Promise<void> => {
    const named = name.trim();
    await changeToken(id, token.id, {
      name: named,
      ...(!isSameAccess && { scopes }),
      ...(networks !== networksBefore && { allowed_networks: networksIn(networks) }),
    });
    onClose();
    toast(t('apiAccess.edit.done', { name: named }));
    await listChanged();
  };
  const check = (): Record<string, string> => ({
    ...(name.trim() === '' && { name: t('apiAccess.new.name.missing') }),
    ...(scopes?.length === 0 && { scopes: t('apiAccess.new.access.missing') }),
  });
  return (
    <Form
      onSubmit={submit}
      fields={['name', 'scopes', 'allowed_networks']}
      check={check}
      edits={{
        isChanged: name !== nameBefore || !isSameAccess || networks !== networksBefore,
        discard: () => setName(nameBefore),
      }}
    >
      {({ isPending, errors }) => (
        <>
          <TextInput
            label={t('apiAccess.new.name')}
            name="name"
            autoFocus
            autoComplete="off"
            value={name}
            onChange={setName}
          />
          <AccessFields scopes={scopes} onChange={setScopes} error={errors['scopes']} />
          <TokenNetworksField value={networks} onChange={setNetworks} />
          <FormActions action={t('action.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
