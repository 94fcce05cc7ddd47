import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Installation } from '../../api/installations';
import { Checkbox } from '../../parts/fields';
import { Form, FormActions } from '../../parts/form';
import { Stack } from '../../parts/layout';
import { ScopeList, type Sentence, useScopes } from '../../parts/scopes';
import { useMay } from '../../session/membership';
import { useTexts } from '../../texts/texts';
import { EditableCard, useStore } from './editable-card';
import { setAskScopes } from './installation';

const isWrite = (scope: string): boolean => /\.(?:post|patch|delete)$/.test(scope);

export function AppApprovals({ installation }: { installation: Installation }): ReactNode {
  const t = useTexts();
  const may = useMay();
  const all = useScopes().data ?? [];
  const { scopes, ask_scopes } = installation.attributes;
  if (!scopes.some(isWrite)) return null;
  return (
    <EditableCard
      title={t('apps.approvals')}
      edit={t('apps.approvals.edit')}
      editOf={t('apps.approvals.edit.of', { app: installation.attributes.app_name })}
      form={(onClose) => <EditForm installation={installation} all={all} onClose={onClose} />}
    >
      <Stack gap="small">
        <p>{t(ask_scopes.length > 0 ? 'apps.approvals.some' : 'apps.approvals.none')}</p>
        {ask_scopes.length > 0 && <ScopeList all={all} scopes={ask_scopes} hidePersonal />}
        {may('proposals.collection') && <Link to="/proposals">{t('apps.approvals.list')}</Link>}
      </Stack>
    </EditableCard>
  );
}

interface EditFormProps {
  installation: Installation;
  all: readonly Sentence[];
  onClose: () => void;
}

function EditForm({ installation, all, onClose }: EditFormProps): ReactNode {
  const t = useTexts();
  const store = useStore(installation, 'apps.approvals.done', onClose);
  const { attributes } = installation;
  const [asked, setAsked] = useState<readonly string[]>(attributes.ask_scopes);
  const sentenceOf = (scope: string): string =>
    all.find((each) => each.id === scope)?.attributes.sentence ?? scope;
  const toggle = (scope: string, isAsked: boolean): void =>
    setAsked((before) => [...before.filter((each) => each !== scope), ...(isAsked ? [scope] : [])]);
  const submit = () => store((shopId, id) => setAskScopes(shopId, id, asked));
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
