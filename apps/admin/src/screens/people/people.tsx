import type { ReactNode } from 'react';
import { useDialogForNew } from '../../parts/addressed-dialog';
import { Button } from '../../parts/button';
import { useMay } from '../../session/membership';
import { Page } from '../../shell/page';
import { useTexts } from '../../texts/texts';
import { InvitationsCard } from './invitations-card';
import { Invite } from './invite';
import { MembersCard } from './members-card';
import { RolesCard } from './roles-card';

export default function People(): ReactNode {
  const t = useTexts();
  const may = useMay();
  const [isInviting, setInviting] = useDialogForNew();
  return (
    <Page
      title={t('people.title')}
      lead={t('people.lead')}
      actions={
        may('invitations.post') && (
          <Button look="primary" icon="plus" onPress={() => setInviting(true)}>
            {t('people.invite')}
          </Button>
        )
      }
    >
      <MembersCard />
      {may('invitations.collection') && <InvitationsCard />}
      {may('members.collection') && <RolesCard />}
      <Invite isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
