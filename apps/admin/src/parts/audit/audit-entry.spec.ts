import { type AuditEntry, developerKinds, kinds, sentenceOf } from './audit-entry';

function anEntry(kind: string, detail: object = {}, owner_name: string | null = 'Anna'): AuditEntry {
  const attributes = { kind, detail: detail as Record<string, unknown>, owner_name, app_name: null };
  return {
    type: 'audit_entries',
    id: '1',
    attributes: { ...attributes, request_id: null, created_at: '2026-11-21T06:22:30.099000Z' },
  };
}

describe('sentenceOf', () => {
  it('returns a different sentence for each kind of audit log entry', () => {
    const all = [...kinds, ...developerKinds];
    const texts = all.map((kind) => sentenceOf(anEntry(kind)).text);
    expect(new Set(texts).size).toBe(all.length);
  });

  it.each([
    ['installations.granted', { scopes: [] }, 'activity.installed'],
    ['installations.granted', { scopes: [], added: [], dropped: [] }, 'activity.agreedAgain'],
    ['installations.uninstalled', { reason: 'app deleted' }, 'activity.appDeleted'],
    ['owners.password_changed', { by: 'the operator' }, 'activity.passwordReset'],
    ['owners.password_changed', { by: 'a link sent to their email' }, 'activity.passwordByLink'],
    ['oauth_tokens.revoked', { reason: 'revoked by the owner' }, 'activity.revoked.owner'],
    ['oauth_tokens.revoked', { reason: 'revoked by the app' }, 'activity.revoked.app'],
    ['oauth_tokens.revoked', { reason: 'app deleted' }, 'activity.revoked.uninstalled'],
    ['oauth_tokens.revoked', { reason: 'nonce replayed' }, 'activity.revoked.replayed'],
    ['oauth_tokens.revoked', { reason: 'constructor' }, 'activity.revoked.other'],
  ])('returns for the kind %s with the detail %p the sentence %s', (kind, detail, text) =>
    expect(sentenceOf(anEntry(kind, detail)).text).toBe(text),
  );

  it('names the person and the object in the sentence for an unknown kind', () => {
    expect(sentenceOf(anEntry('orders.archived')).text).toBe('activity.other');
    expect(sentenceOf(anEntry('orders.archived', {}, null)).text).toBe('activity.otherOfApp');
  });
});
