import { foldKey } from '@storewright/text';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { authDocument } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import type { RoleGrant } from '../../api/members';
import { isProblem } from '../../api/problem';
import { send } from '../../api/request';
import { Button, ButtonLink } from '../../parts/button';
import { PasswordInput, TextInput } from '../../parts/fields';
import { Form } from '../../parts/form';
import { ErrorState, Skeleton } from '../../parts/states';
import { useLinkToken } from '../../session/link-token';
import { leaveFor, signIn, useSessionState } from '../../session/session';
import { SignInForm } from '../../session/sign-in-form';
import { FocusedPage } from '../../shell/focused-page';
import { currentLanguage } from '../../texts/language';
import { useTexts } from '../../texts/texts';

type Received = Resource<
  RoleGrant & {
    email: string;
    shop_name: string;
    invited_by: string;
    has_account: boolean;
  }
>;

/**
 * Page that an invitation link opens. Opening the page only reads the invitation, so that an email scanner does not
 * use up the link.
 */
export default function Invitation(): ReactNode {
  const t = useTexts();
  const token = useLinkToken();
  const received = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== '',
    queryFn: async ({ signal }): Promise<Received | null> => {
      try {
        const headers = { authorization: `Bearer ${token}` };
        const { document } = await send<Document<Received>>('/admin/api/invitation', { headers, signal });
        return document.data;
      } catch (error) {
        if (isProblem(error) && [401, 410].includes(error.status)) return null;
        throw error;
      }
    },
    staleTime: Infinity,
  });
  if (token === '' || received.data === null) return <Dead />;
  if (!received.data) {
    return (
      <FocusedPage title={t('invitation.loading')}>
        {received.error ? (
          <ErrorState error={received.error} onRetry={() => void received.refetch()} />
        ) : (
          <Skeleton />
        )}
      </FocusedPage>
    );
  }
  return <Open token={token} invitation={received.data} onEnd={() => void received.refetch()} />;
}

function Dead(): ReactNode {
  const t = useTexts();
  return (
    <FocusedPage title={t('invitation.dead.title')} lead={t('invitation.dead')}>
      <ButtonLink look="primary" href="/">
        {t('signIn.title')}
      </ButtonLink>
    </FocusedPage>
  );
}

interface OpenProps {
  token: string;
  invitation: Received;
  onEnd: () => void;
}

function Open({ token, invitation, onEnd }: OpenProps): ReactNode {
  const t = useTexts();
  const state = useSessionState();
  const { email, role, shop_name, invited_by, has_account } = invitation.attributes;
  const lead = t('invitation.lead', { by: invited_by, email, role: t(`people.role.${role}`) });
  const isSame = state.kind === 'signed-in' && foldKey(state.session.email) === foldKey(email);
  return (
    <FocusedPage title={t('invitation.title', { shop: shop_name })} lead={lead}>
      {state.kind === 'signed-in' && !isSame && (
        <p>{t('invitation.other', { email: state.session.email })}</p>
      )}
      {isSame && <Accept token={token} email={email} onEnd={onEnd} />}
      {state.kind !== 'signed-in' &&
        (has_account ? (
          <>
            <p>{t('invitation.signIn', { email })}</p>
            <SignInForm email={email} />
          </>
        ) : (
          <NewAccount token={token} email={email} onEnd={onEnd} />
        ))}
    </FocusedPage>
  );
}

function Accept({ token, email, onEnd }: { token: string; email: string; onEnd: () => void }): ReactNode {
  const t = useTexts();
  const submit = async (): Promise<void> => {
    const attributes = { invitation_token: token };
    const data = { type: 'accepted_invitations', attributes };
    await ending(authDocument('/api/accepted_invitations', { method: 'POST', data }), onEnd);
    leaveFor('/admin/');
  };
  return (
    <Form onSubmit={submit} fields={[]}>
      {({ isPending }) => (
        <Button type="submit" look="primary" wide isPending={isPending}>
          {t('invitation.submit', { email })}
        </Button>
      )}
    </Form>
  );
}

function NewAccount({ token, email, onEnd }: { token: string; email: string; onEnd: () => void }): ReactNode {
  const t = useTexts();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = async (): Promise<void> => {
    const language = currentLanguage();
    const attributes = { invitation_token: token, name: name.trim(), password, language };
    const options = { method: 'POST', data: { type: 'owners', attributes } } as const;
    await ending(send('/admin/api/owners', options), onEnd);
    await signIn({ email, password });
    leaveFor('/admin/');
  };
  const check = (): Record<string, string> => ({
    ...(name.trim() === '' ? { name: t('invitation.name.missing') } : {}),
    ...(password === '' ? { password: t('account.password.missingNew') } : {}),
  });
  const explain = (error: unknown): ReactNode =>
    isProblem(error) && error.status === 429
      ? t('invitation.limited', { minutes: error.minutesToWait })
      : undefined;
  return (
    <Form onSubmit={submit} fields={['name', 'password']} check={check} explain={explain}>
      {({ isPending }) => (
        <>
          <TextInput
            label={t('invitation.name')}
            name="name"
            autoComplete="name"
            autoFocus
            value={name}
            onChange={setName}
          />
          <PasswordInput
            label={t('account.password.new')}
            description={t('account.password.rule')}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
          />
          <Button type="submit" look="primary" wide isPending={isPending}>
            {t('invitation.submit.new')}
          </Button>
        </>
      )}
    </Form>
  );
}

/** Replaces the form with a message if the invitation is no longer valid. */
async function ending(request: Promise<unknown>, onEnd: () => void): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (isProblem(error) && error.has('invitation_ended')) onEnd();
    throw error;
  }
}
