import { useQuery } from '@tanstack/react-query';
import { authDocument, authPage } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';

export type Owner = Resource<{ email: string; name: string; created_at: string }>;

/** A change of email address that the user must confirm at the old and the new address. */
export type EmailChange = Resource<{
  email: string;
  current_confirmed_at: string | null;
  new_confirmed_at: string | null;
  expires_at: string;
}>;

export const ownPath = '/api/owners/current';
export const emailChangesPath = '/api/email_changes';

export function useOwner() {
  return useQuery({
    queryKey: ['owner'],
    queryFn: async ({ signal }) => (await authDocument<Document<Owner>>(ownPath, { signal })).data.attributes,
  });
}

/** Loads the user's pending change of email address. Returns null without a pending change. */
export function useEmailChange() {
  return useQuery({
    queryKey: ['owner', 'email-change'],
    queryFn: async ({ signal }): Promise<EmailChange | null> =>
      (await authPage<EmailChange>(emailChangesPath, { signal })).data[0] ?? null,
  });
}
