import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Installation } from '../../api/installations';
import { Button } from '../../parts/button';
import { Dialog } from '../../parts/dialog';
import { Checkbox } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Card, Stack } from '../../parts/layout';
import { ScopeList, type Sentence, useScopes } from '../../parts/scopes';
import { toast } from '../../parts/toast';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { setAskScopes, useInstallationsChanged } from './installation';

const isWrite = (scope: string): boolean => /\.(?:post|patch|delete)$/.test(scope);

/** Changes of an installed app that need an approval, with a dialog that selects them. */
export function AppApprovals({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const may = useMay();
  const all = useScopes().data ?? [];
  const [isEditing, setEditing] = useState(false);
  const { app_name: app, scopes, ask_scopes } = installation.attributes;
  if (!scopes.some(isWrite)) return null;
  return (
    <Card
      title={t('apps.approvals')}
      actions={
        <Button size="small" needs="installations.delete" onPress={() => setEditing(true)}>
          {t('apps.approvals.edit')}
        </Button>
      }
    >
      <Stack gap="small">
        <p>{t(ask_scopes.length > 0 ? 'apps.approvals.some' : 'apps.approvals.none')}</p>
        {ask_scopes.length > 0 && <ScopeList all={all} scopes={ask_scopes} hidePersonal />}
        {may('proposals.collection') && <Link to="/proposals">{t('apps.approvals.list')}</Link>}
      </Stack>
      <Dialog
        title={t('apps.approvals.edit.of', { app })}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
      >
        <EditForm installation={installation} all={all} onClose={() => setEditing(false)} />
      </Dialog>
    </Card>
  );
}

interface EditFormProps {
  installation: Installation;
  all: readonly Sentence[];
  onClose: () => void;
}

function EditForm({ installation: { id, attributes }, all, onClose }: EditFormProps): ReactNode {
  const t = useTexts();
  const shop = useShop();
  const changed = useInstallationsChanged(shop.id);
  const [asked, setAsked] = useState<readonly string[]>(attributes.ask_scopes);
  const sentenceOf = (scope: string): string =>
    all.find((each) => each.id === scope)?.attributes.sentence ?? scope;
  const toggle = (scope: string, isAsked: boolean): void =>
    setAsked((before) => [...before.filter((each) => each !== scope), ...(isAsked ? [scope] : [])]);
  const submit = async (): Promise<void> => {
    await setAskScopes(shop.id, id, asked);
    onClose();
    toast(t('apps.approvals.done', { app: attributes.app_name }));
    await changed();
  };
  return (
    <Form onSubmit={submit} fields={[]}>
      {({ isPending }) => (
        <>
          <p>{t('apps.approvals.lead')}</p>
          {attributes.scopes.filter(isWrite).map((scope) => (
            <Checkbox
              key={scope}
              isSelected={asked.includes(scope)}
              onChange={(isAsked) => toggle(scope, isAsked)}
            >
              {sentenceOf(scope)}
            </Checkbox>
          ))}
          <FormActions action={t('action.save')} isPending={isPending} onCancel={onClose} />
        </>
      )}
    </Form>
  );
}
